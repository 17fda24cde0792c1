import { decodeJson } from "../../apimachinery/json/decode.ts";
import { encodeJson } from "../../apimachinery/json/encode.ts";
import type { JsonObject } from "../../apimachinery/json/value.ts";
import { answerLines } from "../../client/answer-text.ts";
import type { Invocation } from "../invocation.ts";
import { kindOf, nameOf, objectAt, objectsOf, textAt } from "../json-access.ts";
import { KubectlError, throwAll } from "../kubectl-error.ts";
import { createPrinter } from "../output/printer.ts";
import { TablePrinter } from "../output/print-table.ts";
import { type Cells, tableWidths } from "../output/tab-writer.ts";
import { build } from "../resource/builder.ts";
import { pathOf } from "../resource/mapper.ts";
import { getFormats, tableAccept, tableOptions } from "./get-options.ts";

/** `kubectl get --watch`: prints what is there, then every change until it is aborted. */
export async function watch(invocation: Invocation): Promise<void> {
  const { flags, args, rest, signal, session } = invocation;
  const output = flags.text("output");
  const isTable = output === "" || output === "wide";
  const everywhere = flags.bool("all-namespaces");
  const accept = isTable ? tableAccept : undefined;
  const sorts = flags.text("sort-by") !== "";
  const query = sorts && isTable ? { includeObject: "Object" } : {};
  checkUse(invocation, sorts);
  const found = await build(invocation, {
    args,
    allowEmptySelector: true,
    allNamespaces: everywhere,
    whole: true,
    query,
    chunkSize: flags.int("chunk-size"),
    ...(accept !== undefined && { accept }),
  });
  throwAll(found.errors);
  const [info] = found.infos;
  if (info === undefined)
    throw new KubectlError(
      "watch is only supported on individual resources and resource collections - more than 1 resource was found",
    );
  const print = await watchPrinter(invocation, isTable, everywhere && info.resource.namespaced);
  const events = flags.bool("output-watch-events");
  if (!flags.bool("watch-only"))
    for (const { object } of found.infos) {
      const items = isTable || found.single || found.infos.length > 1 ? [object] : objectsOf(object);
      for (const item of items) print(item, events ? "ADDED" : undefined);
    }
  if (found.infos.length > 1)
    throw new KubectlError("you may only watch a single resource or type of resource at a time");
  const ending = new AbortController();
  const { timeoutMs } = rest;
  const late = new Promise<undefined>((resolve) => {
    if (timeoutMs > 0) session.clock.after(timeoutMs, () => resolve(undefined));
  });
  const answer = await rest.send({
    method: "GET",
    path: pathOf(info.resource, info.namespace),
    signal: AbortSignal.any([signal, ending.signal]),
    query: {
      ...query,
      watch: "true",
      labelSelector: flags.text("selector"),
      fieldSelector: found.single ? `metadata.name=${info.name || nameOf(info.object)}` : flags.text("field-selector"),
      resourceVersion: found.single ? "0" : textAt(info.object, "metadata", "resourceVersion"),
    },
    ...(accept !== undefined && { accept }),
  });
  let first = found.single;
  const changes = answerLines(answer.body);
  for (;;) {
    const next = await Promise.race([changes.next(), late]);
    if (next === undefined) return ending.abort();
    if (next.done === true || signal.aborted) return;
    for (const line of next.value.filter((each) => each !== "")) {
      const event = decodeJson(line);
      const object = objectAt(event, "object");
      if (!first) print(object, events ? textAt(event, "type") : undefined);
      first = false;
    }
  }
}

/** Warns of sorting, and throws a KubectlError for several types. */
function checkUse({ args, flags, err }: Invocation, sorts: boolean): void {
  if (sorts)
    err(
      flags.bool("watch-only")
        ? "warning: --watch-only requested, --sort-by will be ignored\n"
        : "warning: --watch requested, --sort-by will be ignored for watch events received\n",
    );
  const types = args.find((arg) => !arg.includes("/")) ?? "";
  if (types.includes(",")) throw new KubectlError("you may only specify a single resource type");
}

async function watchPrinter(invocation: Invocation, isTable: boolean, withNamespace: boolean) {
  const { out } = invocation;
  if (!isTable) {
    const print = await createPrinter(invocation, getFormats);
    const output = invocation.flags.text("output").toLowerCase();
    return (object: JsonObject, type?: string): void => {
      if (type === undefined || output === "name") print(object);
      else if (output === "json") out(`{"type":${encodeJson(type)},"object":${encodeJson(object)}}\n`);
      else print({ type, object });
    };
  }
  const table = new TablePrinter(tableOptions(invocation, withNamespace, ""));
  const widths: number[] = [];
  return (object: JsonObject, type?: string): void => {
    if (kindOf(object) !== "Table") return;
    out(remembering(table.lines(object, type), widths));
  };
}

/** Aligns a block with columns at least as wide as those of the blocks before. */
function remembering(rows: readonly Cells[], widths: number[]): string {
  if (rows.length === 0) return "";
  for (const row of rows)
    row
      .slice(0, -1)
      .forEach((cell, i) => (widths[i] = Math.max(widths[i] ?? tableWidths.least, cell.length + tableWidths.padding)));
  const aligned = rows.map((row) =>
    row.map((cell, i) => (i < row.length - 1 ? cell.padEnd(widths[i] ?? 0) : cell)).join(""),
  );
  return `${aligned.join("\n")}\n`;
}
