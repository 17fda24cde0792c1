/* oxlint-disable */
// Made by .config/schema/generate-types.mjs from the facts of Kubernetes v1.34's built-in types.
import type { ListMeta } from "./meta-v1.d.ts";
import type { ObjectMeta } from "../../../../apimachinery/meta.ts";

export type GroupVersionResource = {
  readonly group?: string | undefined;
  readonly version?: string | undefined;
  readonly resource?: string | undefined;
};

export type MigrationCondition = {
  readonly type: string;
  readonly status: string;
  readonly lastUpdateTime: string | null;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
};

export type StorageVersionMigration = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: StorageVersionMigrationSpec;
  readonly status: StorageVersionMigrationStatus;
};

export type StorageVersionMigrationList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly StorageVersionMigration[] | null;
};

export type StorageVersionMigrationSpec = {
  readonly resource: GroupVersionResource;
  readonly continueToken?: string | undefined;
};

export type StorageVersionMigrationStatus = {
  readonly conditions?: readonly MigrationCondition[] | undefined;
  readonly resourceVersion?: string | undefined;
};
