import { defaulter } from "../defaulting.ts";
import type { GroupBehaviors } from "../define-resource.ts";
import {
  csiDriverTable,
  csiNodeTable,
  csiStorageCapacityTable,
  storageClassTable,
  volumeAttachmentTable,
  volumeAttributesClassTable,
} from "./columns.ts";
import { csiDriverDefaults, csiDriverStrategy } from "./csi-driver.ts";
import { csiNodeDefaults, csiNodeStrategy } from "./csi-node.ts";
import { csiStorageCapacityStrategy } from "./csi-storage-capacity.ts";
import { defaultStorageClass, storageClassStrategy } from "./storage-class.ts";
import {
  volumeAttachmentDefaults,
  volumeAttachmentStatusStrategy,
  volumeAttachmentStrategy,
} from "./volume-attachment.ts";
import { volumeAttributesClassStrategy } from "./volume-attributes-class.ts";

/** The behaviors of storage.k8s.io. */
export const storageBehaviors: GroupBehaviors = {
  csidrivers: { strategy: csiDriverStrategy, default: defaulter(csiDriverDefaults), table: csiDriverTable },
  csinodes: { strategy: csiNodeStrategy, default: defaulter(csiNodeDefaults), table: csiNodeTable },
  csistoragecapacities: { strategy: csiStorageCapacityStrategy, table: csiStorageCapacityTable },
  storageclasses: { strategy: storageClassStrategy, default: defaultStorageClass, table: storageClassTable },
  volumeattachments: {
    strategy: volumeAttachmentStrategy,
    default: defaulter(volumeAttachmentDefaults),
    table: volumeAttachmentTable,
    subresourceBehaviors: { status: { strategy: volumeAttachmentStatusStrategy } },
  },
  volumeattributesclasses: { strategy: volumeAttributesClassStrategy, table: volumeAttributesClassTable },
};
