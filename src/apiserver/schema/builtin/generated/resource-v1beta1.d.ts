/* oxlint-disable */
// Made by .config/schema/generate-types.mjs from the facts of Kubernetes v1.34's built-in types.
import type { Condition, ListMeta } from "./meta-v1.d.ts";
import type { JsonValue } from "../../../../apimachinery/json/value.ts";
import type { NodeSelector } from "./core-v1.d.ts";
import type { ObjectMeta } from "../../../../apimachinery/meta.ts";

export type AllocatedDeviceStatus = {
  readonly driver: string;
  readonly pool: string;
  readonly device: string;
  readonly shareID?: string | undefined;
  readonly conditions: readonly Condition[] | null;
  readonly data?: JsonValue | undefined;
  readonly networkData?: NetworkDeviceData | undefined;
};

export type AllocationResult = {
  readonly devices: DeviceAllocationResult;
  readonly nodeSelector?: NodeSelector | undefined;
  readonly allocationTimestamp?: string | undefined;
};

export type BasicDevice = {
  readonly attributes?: Readonly<Record<string, DeviceAttribute>> | undefined;
  readonly capacity?: Readonly<Record<string, DeviceCapacity>> | undefined;
  readonly consumesCounters?: readonly DeviceCounterConsumption[] | undefined;
  readonly nodeName?: string | undefined;
  readonly nodeSelector?: NodeSelector | undefined;
  readonly allNodes?: boolean | undefined;
  readonly taints?: readonly DeviceTaint[] | undefined;
  readonly bindsToNode?: boolean | undefined;
  readonly bindingConditions?: readonly string[] | undefined;
  readonly bindingFailureConditions?: readonly string[] | undefined;
  readonly allowMultipleAllocations?: boolean | undefined;
};

export type CELDeviceSelector = {
  readonly expression: string;
};

export type CapacityRequestPolicy = {
  readonly default: string | null;
  readonly validValues?: readonly string[] | undefined;
  readonly validRange?: CapacityRequestPolicyRange | undefined;
};

export type CapacityRequestPolicyRange = {
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly step?: string | undefined;
};

export type CapacityRequirements = {
  readonly requests?: Readonly<Record<string, string>> | undefined;
};

export type Counter = {
  readonly value: string;
};

export type CounterSet = {
  readonly name: string;
  readonly counters?: Readonly<Record<string, Counter>> | undefined;
};

export type Device = {
  readonly name: string;
  readonly basic?: BasicDevice | undefined;
};

export type DeviceAllocationConfiguration = {
  readonly source: string;
  readonly requests?: readonly string[] | undefined;
  readonly opaque?: OpaqueDeviceConfiguration | undefined;
};

export type DeviceAllocationResult = {
  readonly results?: readonly DeviceRequestAllocationResult[] | undefined;
  readonly config?: readonly DeviceAllocationConfiguration[] | undefined;
};

export type DeviceAttribute = {
  readonly int?: number | undefined;
  readonly bool?: boolean | undefined;
  readonly string?: string | undefined;
  readonly version?: string | undefined;
};

export type DeviceCapacity = {
  readonly value: string;
  readonly requestPolicy?: CapacityRequestPolicy | undefined;
};

export type DeviceClaim = {
  readonly requests: readonly DeviceRequest[] | null;
  readonly constraints?: readonly DeviceConstraint[] | undefined;
  readonly config?: readonly DeviceClaimConfiguration[] | undefined;
};

export type DeviceClaimConfiguration = {
  readonly requests?: readonly string[] | undefined;
  readonly opaque?: OpaqueDeviceConfiguration | undefined;
};

export type DeviceClass = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: DeviceClassSpec;
};

export type DeviceClassConfiguration = {
  readonly opaque?: OpaqueDeviceConfiguration | undefined;
};

export type DeviceClassList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly DeviceClass[] | null;
};

export type DeviceClassSpec = {
  readonly selectors?: readonly DeviceSelector[] | undefined;
  readonly config?: readonly DeviceClassConfiguration[] | undefined;
  readonly extendedResourceName?: string | undefined;
};

export type DeviceConfiguration = {
  readonly opaque?: OpaqueDeviceConfiguration | undefined;
};

