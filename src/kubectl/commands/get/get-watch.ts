import { decodeJson } from "../../../apimachinery/json/decode.ts";
import { encodeJson } from "../../../apimachinery/json/encode.ts";
import type { JsonObject } from "../../../apimachinery/json/value.ts";
import { isNotFound } from "../../../apimachinery/errors.ts";
import type { Invocation } from "../../invocation.ts";
import { kindOf, nameOf, objectAt, objectsOf, textAt } from "../../json-access.ts";
import { KubectlError, throwAll } from "../../kubectl-error.ts";
import { TablePrinter } from "../../output/print-table.ts";
import { type Cells, cellsOf, rememberingWidths } from "../../output/tab-writer.ts";
import { watchLines } from "../../rest/watch-until.ts";
import { build } from "../../resource/builder.ts";
import { kindAndGroup, pathOf } from "../../resource/mapper.ts";
import { createGetPrinter, tableAccept, tableOptions } from "./get-options.ts";

/** `kubectl get --watch`: prints what is there, then every change until it is aborted. */
export async function watch(invocation: Invocation): Promise<void> {
  const { flags, args } = invocation;
  const output = flags.text("output");
  const isTable = output === "" || output === "wide";
  const everywhere = flags.bool("all-namespaces");
  const accept = isTable ? tableAccept : undefined;
  const sorts = flags.text("sort-by") !== "";
  const query = sorts && isTable ? { includeObject: "Object" } : {};
  checkUse(invocation);
  const found = await build(invocation, {
    args,
    allowEmptySelector: true,
    allNamespaces: everywhere,
    whole: true,
    query,
    chunkSize: flags.int("chunk-size"),
    ...(accept !== undefined && { accept }),
  });
  if (flags.bool("ignore-not-found") && found.errors.length > 0 && found.errors.every(isNotFound)) return;
  throwAll(found.errors);
  const [info] = found.infos;
  if (info === undefined)
    throw new KubectlError(
      "watch is only supported on individual resources and resource collections - more than 1 resource was found",
    );
  const kind = flags.bool("show-kind") ? kindAndGroup(info.resource) : "";
  const printer = await watchPrinter(invocation, isTable, kind);
  const events = flags.bool("output-watch-events");
  if (!flags.bool("watch-only"))
    for (const { object } of found.infos) {
      const items = isTable || found.single || found.infos.length > 1 ? [object] : objectsOf(object);
      for (const item of items) printer.print(item, events ? "ADDED" : undefined);
    }
  printer.flush();
  if (found.infos.length > 1)
    throw new KubectlError("you may only watch a single resource or type of resource at a time");
  const changes = watchLines(invocation, {
    method: "GET",
    path: pathOf(info.resource, info.namespace),
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
  for await (const lines of changes)
    for (const line of lines) {
      const event = decodeJson(line);
      if (!first) printer.print(objectAt(event, "object"), events ? textAt(event, "type") : undefined);
      first = false;
      printer.flush();
    }
}

/** Throws a KubectlError for several types. */
function checkUse({ args }: Invocation): void {
  const types = args.find((arg) => !arg.includes("/")) ?? "";
  if (types.includes(",")) throw new KubectlError("you may only specify a single resource type");
}

/** What is printed of objects and of events; the columns of all that is printed keep their widths. */
interface WatchPrinter {
  print(object: JsonObject, type?: string): void;
  /** Writes what was printed since the last time. */
  flush(): void;
}

async function watchPrinter(invocation: Invocation, isTable: boolean, kind: string): Promise<WatchPrinter> {
  const { out, flags } = invocation;
  const widths: number[] = [];
  if (!isTable) {
    let text = "";
    const write = (part: string): void => void (text += part);
    const print = await createGetPrinter({ ...invocation, out: write });
    const output = flags.text("output").toLowerCase();
    return {
      print(object, type) {
        if (type === undefined || output === "name") print(object);
        else if (output === "json") write(`{"type":${encodeJson(type)},"object":${encodeJson(object)}}\n`);
        else print({ type, object });
      },
      flush() {
        if (text !== "") out(rememberingWidths(cellsOf(text), widths));
        text = "";
      },
    };
  }
  const table = new TablePrinter(tableOptions(invocation, flags.bool("all-namespaces"), kind));
  let lines: Cells[] = [];
  return {
    print(object, type) {
      if (kindOf(object) === "Table") for (const line of table.lines(object, type)) lines.push(line);
    },
    flush() {
      if (lines.length > 0) out(`${rememberingWidths(lines, widths)}\n`);
      lines = [];
    },
  };
}
