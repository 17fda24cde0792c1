/* oxlint-disable */
// Made by `npm run generate` from the facts of Kubernetes v1.34's built-in types.
import type { JsonValue } from "../../../../apimachinery/json/value.ts";
import type { ObjectMeta } from "../../../../apimachinery/meta.ts";

export type APIGroup = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly name: string;
  readonly versions: readonly GroupVersionForDiscovery[] | null;
  readonly preferredVersion: GroupVersionForDiscovery;
  readonly serverAddressByClientCIDRs?: readonly ServerAddressByClientCIDR[] | undefined;
};

export type APIGroupList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly groups: readonly APIGroup[] | null;
};

export type APIResource = {
  readonly name: string;
  readonly singularName: string;
  readonly namespaced: boolean;
  readonly group?: string | undefined;
  readonly version?: string | undefined;
  readonly kind: string;
  readonly verbs: readonly string[] | null;
  readonly shortNames?: readonly string[] | undefined;
  readonly categories?: readonly string[] | undefined;
  readonly storageVersionHash?: string | undefined;
};

export type APIResourceList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly groupVersion: string;
  readonly resources: readonly APIResource[] | null;
};

export type APIVersions = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly versions: readonly string[] | null;
  readonly serverAddressByClientCIDRs: readonly ServerAddressByClientCIDR[] | null;
};

export type Condition = {
  readonly type: string;
  readonly status: string;
  readonly observedGeneration?: number | undefined;
  readonly lastTransitionTime: string | null;
  readonly reason: string;
  readonly message: string;
};

export type CreateOptions = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly dryRun?: readonly string[] | undefined;
  readonly fieldManager?: string | undefined;
  readonly fieldValidation?: string | undefined;
};

export type DeleteOptions = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly gracePeriodSeconds?: number | undefined;
  readonly preconditions?: Preconditions | undefined;
  readonly orphanDependents?: boolean | undefined;
  readonly propagationPolicy?: string | undefined;
  readonly dryRun?: readonly string[] | undefined;
  readonly ignoreStoreReadErrorWithClusterBreakingPotential?: boolean | undefined;
};

export type FieldSelectorRequirement = {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[] | undefined;
};

export type GetOptions = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly resourceVersion?: string | undefined;
};

export type GroupVersionForDiscovery = {
  readonly groupVersion: string;
  readonly version: string;
};

export type GroupVersionKind = {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
};

export type LabelSelector = {
  readonly matchLabels?: Readonly<Record<string, string>> | undefined;
  readonly matchExpressions?: readonly LabelSelectorRequirement[] | undefined;
};

export type LabelSelectorRequirement = {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[] | undefined;
};

export type List = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly JsonValue[] | null;
};

export type ListMeta = {
  readonly selfLink?: string | undefined;
  readonly resourceVersion?: string | undefined;
  readonly continue?: string | undefined;
  readonly remainingItemCount?: number | undefined;
};

export type ListOptions = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
  readonly watch?: boolean | undefined;
  readonly allowWatchBookmarks?: boolean | undefined;
  readonly resourceVersion?: string | undefined;
  readonly resourceVersionMatch?: string | undefined;
  readonly timeoutSeconds?: number | undefined;
  readonly limit?: number | undefined;
  readonly continue?: string | undefined;
  readonly sendInitialEvents?: boolean | undefined;
};

export type ManagedFieldsEntry = {
  readonly manager?: string | undefined;
  readonly operation?: string | undefined;
  readonly apiVersion?: string | undefined;
  readonly time?: string | undefined;
  readonly fieldsType?: string | undefined;
  readonly fieldsV1?: JsonValue | undefined;
  readonly subresource?: string | undefined;
};

export type OwnerReference = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean | undefined;
  readonly blockOwnerDeletion?: boolean | undefined;
};

export type PartialObjectMetadata = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
};

export type PartialObjectMetadataList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly PartialObjectMetadata[] | null;
};

export type PatchOptions = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly dryRun?: readonly string[] | undefined;
  readonly force?: boolean | undefined;
  readonly fieldManager?: string | undefined;
  readonly fieldValidation?: string | undefined;
};

export type Preconditions = {
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
};

export type RootPaths = {
  readonly paths: readonly string[] | null;
};

export type ServerAddressByClientCIDR = {
  readonly clientCIDR: string;
  readonly serverAddress: string;
};

export type Status = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly status?: string | undefined;
  readonly message?: string | undefined;
  readonly reason?: string | undefined;
  readonly details?: StatusDetails | undefined;
  readonly code?: number | undefined;
};

export type StatusCause = {
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
  readonly field?: string | undefined;
};

export type StatusDetails = {
  readonly name?: string | undefined;
  readonly group?: string | undefined;
  readonly kind?: string | undefined;
  readonly uid?: string | undefined;
  readonly causes?: readonly StatusCause[] | undefined;
  readonly retryAfterSeconds?: number | undefined;
};

export type Table = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly columnDefinitions: readonly TableColumnDefinition[] | null;
  readonly rows: readonly TableRow[] | null;
};

export type TableColumnDefinition = {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  readonly priority: number;
};

export type TableOptions = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly includeObject?: string | undefined;
};

export type TableRow = {
  readonly cells: readonly JsonValue[] | null;
  readonly conditions?: readonly TableRowCondition[] | undefined;
  readonly object: JsonValue;
};

export type TableRowCondition = {
  readonly type: string;
  readonly status: string;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
};

export type Timestamp = {
  readonly seconds: number;
  readonly nanos: number;
};

export type TypeMeta = {
  readonly kind?: string | undefined;
  readonly apiVersion?: string | undefined;
};

export type UpdateOptions = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly dryRun?: readonly string[] | undefined;
  readonly fieldManager?: string | undefined;
  readonly fieldValidation?: string | undefined;
};

export type WatchEvent = {
  readonly type: string;
  readonly object: JsonValue;
};