export type DeviceConstraint = {
  readonly requests?: readonly string[] | undefined;
  readonly matchAttribute?: string | undefined;
  readonly distinctAttribute?: string | undefined;
};

export type DeviceCounterConsumption = {
  readonly counterSet: string;
  readonly counters?: Readonly<Record<string, Counter>> | undefined;
};

export type DeviceRequest = {
  readonly name: string;
  readonly deviceClassName: string;
  readonly selectors?: readonly DeviceSelector[] | undefined;
  readonly allocationMode?: string | undefined;
  readonly count?: number | undefined;
  readonly adminAccess?: boolean | undefined;
  readonly firstAvailable?: readonly DeviceSubRequest[] | undefined;
  readonly tolerations?: readonly DeviceToleration[] | undefined;
  readonly capacity?: CapacityRequirements | undefined;
};

export type DeviceRequestAllocationResult = {
  readonly request: string;
  readonly driver: string;
  readonly pool: string;
  readonly device: string;
  readonly adminAccess?: boolean | undefined;
  readonly tolerations?: readonly DeviceToleration[] | undefined;
  readonly bindingConditions?: readonly string[] | undefined;
  readonly bindingFailureConditions?: readonly string[] | undefined;
  readonly shareID?: string | undefined;
  readonly consumedCapacity?: Readonly<Record<string, string>> | undefined;
};

export type DeviceSelector = {
  readonly cel?: CELDeviceSelector | undefined;
};

export type DeviceSubRequest = {
  readonly name: string;
  readonly deviceClassName: string;
  readonly selectors?: readonly DeviceSelector[] | undefined;
  readonly allocationMode?: string | undefined;
  readonly count?: number | undefined;
  readonly tolerations?: readonly DeviceToleration[] | undefined;
  readonly capacity?: CapacityRequirements | undefined;
};

export type DeviceTaint = {
  readonly key: string;
  readonly value?: string | undefined;
  readonly effect: string;
  readonly timeAdded?: string | undefined;
};

export type DeviceToleration = {
  readonly key?: string | undefined;
  readonly operator?: string | undefined;
  readonly value?: string | undefined;
  readonly effect?: string | undefined;
  readonly tolerationSeconds?: number | undefined;
};

export type NetworkDeviceData = {
  readonly interfaceName?: string | undefined;
  readonly ips?: readonly string[] | undefined;
  readonly hardwareAddress?: string | undefined;
};

export type OpaqueDeviceConfiguration = {
  readonly driver: string;
  readonly parameters: JsonValue;
};

export type ResourceClaim = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: ResourceClaimSpec;
  readonly status: ResourceClaimStatus;
};

export type ResourceClaimConsumerReference = {
  readonly apiGroup?: string | undefined;
  readonly resource: string;
  readonly name: string;
  readonly uid: string;
};

export type ResourceClaimList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly ResourceClaim[] | null;
};

export type ResourceClaimSpec = {
  readonly devices: DeviceClaim;
};

export type ResourceClaimStatus = {
  readonly allocation?: AllocationResult | undefined;
  readonly reservedFor?: readonly ResourceClaimConsumerReference[] | undefined;
  readonly devices?: readonly AllocatedDeviceStatus[] | undefined;
};

export type ResourceClaimTemplate = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: ResourceClaimTemplateSpec;
};

export type ResourceClaimTemplateList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly ResourceClaimTemplate[] | null;
};

export type ResourceClaimTemplateSpec = {
  readonly metadata: ObjectMeta;
  readonly spec: ResourceClaimSpec;
};

export type ResourcePool = {
  readonly name: string;
  readonly generation: number;
  readonly resourceSliceCount: number;
};

export type ResourceSlice = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: ResourceSliceSpec;
};

export type ResourceSliceList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly ResourceSlice[] | null;
};

export type ResourceSliceSpec = {
  readonly driver: string;
  readonly pool: ResourcePool;
  readonly nodeName?: string | undefined;
  readonly nodeSelector?: NodeSelector | undefined;
  readonly allNodes?: boolean | undefined;
  readonly devices: readonly Device[] | null;
  readonly perDeviceNodeSelection?: boolean | undefined;
  readonly sharedCounters?: readonly CounterSet[] | undefined;
};
