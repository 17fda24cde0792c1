import type { PluginSteps } from "../../apiserver/admission/lazy-plugin.ts";
import type { FeatureGates } from "../../component-base/features/feature-gates.ts";

const finalizers: Readonly<Record<string, string>> = {
  persistentvolumes: "kubernetes.io/pv-protection",
  persistentvolumeclaims: "kubernetes.io/pvc-protection",
};
const classFinalizers: typeof finalizers = {
  ...finalizers,
  volumeattributesclasses: "kubernetes.io/vac-protection",
};

/** Adds the finalizer that keeps volumes and claims while they are used (plugin StorageObjectInUseProtection). */
export function createStorageObjectInUseProtection(gates: Pick<FeatureGates, "enabled">): PluginSteps {
  const known = gates.enabled("VolumeAttributesClass") ? classFinalizers : finalizers;
  return {
    admit({ resource, object }) {
      const finalizer = known[resource.resource];
      if (object === undefined || finalizer === undefined) return undefined;
      const { finalizers: present = [] } = object.metadata;
      if (present.includes(finalizer)) return undefined;
      return { ...object, metadata: { ...object.metadata, finalizers: [...present, finalizer] } };
    },
  };
}
