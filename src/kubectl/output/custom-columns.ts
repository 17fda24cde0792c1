import { isObject, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { compileJsonPath } from "../../apiextensions/columns/json-path.ts";
import type { Invocation } from "../invocation.ts";
import { itemsAt, kindOf } from "../json-access.ts";
import { KubectlError } from "../kubectl-error.ts";
import { goText } from "./print-table.ts";
import { relaxedPath } from "./sort-by.ts";
import { alignTabs, tableWidths } from "./tab-writer.ts";

interface Column {
  readonly header: string;
  readonly find: (value: JsonValue) => Iterable<JsonValue>;
}

/** The printer of `-o custom-columns=` and `custom-columns-file=` (get.CustomColumnsPrinter). */
export async function createColumnsPrinter(invocation: Invocation): Promise<(object: JsonObject) => void> {
  const { flags, out } = invocation;
  const columns = await columnsOf(invocation);
  return (object) => {
    const objects = kindOf(object).endsWith("List") ? itemsAt(object, "items") : [object];
    const lines = objects.filter(isObject).map((each) => columns.map(({ find }) => cellOf([...find(each)])).join("\t"));
    const header = columns.map(({ header: title }) => title).join("\t");
    const all = flags.bool("no-headers") ? lines : [header, ...lines];
    out(alignTabs(all.map((line) => `${line}\n`).join(""), tableWidths));
  };
}

const cellOf = (values: readonly JsonValue[]): string =>
  values.length === 0 ? "<none>" : values.map(goText).join(",");

async function columnsOf({ flags, session }: Invocation): Promise<readonly Column[]> {
  const output = flags.text("output");
  const equals = output.indexOf("=");
  const spec = equals < 0 ? "" : output.slice(equals + 1);
  if (!output.startsWith("custom-columns-file")) {
    if (spec === "") throw new KubectlError("custom-columns format specified but no custom columns given");
    return spec.split(",").map((part) => {
      const colon = part.indexOf(":");
      if (colon < 0)
        throw new KubectlError(`unexpected custom-columns spec: ${part}, expected <header>:<json-path-expr>`);
      return { header: part.slice(0, colon), find: compileJsonPath(relaxedPath(part.slice(colon + 1))) };
    });
  }
  const text = await session.files.read(spec);
  if (text === undefined)
    throw new KubectlError(`error reading template ${spec}, open ${spec}: no such file or directory\n`);
  const [headers = "", paths = ""] = text.split("\n");
  const fields = paths.trim().split(/\s+/);
  return headers
    .trim()
    .split(/\s+/)
    .map((header, i) => ({ header, find: compileJsonPath(relaxedPath(fields[i] ?? "")) }));
}
