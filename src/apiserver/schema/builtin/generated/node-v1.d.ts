/* oxlint-disable */
// Made by .config/schema/generate-types.mjs from the facts of Kubernetes v1.34's built-in types.
import type { ListMeta } from "./meta-v1.d.ts";
import type { ObjectMeta } from "../../../../apimachinery/meta.ts";
import type { Toleration } from "./core-v1.d.ts";

export type Overhead = {
  readonly podFixed?: Readonly<Record<string, string>> | undefined;
};

export type RuntimeClass = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly handler: string;
  readonly overhead?: Overhead | undefined;
  readonly scheduling?: Scheduling | undefined;
};

export type RuntimeClassList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly RuntimeClass[] | null;
};

export type Scheduling = {
  readonly nodeSelector?: Readonly<Record<string, string>> | undefined;
  readonly tolerations?: readonly Toleration[] | undefined;
};
