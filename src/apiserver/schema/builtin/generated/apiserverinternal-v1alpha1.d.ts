/* oxlint-disable */
// Made by .config/schema/generate-types.mjs from the facts of Kubernetes v1.34's built-in types.
import type { ListMeta } from "./meta-v1.d.ts";
import type { ObjectMeta } from "../../../../apimachinery/meta.ts";

export type ServerStorageVersion = {
  readonly apiServerID?: string | undefined;
  readonly encodingVersion?: string | undefined;
  readonly decodableVersions?: readonly string[] | undefined;
  readonly servedVersions?: readonly string[] | undefined;
};

export type StorageVersion = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: StorageVersionSpec;
  readonly status: StorageVersionStatus;
};

export type StorageVersionCondition = {
  readonly type: string;
  readonly status: string;
  readonly observedGeneration?: number | undefined;
  readonly lastTransitionTime: string | null;
  readonly reason: string;
  readonly message?: string | undefined;
};

export type StorageVersionList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly StorageVersion[] | null;
};

export type StorageVersionSpec = {

};

export type StorageVersionStatus = {
  readonly storageVersions?: readonly ServerStorageVersion[] | undefined;
  readonly commonEncodingVersion?: string | undefined;
  readonly conditions?: readonly StorageVersionCondition[] | undefined;
};
