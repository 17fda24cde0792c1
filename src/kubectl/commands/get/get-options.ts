import { humanDuration } from "../../../apimachinery/human-duration.ts";
import { textAt } from "../../json-access.ts";
import type { Invocation } from "../../invocation.ts";
import {
  createPrinter,
  formatsOf,
  hasTwoArguments,
  objectFormats,
  type Print,
  unknownFormat,
} from "../../output/printer.ts";
import type { TableOptions } from "../../output/print-table.ts";

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

/** Throws what is said of an output format that there is not. */
function checkFormat(invocation: Invocation): void {
  const output = invocation.flags.text("output");
  const format = output.split("=")[0] ?? "";
  const formats = formatsOf(invocation, getFormats);
  const known =
    formats.includes(format) || (/^(?:json|k?yaml|name)$/i.test(output) && formats.includes(output.toLowerCase()));
  if (output !== "" && (!known || hasTwoArguments(invocation.flags) || /^(?:json|k?yaml|name|wide)=/.test(output)))
    throw unknownFormat(output, formats);
}

/** The printer of objects that are not shown as a table. Throws a KubectlError for a format that there is not. */
export async function createGetPrinter(invocation: Invocation): Promise<Print> {
  checkFormat(invocation);
  if (!invocation.flags.text("output").startsWith("custom-columns")) return createPrinter(invocation, getFormats);
  return (await import("../../output/custom-columns.ts")).createColumnsPrinter(invocation);
}
