import { humanDuration } from "../../apimachinery/human-duration.ts";
import { textAt } from "../json-access.ts";
import type { Invocation } from "../invocation.ts";
import { objectFormats } from "../output/printer.ts";
import type { TableOptions } from "../output/print-table.ts";

/** The media types of a table (get.GetOptions.transformRequests). */
export const tableAccept =
  "application/json;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json";

/** The output formats of `get`. */
export const getFormats = [...objectFormats, "custom-columns", "custom-columns-file", "wide"];

/** The options of tables that flags ask for. */
export const tableOptions = ({ flags, session }: Invocation, withNamespace: boolean, kind: string): TableOptions => ({
  wide: flags.text("output") === "wide",
  noHeaders: flags.bool("no-headers"),
  withNamespace,
  kind,
  showLabels: flags.bool("show-labels"),
  columnLabels: flags.list("label-columns"),
  ageOf: (object) => {
    const created = textAt(object, "metadata", "creationTimestamp");
    return created === "" ? "<unknown>" : humanDuration(session.clock.now() - Date.parse(created));
  },
});
