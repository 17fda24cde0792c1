/* oxlint-disable */
// Made by .config/schema/generate-types.mjs from the facts of Kubernetes v1.34's built-in types.
import type { Condition, DeleteOptions, LabelSelector, ListMeta } from "./meta-v1.d.ts";
import type { ObjectMeta } from "../../../../apimachinery/meta.ts";

export type Eviction = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly deleteOptions?: DeleteOptions | undefined;
};

export type PodDisruptionBudget = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: PodDisruptionBudgetSpec;
  readonly status: PodDisruptionBudgetStatus;
};

export type PodDisruptionBudgetList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly PodDisruptionBudget[] | null;
};

export type PodDisruptionBudgetSpec = {
  readonly minAvailable?: number | string | undefined;
  readonly selector?: LabelSelector | undefined;
  readonly maxUnavailable?: number | string | undefined;
  readonly unhealthyPodEvictionPolicy?: string | undefined;
};

export type PodDisruptionBudgetStatus = {
  readonly observedGeneration?: number | undefined;
  readonly disruptedPods?: Readonly<Record<string, string | null>> | undefined;
  readonly disruptionsAllowed: number;
  readonly currentHealthy: number;
  readonly desiredHealthy: number;
  readonly expectedPods: number;
  readonly conditions?: readonly Condition[] | undefined;
};
