import type { KubeObject } from "../../apimachinery/meta.ts";
import type { TableColumn, TableLayout } from "../../apiserver/registry/table-column.ts";
import { recordAt, recordsAt, stringAt } from "../record.ts";
import { ageColumn, at, boolean, integer, nameColumn, printed, sizeOf, stringIn, text } from "../table-cells.ts";

/** The annotations that mark the default of a kind. */
const defaultStorageClass = [
  "storageclass.kubernetes.io/is-default-class",
  "storageclass.beta.kubernetes.io/is-default-class",
];
const defaultAttributesClass = ["volumeattributesclass.alpha.kubernetes.io/is-default-class"];

/** Column for the name of a class, which says so where an annotation marks it as the default. */
const classNameColumn = (marks: readonly string[]): TableColumn => ({
  ...nameColumn,
  cell: ({ metadata: { name = "", annotations = {} } }) =>
    marks.some((mark) => annotations[mark] === "true") ? `${name} (default)` : name,
});

export const storageClassTable: TableLayout = {
  columns: [
    classNameColumn(defaultStorageClass),
    text("Provisioner", "Who makes its volumes.", (object) => stringIn("", object, "provisioner")),
    text("ReclaimPolicy", "What becomes of volumes after their claim.", (object) =>
      printed("Delete", object["reclaimPolicy"]),
    ),
    text("VolumeBindingMode", "When claims are bound.", (object) => printed("Immediate", object["volumeBindingMode"])),
    text("AllowVolumeExpansion", "Whether volumes may grow.", (object) => at(object, "allowVolumeExpansion") === true),
    ageColumn,
  ],
};

export const volumeAttributesClassTable: TableLayout = {
  columns: [
    classNameColumn(defaultAttributesClass),
    text("DriverName", "Whose volumes it is for.", (object) => stringIn("", object, "driverName")),
    ageColumn,
  ],
};

export const volumeAttachmentTable: TableLayout = {
  columns: [
    nameColumn,
    {
      ...text("Attacher", "Who attaches the volume.", (object) => stringIn("", object, "spec", "attacher")),
      format: "name",
    },
    text("PV", "The volume.", (object) => stringIn("", object, "spec", "source", "persistentVolumeName")),
    text("Node", "The node that it is attached to.", (object) => stringIn("", object, "spec", "nodeName")),
    boolean("Attached", "Whether it is attached.", (object) => at(object, "status", "attached") === true),
    ageColumn,
  ],
};

export const csiNodeTable: TableLayout = {
  columns: [
    nameColumn,
    integer("Drivers", "Drivers indicates the number of CSI drivers registered on the node", (object) =>
      sizeOf(at(object, "spec", "drivers")),
    ),
    ageColumn,
  ],
};

export const csiStorageCapacityTable: TableLayout = {
  columns: [
    nameColumn,
    text("StorageClassName", "The class that the room is for.", (object) => stringIn("", object, "storageClassName")),
    text("Capacity", "How much room there is.", (object) => stringIn("<unset>", object, "capacity")),
  ],
};

const listText = (value: unknown): string => (Array.isArray(value) && value.join(",")) || "<none>";

function audiences(driver: KubeObject): string {
  const requests = recordsAt(recordAt(driver, "spec"), "tokenRequests");
  return requests.length === 0 ? "<unset>" : requests.map((request) => stringAt(request, "audience")).join(",");
}

const flag = (name: string, description: string, member: string, otherwise: boolean) =>
  boolean(name, description, (object) => {
    const value = at(object, "spec", member);
    return typeof value === "boolean" ? value : otherwise;
  });

export const csiDriverTable: TableLayout = {
  columns: [
    nameColumn,
    flag("AttachRequired", "Whether volumes must be attached.", "attachRequired", true),
    flag("PodInfoOnMount", "Whether it wants to know the pod.", "podInfoOnMount", false),
    flag("StorageCapacity", "Whether it says how much room there is.", "storageCapacity", false),
    text("TokenRequests", "Whom tokens are for.", audiences),
    flag("RequiresRepublish", "Whether mounts are repeated.", "requiresRepublish", false),
    text("Modes", "How volumes live.", (object) => listText(at(object, "spec", "volumeLifecycleModes"))),
    ageColumn,
  ],
};
