/* oxlint-disable */
// Made by .config/schema/generate-types.mjs from the facts of Kubernetes v1.34's built-in types.
import type { ListMeta } from "./meta-v1.d.ts";
import type { ObjectMeta } from "../../../../apimachinery/meta.ts";

export type APIService = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: APIServiceSpec;
  readonly status: APIServiceStatus;
};

export type APIServiceCondition = {
  readonly type: string;
  readonly status: string;
  readonly lastTransitionTime: string | null;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
};

export type APIServiceList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly APIService[] | null;
};

export type APIServiceSpec = {
  readonly service?: ServiceReference | undefined;
  readonly group?: string | undefined;
  readonly version?: string | undefined;
  readonly insecureSkipTLSVerify?: boolean | undefined;
  readonly caBundle?: string | undefined;
  readonly groupPriorityMinimum: number;
  readonly versionPriority: number;
};

export type APIServiceStatus = {
  readonly conditions?: readonly APIServiceCondition[] | undefined;
};

export type ServiceReference = {
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  readonly port?: number | undefined;
};
