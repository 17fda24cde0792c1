/* oxlint-disable */
// Made by .config/schema/generate-types.mjs from the facts of Kubernetes v1.34's built-in types.
import type { ListMeta } from "./meta-v1.d.ts";
import type { ObjectMeta } from "../../../../apimachinery/meta.ts";

export type CELDeviceSelector = {
  readonly expression: string;
};

export type DeviceSelector = {
  readonly cel?: CELDeviceSelector | undefined;
};

export type DeviceTaint = {
  readonly key: string;
  readonly value?: string | undefined;
  readonly effect: string;
  readonly timeAdded?: string | undefined;
};

export type DeviceTaintRule = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: DeviceTaintRuleSpec;
};

export type DeviceTaintRuleList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly DeviceTaintRule[] | null;
};

export type DeviceTaintRuleSpec = {
  readonly deviceSelector?: DeviceTaintSelector | undefined;
  readonly taint: DeviceTaint;
};

export type DeviceTaintSelector = {
  readonly deviceClassName?: string | undefined;
  readonly driver?: string | undefined;
  readonly pool?: string | undefined;
  readonly device?: string | undefined;
  readonly selectors?: readonly DeviceSelector[] | undefined;
};
