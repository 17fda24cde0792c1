import type { PersistentVolumeClaim } from "../../api/core/v1.ts";

/** The annotation that named the class of a claim before there was a field for it. */
const betaStorageClassAnnotation = "volume.beta.kubernetes.io/storage-class";

/** Returns the storage class of a claim, or "" (component-helpers/storage/volume GetPersistentVolumeClaimClass). */
export const persistentVolumeClaimClass = ({ metadata, spec }: PersistentVolumeClaim): string =>
  metadata.annotations?.[betaStorageClassAnnotation] ?? spec?.storageClassName ?? "";

/** Reports whether a claim names a class, even an empty one (core/helper PersistentVolumeClaimHasClass). */
export const persistentVolumeClaimHasClass = ({ metadata, spec }: PersistentVolumeClaim): boolean =>
  metadata.annotations?.[betaStorageClassAnnotation] !== undefined || spec?.storageClassName !== undefined;
