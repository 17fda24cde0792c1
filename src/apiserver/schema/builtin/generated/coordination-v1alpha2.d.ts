/* oxlint-disable */
// Made by .config/schema/generate-types.mjs from the facts of Kubernetes v1.34's built-in types.
import type { ListMeta } from "./meta-v1.d.ts";
import type { ObjectMeta } from "../../../../apimachinery/meta.ts";

export type LeaseCandidate = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: LeaseCandidateSpec;
};

export type LeaseCandidateList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly LeaseCandidate[] | null;
};

export type LeaseCandidateSpec = {
  readonly leaseName: string;
  readonly pingTime?: string | undefined;
  readonly renewTime?: string | undefined;
  readonly binaryVersion: string;
  readonly emulationVersion?: string | undefined;
  readonly strategy?: string | undefined;
};
