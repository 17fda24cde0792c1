import type { JsonValue } from "../../apimachinery/json/value.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";

/** A column of a table (meta/v1 TableColumnDefinition) with the function that computes its cells. */
export interface TableColumn {
  readonly name: string;
  readonly type: "string" | "integer" | "number" | "boolean" | "date";
  readonly format?: string;
  readonly description?: string;
  /** Columns with a priority greater than 0 are shown only in wide output. */
  readonly priority?: number;
  /** Computes the cell for an object of the served version; `now` is in milliseconds. */
  cell(object: KubeObject, now: number): JsonValue;
}

/** A condition of a row (meta/v1 TableRowCondition). */
export interface TableRowCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

/** The table layout of a kind. */
export interface TableLayout {
  readonly columns: readonly TableColumn[];
  conditions?(object: KubeObject): readonly TableRowCondition[];
  /** The order of the rows; they are sorted by name by default. */
  compare?(a: KubeObject, b: KubeObject): number;
}
