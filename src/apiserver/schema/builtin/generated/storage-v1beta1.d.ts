/* oxlint-disable */
// Made by .config/schema/generate-types.mjs from the facts of Kubernetes v1.34's built-in types.
import type { LabelSelector, ListMeta } from "./meta-v1.d.ts";
import type { ObjectMeta } from "../../../../apimachinery/meta.ts";
import type { PersistentVolumeSpec, TopologySelectorTerm } from "./core-v1.d.ts";

export type CSIDriver = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: CSIDriverSpec;
};

export type CSIDriverList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly CSIDriver[] | null;
};

export type CSIDriverSpec = {
  readonly attachRequired?: boolean | undefined;
  readonly podInfoOnMount?: boolean | undefined;
  readonly volumeLifecycleModes?: readonly string[] | undefined;
  readonly storageCapacity?: boolean | undefined;
  readonly fsGroupPolicy?: string | undefined;
  readonly tokenRequests?: readonly TokenRequest[] | undefined;
  readonly requiresRepublish?: boolean | undefined;
  readonly seLinuxMount?: boolean | undefined;
  readonly nodeAllocatableUpdatePeriodSeconds?: number | undefined;
};

export type CSINode = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: CSINodeSpec;
};

export type CSINodeDriver = {
  readonly name: string;
  readonly nodeID: string;
  readonly topologyKeys: readonly string[] | null;
  readonly allocatable?: VolumeNodeResources | undefined;
};

export type CSINodeList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly CSINode[] | null;
};

export type CSINodeSpec = {
  readonly drivers: readonly CSINodeDriver[] | null;
};

export type CSIStorageCapacity = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly nodeTopology?: LabelSelector | undefined;
  readonly storageClassName: string;
  readonly capacity?: string | undefined;
  readonly maximumVolumeSize?: string | undefined;
};

export type CSIStorageCapacityList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly CSIStorageCapacity[] | null;
};

export type StorageClass = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly provisioner: string;
  readonly parameters?: Readonly<Record<string, string>> | undefined;
  readonly reclaimPolicy?: string | undefined;
  readonly mountOptions?: readonly string[] | undefined;
  readonly allowVolumeExpansion?: boolean | undefined;
  readonly volumeBindingMode?: string | undefined;
  readonly allowedTopologies?: readonly TopologySelectorTerm[] | undefined;
};

export type StorageClassList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly StorageClass[] | null;
};

export type TokenRequest = {
  readonly audience: string;
  readonly expirationSeconds?: number | undefined;
};

export type VolumeAttachment = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: VolumeAttachmentSpec;
  readonly status: VolumeAttachmentStatus;
};

export type VolumeAttachmentList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly VolumeAttachment[] | null;
};

export type VolumeAttachmentSource = {
  readonly persistentVolumeName?: string | undefined;
  readonly inlineVolumeSpec?: PersistentVolumeSpec | undefined;
};

export type VolumeAttachmentSpec = {
  readonly attacher: string;
  readonly source: VolumeAttachmentSource;
  readonly nodeName: string;
};

export type VolumeAttachmentStatus = {
  readonly attached: boolean;
  readonly attachmentMetadata?: Readonly<Record<string, string>> | undefined;
  readonly attachError?: VolumeError | undefined;
  readonly detachError?: VolumeError | undefined;
};

export type VolumeAttributesClass = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly driverName: string;
  readonly parameters?: Readonly<Record<string, string>> | undefined;
};

export type VolumeAttributesClassList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly VolumeAttributesClass[] | null;
};

export type VolumeError = {
  readonly time: string | null;
  readonly message?: string | undefined;
  readonly errorCode?: number | undefined;
};

export type VolumeNodeResources = {
  readonly count?: number | undefined;
};
