import { isObject, type JsonObject } from "../../apimachinery/json/value.ts";
import { describeFound, type Found } from "../../apimachinery/jsonpath/found.ts";
import { JsonPath } from "../../apimachinery/jsonpath/json-path.ts";
import type { Invocation } from "../invocation.ts";
import { itemsAt, kindOf } from "../json-access.ts";
import { KubectlError } from "../kubectl-error.ts";
import { relaxedPath } from "./sort-by.ts";
import { alignTabs, tableWidths } from "./tab-writer.ts";

interface Column {
  readonly header: string;
  readonly path: string;
}

/** The printer of `-o custom-columns=` and `custom-columns-file=` (get.CustomColumnsPrinter). */
export async function createColumnsPrinter(invocation: Invocation): Promise<(object: JsonObject) => void> {
  const { flags, out } = invocation;
  const columns = await columnsOf(invocation);
  let isFirst = true;
  return (object) => {
    const objects = kindOf(object).endsWith("List") ? itemsAt(object, "items") : [object];
    const header = columns.map(({ header: title }) => title).join("\t");
    const headless = !isFirst || (flags.bool("no-headers") && !isFile(flags.text("output")));
    const lines = headless ? [] : [header];
    isFirst = false;
    // What was printed before a path failed stands: paths are read only then.
    try {
      const paths = columns.map(({ path }) => new JsonPath(path, { allowMissingKeys: true }));
      for (const each of objects.filter(isObject))
        lines.push(paths.map((path) => cellOf(path.findResults(each))).join("\t"));
    } finally {
      out(alignTabs(lines.map((line) => `${line}\n`).join(""), tableWidths));
    }
  };
}

/** The values of a path as one text; without any value of its first part, `<none>` stands before those of others. */
function cellOf(results: readonly (readonly Found[])[]): string {
  const texts = results.flat().map((found) => escapeTerminal(describeFound(found)));
  return ((results[0]?.length ?? 0) === 0 ? ["<none>", ...texts] : texts).join(",");
}

/** A text without what would control a terminal (printers.EscapeTerminal). */
const escapeTerminal = (text: string): string => text.replaceAll("\u001b", "^[").replaceAll("\r", "\\r");

const columnOf = (header: string, field: string): Column => ({ header, path: relaxedPath(field) });

const missingLine = (which: string): KubectlError =>
  new KubectlError(
    `invalid template, missing ${which} line. Expected format is one line of space separated headers, one line of space separated column specs.`,
  );

const isFile = (output: string): boolean => output.startsWith("custom-columns-file");

async function columnsOf({ flags, session }: Invocation): Promise<readonly Column[]> {
  const output = flags.text("output");
  const equals = output.indexOf("=");
  const spec = equals < 0 ? flags.text("template") : output.slice(equals + 1);
  if (spec === "") throw new KubectlError("custom-columns format specified but no custom columns given");
  if (!isFile(output)) {
    return spec.split(",").map((part) => {
      const colon = part.indexOf(":");
      if (colon < 0)
        throw new KubectlError(`unexpected custom-columns spec: ${part}, expected <header>:<json-path-expr>`);
      return columnOf(part.slice(0, colon), part.slice(colon + 1));
    });
  }
  const text = await session.files.read(spec);
  if (text === undefined)
    throw new KubectlError(`error reading template ${spec}, open ${spec}: no such file or directory\n`);
  const lines = text.replace(/\n$/, "").split("\n");
  if (text === "" || lines.length < 2) throw missingLine(text === "" ? "header" : "spec");
  const [headers = [], fields = []] = lines.map((line) => line.split(/\s+/).filter((word) => word !== ""));
  if (headers.length !== fields.length)
    throw new KubectlError(
      `number of headers (${headers.length}) and field specifications (${fields.length}) don't match`,
    );
  return headers.map((header, i) => columnOf(header, fields[i] ?? ""));
}
