import type { KubeObject } from "../../apimachinery/meta.ts";
import type { TableLayout } from "../../apiserver/registry/table-column.ts";
import { ageColumn, at, nameColumn, printed, stringIn, text, wide } from "../table-cells.ts";

const shortModes = [
  ["ReadWriteOnce", "RWO"],
  ["ReadOnlyMany", "ROX"],
  ["ReadWriteMany", "RWX"],
  ["ReadWriteOncePod", "RWOP"],
] as const;

/** Formats access modes as `RWO,ROX` (helper.GetAccessModesAsString). */
function modesText(modes: unknown): string {
  return Array.isArray(modes)
    ? shortModes
        .filter(([mode]) => modes.includes(mode))
        .map(([, short]) => short)
        .join(",")
    : "";
}

const phaseOf = (object: KubeObject): string =>
  object.metadata.deletionTimestamp === undefined ? stringIn("", object, "status", "phase") : "Terminating";

/** Returns the storage class from the legacy annotation, else from the spec. */
const classOf = (object: KubeObject): string =>
  object.metadata.annotations?.["volume.beta.kubernetes.io/storage-class"] ??
  stringIn("", object, "spec", "storageClassName");

const claimOf = (volume: KubeObject): string =>
  at(volume, "spec", "claimRef") === undefined
    ? ""
    : `${stringIn("", volume, "spec", "claimRef", "namespace")}/${stringIn("", volume, "spec", "claimRef", "name")}`;

const modeColumn = wide(
  text("VolumeMode", "Whether it is a file system or a block device.", (object) =>
    printed("<unset>", at(object, "spec", "volumeMode")),
  ),
);

export const persistentVolumeTable: TableLayout = {
  columns: [
    nameColumn,
    text("Capacity", "How much it holds.", (volume) => stringIn("0", volume, "spec", "capacity", "storage")),
    text("Access Modes", "How it may be mounted.", (volume) => modesText(at(volume, "spec", "accessModes"))),
    text("Reclaim Policy", "What becomes of it after its claim.", (volume) =>
      stringIn("", volume, "spec", "persistentVolumeReclaimPolicy"),
    ),
    text("Status", "Whether it is free, bound or released.", phaseOf),
    text("Claim", "The claim that it is bound to.", claimOf),
    text("StorageClass", "StorageClass of the pv", classOf),
    text("VolumeAttributesClass", "VolumeAttributesClass of the pv", (volume) =>
      printed("<unset>", at(volume, "spec", "volumeAttributesClassName")),
    ),
    text("Reason", "Why it is in this state.", (volume) => stringIn("", volume, "status", "reason")),
    ageColumn,
    modeColumn,
  ],
};

const isBound = (claim: KubeObject): boolean => stringIn("", claim, "spec", "volumeName") !== "";

export const persistentVolumeClaimTable: TableLayout = {
  columns: [
    nameColumn,
    text("Status", "Whether it is bound.", phaseOf),
    text("Volume", "The volume that it is bound to.", (claim) => stringIn("", claim, "spec", "volumeName")),
    text("Capacity", "How much the volume holds.", (claim) =>
      isBound(claim) ? stringIn("0", claim, "status", "capacity", "storage") : "",
    ),
    text("Access Modes", "How the volume may be mounted.", (claim) =>
      isBound(claim) ? modesText(at(claim, "status", "accessModes")) : "",
    ),
    text("StorageClass", "StorageClass of the pvc", classOf),
    text("VolumeAttributesClass", "VolumeAttributesClass of the pvc", (claim) =>
      printed("<unset>", at(claim, "spec", "volumeAttributesClassName")),
    ),
    ageColumn,
    modeColumn,
  ],
};
