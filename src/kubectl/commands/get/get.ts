import { isList, type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import { isObject } from "../../../apimachinery/json/value.ts";
import { isNotFound } from "../../../apimachinery/errors.ts";
import type { Invocation } from "../../invocation.ts";
import { itemsAt, kindOf, textAt, valueAt } from "../../json-access.ts";
import { KubectlError, PlainError, throwAll, usageError } from "../../kubectl-error.ts";
import { TablePrinter } from "../../output/print-table.ts";
import { alignLines, type Cells, tableWidths } from "../../output/tab-writer.ts";
import { klogLine } from "../../rest/request-log.ts";
import { build } from "../../resource/builder.ts";
import type { Found, Info } from "../../resource/info.ts";
import { kindAndGroup } from "../../resource/mapper.ts";
import { mapperOf } from "../../resource/mapper-of.ts";
import { relaxedPath, sortValues, UnsortableError } from "../../output/sort-by.ts";
import { createGetPrinter, tableAccept, tableOptions } from "./get-options.ts";

/** `kubectl get`. */
export async function get(invocation: Invocation): Promise<void> {
  const { flags, args } = invocation;
  if (flags.text("raw") !== "") return getRaw(invocation);
  const watches = flags.bool("watch") || flags.bool("watch-only");
  if (watches) warnOfSorting(invocation);
  else if (args.length === 0 && flags.list("filename").length === 0 && flags.text("kustomize") === "")
    return refuseEmpty(invocation);
  const output = flags.text("output");
  if (flags.bool("show-labels") && output !== "" && output !== "wide")
    throw new KubectlError(`--show-labels option cannot be used with ${output} printer`);
  if (flags.bool("output-watch-events") && !watches)
    throw new KubectlError("--output-watch-events option can only be used with --watch or --watch-only");
  if (watches) return (await import("./get-watch.ts")).watch(invocation);
  const isTable = (output === "" && flags.text("template") === "") || output === "wide";
  return isTable ? getTable(invocation) : getObjects(invocation);
}

/** Says that what is watched is not sorted. */
function warnOfSorting({ flags, err }: Invocation): void {
  if (flags.text("sort-by") === "") return;
  err(
    flags.bool("watch")
      ? "warning: --watch requested, --sort-by will be ignored for watch events received\n"
      : "warning: --watch-only requested, --sort-by will be ignored\n",
  );
}

async function getRaw({ flags, args, rest, out }: Invocation): Promise<void> {
  const raw = flags.text("raw");
  if (args.length > 0) throw new KubectlError("arguments may not be passed when --raw is specified");
  if (flags.bool("watch") || flags.bool("watch-only") || flags.text("selector") !== "")
    throw new KubectlError(
      "--raw may not be specified with other flags that filter the server request or alter the output",
    );
  if (flags.text("output") !== "") throw new KubectlError("--raw and --output are mutually exclusive");
  if (!raw.startsWith("/"))
    throw new KubectlError(`--raw must be a valid URL path: parse ${JSON.stringify(raw)}: invalid URI for request`);
  out(await rest.text({ method: "GET", path: raw, accept: "*/*" }));
}

function refuseEmpty({ err, path }: Invocation): never {
  err(
    'You must specify the type of resource to get. Use "kubectl api-resources" for a complete list of supported resources.\n\n',
  );
  throw usageError(
    path,
    'Required resource not specified.\nUse "kubectl explain <resource>" for a detailed description of that resource (e.g. kubectl explain pods).',
  );
}

async function find(invocation: Invocation, accept: string | undefined): Promise<Found> {
  const { flags, args } = invocation;
  const sorts = flags.text("sort-by") !== "";
  const found = await build(invocation, {
    args,
    allowEmptySelector: true,
    allNamespaces: flags.bool("all-namespaces"),
    chunkSize: sorts ? 0 : flags.int("chunk-size"),
    subresource: flags.text("subresource"),
    ...(accept !== undefined && { accept }),
    ...(sorts && accept !== undefined && { query: { includeObject: "Object" } }),
  });
  if (!flags.bool("ignore-not-found")) return found;
  return { ...found, errors: found.errors.filter((error) => !isNotFound(error)) };
}

async function getTable(invocation: Invocation): Promise<void> {
  const { flags, out, err } = invocation;
  const plain = !flags.bool("server-print");
  const { infos: unsorted, errors } = await find(invocation, plain ? undefined : tableAccept);
  const infos = sorted(invocation, unsorted);
  const withKind = new Set(infos.map(({ resource }) => kindAndGroup(resource))).size > 1 || flags.bool("show-kind");
  const everywhere = flags.bool("all-namespaces");
  let text = "";
  let printer: TablePrinter | undefined;
  let last: string | undefined;
  let block: Cells[] = [];
  const flush = (): void => {
    if (block.length > 0 && text !== "" && !flags.bool("no-headers")) text += "\n";
    text += alignLines([...block, [""]], tableWidths);
    block = [];
  };
  for (const { resource, object } of infos) {
    const kind = kindAndGroup(resource);
    if (printer === undefined || kind !== last) {
      flush();
      printer = new TablePrinter(tableOptions(invocation, everywhere && resource.namespaced, withKind ? kind : ""));
      last = kind;
    }
    for (const line of printer.lines(object)) block.push(line);
  }
  flush();
  out(text);
  if (text === "" && !flags.bool("ignore-not-found") && errors.length === 0) {
    const within = !everywhere && infos.every(({ resource }) => resource.namespaced);
    err(within ? `No resources found in ${invocation.namespace} namespace.\n` : "No resources found\n");
  }
  throwAll(errors);
}

/** Ends as the process of kubectl does where keys have no order: with a line of its log. Throws a KubectlError. */
function orUnsortable<T>({ flags, session }: Invocation, [place, type]: readonly [string, string], sort: () => T): T {
  try {
    return sort();
  } catch (error) {
    if (!(error instanceof UnsortableError)) throw error;
    const field = relaxedPath(flags.text("sort-by"));
    const text = `Field ${field} in ${type} is an unsortable type: interface, err: ${error.message}`;
    throw new PlainError(klogLine("F", session.clock.now(), place, text));
  }
}

/** The places of kubectl's source that end it, and the types that they sort. */
const [ofRows, ofObjects] = [
  ["sorter.go:375", "[][][]reflect.Value"],
  ["sorter.go:329", "*unstructured.Unstructured"],
] as const;

/** Sorts several objects or tables, and the rows of each table of more than one (get.RuntimeSorter, SortingPrinter). */
function sorted(invocation: Invocation, infos: readonly Info[]): readonly Info[] {
  const field = invocation.flags.text("sort-by");
  if (field === "") return infos;
  const ordered =
    infos.length < 2
      ? infos
      : orUnsortable(invocation, ofObjects, () => sortValues(infos, field, ({ object }) => object));
  return ordered.map((info) => {
    const given = itemsAt(info.object, "rows");
    if (kindOf(info.object) !== "Table" || given.length < 2) return info;
    const rows = orUnsortable(invocation, ofRows, () =>
      sortValues(given, field, (row) => valueAt(row, "object") ?? null, false),
    );
    return { ...info, object: { ...info.object, rows } };
  });
}

async function getObjects(invocation: Invocation): Promise<void> {
  const { flags } = invocation;
  await mapperOf(invocation);
  const found = await find(invocation, undefined);
  if (found.errors.length > 0 && found.single) throwAll(found.errors);
  if (found.infos.length === 0 && flags.bool("ignore-not-found")) return throwAll(found.errors);
  const print = await createGetPrinter(invocation);
  const given = found.infos.map(({ object }) => object);
  const [only] = given;
  // One object that is asked for by its name is no list, and is not sorted.
  const objects = found.single
    ? given
    : orUnsortable(invocation, ofObjects, () => sortValues(given, flags.text("sort-by"), (object) => object));
  print(
    found.single && only !== undefined && objects.length === 1 && !isListObject(only)
      ? only
      : listOf(objects, found.single ? only : undefined),
  );
  throwAll(found.errors);
}

const isListObject = (object: JsonObject): boolean => isList(object["items"]) && kindOf(object).endsWith("List");

function listOf(objects: readonly JsonValue[], list: JsonObject | undefined): JsonObject {
  const items = list === undefined ? objects : itemsAt(list, "items");
  return {
    apiVersion: "v1",
    items: items.filter(isObject),
    kind: "List",
    metadata: { resourceVersion: textAt(list, "metadata", "resourceVersion") },
  };
}
