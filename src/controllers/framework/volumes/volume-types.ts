import { quoteGo } from "../../../apimachinery/go-strings.ts";
import type { ResourceListText } from "../../../api/core/v1.ts";
import { labelSelectorAsSelector, type LabelSelectorSpec } from "../../../apimachinery/labels/label-selector.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { parseResourceList } from "../../../component-helpers/resource/resource-list.ts";

/** core/v1 ObjectReference to a claim. */
export interface ClaimReference {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
}

/** core/v1 PersistentVolume. */
export interface PersistentVolume extends KubeObject {
  readonly spec?: {
    readonly capacity?: ResourceListText;
    readonly accessModes?: readonly string[];
    readonly claimRef?: ClaimReference;
    readonly persistentVolumeReclaimPolicy?: string;
    readonly storageClassName?: string;
    readonly volumeMode?: string;
    readonly [member: string]: unknown;
  };
  readonly status?: { readonly phase?: string; readonly message?: string; readonly reason?: string };
}

/** core/v1 PersistentVolumeClaim. */
export interface Claim extends KubeObject {
  readonly spec?: {
    readonly accessModes?: readonly string[];
    readonly resources?: { readonly requests?: ResourceListText };
    readonly selector?: LabelSelectorSpec;
    readonly storageClassName?: string;
    readonly volumeMode?: string;
    readonly volumeName?: string;
  };
  readonly status?: {
    readonly phase?: string;
    readonly accessModes?: readonly string[];
    readonly capacity?: ResourceListText;
    readonly allocatedResources?: ResourceListText;
    readonly allocatedResourceStatuses?: Readonly<Record<string, string>>;
    readonly conditions?: readonly {
      readonly type: string;
      readonly status: string;
      readonly lastTransitionTime?: string;
    }[];
  };
}

/** storage/v1 StorageClass. */
export interface StorageClass extends KubeObject {
  readonly provisioner?: string;
  readonly reclaimPolicy?: string;
  readonly volumeBindingMode?: string;
  readonly mountOptions?: readonly string[];
}

/** The provisioner of storage classes whose volumes are made here. They hold no data. */
export const simulatedProvisioner = "kubepad.dev/simulated";

export const volumesResource = { group: "", version: "v1", resource: "persistentvolumes" };
export const claimsResource = { group: "", version: "v1", resource: "persistentvolumeclaims" };
export const classesResource = { group: "storage.k8s.io", version: "v1", resource: "storageclasses" };

export const volumeKind = { apiVersion: "v1", kind: "PersistentVolume" };
export const claimKind = { apiVersion: "v1", kind: "PersistentVolumeClaim" };

export const boundByController = "pv.kubernetes.io/bound-by-controller";
export const bindCompleted = "pv.kubernetes.io/bind-completed";
export const provisionedBy = "pv.kubernetes.io/provisioned-by";
export const storageProvisioner = "volume.kubernetes.io/storage-provisioner";
export const betaStorageProvisioner = "volume.beta.kubernetes.io/storage-provisioner";
export const selectedNode = "volume.kubernetes.io/selected-node";
const betaClass = "volume.beta.kubernetes.io/storage-class";

/** Returns the class of a volume or claim, "" for none. */
export const classOf = ({ metadata, spec }: PersistentVolume | Claim): string =>
  metadata.annotations?.[betaClass] ?? spec?.storageClassName ?? "";

export const isFor = ({ spec }: PersistentVolume, { metadata }: Claim): boolean =>
  spec?.claimRef?.namespace === metadata.namespace &&
  spec?.claimRef?.name === metadata.name &&
  ((spec?.claimRef?.uid ?? "") === "" || spec?.claimRef?.uid === metadata.uid);

const storage = (list: ResourceListText | undefined) => parseResourceList(list).get("storage");

/** Returns why a volume cannot be what a claim asks for; undefined if it can (checkVolumeSatisfyClaim). */
export function mismatch(volume: PersistentVolume, claim: Claim): string | undefined {
  if (volume.metadata.deletionTimestamp !== undefined)
    return `the volume is marked for deletion ${quoteGo(volume.metadata.name ?? "")}`;
  const [has, wants] = [storage(volume.spec?.capacity), storage(claim.spec?.resources?.requests)];
  if (wants !== undefined && (has === undefined || has.compare(wants) < 0)) return "requested PV is too small";
  if (classOf(volume) !== classOf(claim)) return "storageClassName does not match";
  if ((volume.spec?.volumeMode ?? "Filesystem") !== (claim.spec?.volumeMode ?? "Filesystem"))
    return "incompatible volumeMode";
  const modes = volume.spec?.accessModes ?? [];
  return (claim.spec?.accessModes ?? []).every((mode) => modes.includes(mode)) ? undefined : "incompatible accessMode";
}

/**
 * Returns the volume to bind a claim to: one that is for this claim already, otherwise the smallest that fits and is
 * available (persistentVolumeOrderedIndex.findBestMatchForClaim).
 */
export function bestVolume(volumes: Iterable<PersistentVolume>, claim: Claim): PersistentVolume | undefined {
  const selector = claim.spec?.selector === undefined ? undefined : labelSelectorAsSelector(claim.spec.selector);
  let best: PersistentVolume | undefined;
  for (const volume of volumes) {
    if (mismatch(volume, claim) !== undefined) continue;
    if (volume.spec?.claimRef !== undefined) {
      if (isFor(volume, claim)) return volume;
      continue;
    }
    if (volume.status?.phase !== "Available" || selector?.matches(volume.metadata.labels ?? {}) === false) continue;
    if (best === undefined || isSmaller(volume, best)) best = volume;
  }
  return best;
}

function isSmaller(a: PersistentVolume, b: PersistentVolume): boolean {
  const [sizeA, sizeB] = [storage(a.spec?.capacity), storage(b.spec?.capacity)];
  const order = sizeA === undefined || sizeB === undefined ? 0 : sizeA.compare(sizeB);
  return order < 0 || (order === 0 && (a.metadata.name ?? "") < (b.metadata.name ?? ""));
}
