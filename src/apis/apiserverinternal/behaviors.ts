import type { GroupBehaviors } from "../define-resource.ts";
import { storageVersionTable } from "./columns.ts";
import { storageVersionStatusStrategy, storageVersionStrategy } from "./storage-version.ts";

/** The behaviors of internal.apiserver.k8s.io. */
export const apiserverinternalBehaviors: GroupBehaviors = {
  storageversions: {
    strategy: storageVersionStrategy,
    table: storageVersionTable,
    subresourceBehaviors: { status: { strategy: storageVersionStatusStrategy } },
  },
};
