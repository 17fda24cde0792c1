import { humanDuration } from "../../../../apimachinery/human-duration.ts";
import type { KubeObject } from "../../../../apimachinery/meta.ts";
import type { TableColumn, TableLayout } from "../../../registry/table-column.ts";

const nameColumn: TableColumn = {
  name: "Name",
  type: "string",
  format: "name",
  description: "The object's name, which is unique in its namespace.",
  cell: ({ metadata }) => metadata.name ?? "",
};

const createdText = "When the object was created.";

/** How long ago an object was made, or undefined where that is not known. */
function ageOf({ metadata: { creationTimestamp } }: KubeObject, now: number): string | undefined {
  return creationTimestamp === undefined || creationTimestamp === null
    ? undefined
    : humanDuration(now - Date.parse(creationTimestamp));
}

/** Built-in kinds without columns of their own (rest.DefaultTableConvertor). */
export const nativeLayout: TableLayout = {
  columns: [
    nameColumn,
    {
      name: "Created At",
      type: "date",
      description: createdText,
      cell: ({ metadata }) => metadata.creationTimestamp ?? null,
    },
  ],
};

/** Custom kinds without columns of their own. */
export const customLayout: TableLayout = {
  columns: [
    nameColumn,
    { name: "Age", type: "date", description: createdText, cell: (object, now) => ageOf(object, now) ?? null },
  ],
};

const numberAt = (object: KubeObject, member: "spec" | "status"): number => {
  const part = object[member];
  const replicas: unknown = typeof part === "object" && part !== null && "replicas" in part ? part.replicas : 0;
  return typeof replicas === "number" ? replicas : 0;
};

const desired: Omit<TableColumn, "cell"> = {
  name: "Desired",
  type: "integer",
  description: "How many instances are wanted.",
};

const available: TableColumn = {
  name: "Available",
  type: "integer",
  description: "How many instances there are.",
  cell: (object) => numberAt(object, "status"),
};

const scaleAge = (type: TableColumn["type"]): TableColumn => ({
  name: "Age",
  type,
  description: createdText,
  cell: (object, now) => ageOf(object, now) ?? "<unknown>",
});

/** autoscaling/v1 Scale. */
export const scaleLayout: TableLayout = {
  columns: [
    { ...nameColumn, format: "" },
    { ...desired, cell: (object) => numberAt(object, "spec") },
    available,
    scaleAge("string"),
  ],
};

/** That of a custom kind, of which upstream prints the JSON: no instances are not said there. */
export const customScaleLayout: TableLayout = {
  columns: [
    nameColumn,
    { ...desired, cell: (object) => numberAt(object, "spec") || null },
    available,
    scaleAge("date"),
  ],
};
