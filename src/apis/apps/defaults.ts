import { persistentVolumeClaimDefaults } from "../core/defaults.ts";
import { templateDefaults } from "../core/pod/defaults.ts";
import { memberIs, when, type Defaults } from "../defaulting.ts";

const rolling = memberIs("type", "RollingUpdate");

const rollingUpdate = (values: Readonly<Record<string, string | number>>): Defaults => ({
  set: { type: "RollingUpdate" },
  rules: [when(rolling, { inside: { rollingUpdate: { setPointers: values } }, make: ["rollingUpdate"] })],
});

/** apps/v1 SetDefaults_Deployment. */
export const deploymentDefaults: Defaults = {
  inside: {
    spec: {
      setPointers: { replicas: 1, revisionHistoryLimit: 10, progressDeadlineSeconds: 600 },
      inside: { template: templateDefaults, strategy: rollingUpdate({ maxUnavailable: "25%", maxSurge: "25%" }) },
      make: ["strategy"],
    },
  },
};

/** apps/v1 SetDefaults_ReplicaSet. */
export const replicaSetDefaults: Defaults = {
  inside: { spec: { setPointers: { replicas: 1 }, inside: { template: templateDefaults } } },
};

/** apps/v1 SetDefaults_DaemonSet. */
export const daemonSetDefaults: Defaults = {
  inside: {
    spec: {
      setPointers: { revisionHistoryLimit: 10 },
      inside: { template: templateDefaults, updateStrategy: rollingUpdate({ maxUnavailable: 1, maxSurge: 0 }) },
      make: ["updateStrategy"],
    },
  },
};

/** apps/v1 SetDefaults_StatefulSet; volume claim templates get their apiVersion and kind. */
export const statefulSetDefaults: Defaults = {
  inside: {
    spec: {
      set: { podManagementPolicy: "OrderedReady" },
      setPointers: { replicas: 1, revisionHistoryLimit: 10 },
      inside: {
        template: templateDefaults,
        updateStrategy: rollingUpdate({ partition: 0 }),
        persistentVolumeClaimRetentionPolicy: { set: { whenDeleted: "Retain", whenScaled: "Retain" } },
      },
      make: ["updateStrategy", "persistentVolumeClaimRetentionPolicy"],
      each: {
        volumeClaimTemplates: {
          ...persistentVolumeClaimDefaults,
          set: { kind: "PersistentVolumeClaim", apiVersion: "v1" },
        },
      },
    },
  },
};
