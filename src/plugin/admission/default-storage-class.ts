import { persistentVolumeClaimHasClass } from "../../component-helpers/storage/persistent-volume-claim.ts";
import type { PluginSteps } from "../../apiserver/admission/lazy-plugin.ts";
import { asPersistentVolumeClaim } from "./core-objects.ts";
import { defaultClass } from "./default-class.ts";
import type { Listers } from "./listers.ts";

const annotations = ["storageclass.kubernetes.io/is-default-class", "storageclass.beta.kubernetes.io/is-default-class"];

/** Gives claims that name no class the default one (plugin DefaultStorageClass). */
export const createDefaultStorageClass = (classes: Listers): PluginSteps => ({
  admit({ object }) {
    const claim = asPersistentVolumeClaim(object);
    if (claim === undefined || persistentVolumeClaimHasClass(claim)) return undefined;
    const storageClassName = defaultClass(classes.list("storageclasses", ""), annotations);
    return storageClassName === undefined ? undefined : { ...claim, spec: { ...claim.spec, storageClassName } };
  },
});
