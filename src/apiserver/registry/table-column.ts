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
  /** Whether the column has no definition: upstream's rows of IP addresses have a cell more than columns. */
  readonly undefinedInTable?: true;
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
  /** The rank of an object, by which rows are sorted; by default they are sorted by name. */
  rank?(object: KubeObject): number;
}
