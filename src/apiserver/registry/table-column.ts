import type { JsonValue } from "../../apimachinery/json/value.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";

/** A column of a kind's tables (meta/v1 TableColumnDefinition), with what fills it. */
export interface TableColumn {
  readonly name: string;
  readonly type: "string" | "integer" | "number" | "boolean" | "date";
  readonly format?: string;
  readonly description?: string;
  /** Above 0 in wide tables only. */
  readonly priority?: number;
  /** The value of an object of the served version; `now` is in milliseconds. */
  cell(object: KubeObject, now: number): JsonValue;
}

/** A remark on a row (meta/v1 TableRowCondition). */
export interface TableRowCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

/** How objects of a kind are shown as rows. */
export interface TableLayout {
  readonly columns: readonly TableColumn[];
  conditions?(object: KubeObject): readonly TableRowCondition[];
  /** The order of the rows where it is not that of the names. */
  compare?(a: KubeObject, b: KubeObject): number;
}
