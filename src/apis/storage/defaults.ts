import type { Defaults } from "../defaulting.ts";

/** storage/v1 SetDefaults_CSIDriver. */
export const csiDriverDefaults: Defaults = {
  inside: {
    spec: {
      set: {
        attachRequired: true,
        podInfoOnMount: false,
        storageCapacity: false,
        fsGroupPolicy: "ReadWriteOnceWithFSType",
        volumeLifecycleModes: ["Persistent"],
        requiresRepublish: false,
        seLinuxMount: false,
      },
    },
  },
  make: ["spec"],
};
