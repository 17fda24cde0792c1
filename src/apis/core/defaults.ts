import type { Defaults, Fill } from "../defaulting.ts";
import { recordAt } from "../record.ts";
import { amounts, resources, sourceDefaults, templateDefaults } from "./pod/defaults.ts";

export const endpointsDefaults: Defaults = { each: { subsets: { each: { ports: { set: { protocol: "TCP" } } } } } };

const pending: Defaults = { set: { phase: "Pending" } };

/** core/v1 SetDefaults_PersistentVolumeClaim. */
export const persistentVolumeClaimDefaults: Defaults = {
  inside: {
    spec: { setPointers: { volumeMode: "Filesystem" }, inside: { resources } },
    status: { ...pending, inside: { capacity: amounts, allocatedResources: amounts } },
  },
  make: ["spec", "status"],
};

/** core/v1 SetDefaults_PersistentVolume, and those of its sources. */
export const persistentVolumeDefaults: Defaults = {
  inside: {
    spec: {
      set: { persistentVolumeReclaimPolicy: "Retain" },
      setPointers: { volumeMode: "Filesystem" },
      inside: { capacity: amounts, ...sourceDefaults },
    },
    status: pending,
  },
  make: ["spec", "status"],
};

/**
 * Defaults selector and labels of a ReplicationController to the labels of its template (core/v1
 * SetDefaults_ReplicationController).
 */
const fromTemplateLabels: Fill = (controller) => {
  const spec = recordAt(controller, "spec");
  const metadata = recordAt(controller, "metadata");
  const { labels } = recordAt(recordAt(spec, "template"), "metadata");
  if (labels === undefined) return controller;
  const selects = Object.keys(recordAt(spec, "selector")).length > 0;
  const labelled = Object.keys(recordAt(metadata, "labels")).length > 0;
  if (selects && labelled) return controller;
  return {
    ...controller,
    ...(!selects && { spec: { ...spec, selector: labels } }),
    ...(!labelled && { metadata: { ...metadata, labels } }),
  };
};

export const replicationControllerDefaults: Defaults = {
  inside: { spec: { setPointers: { replicas: 1 }, inside: { template: templateDefaults } } },
  make: ["spec"],
  rules: [fromTemplateLabels],
};

export const podTemplateDefaults: Defaults = { inside: { template: templateDefaults }, make: ["template"] };
