import { messageOf } from "../apimachinery/message-of.ts";
import { pushAll } from "../apimachinery/long-lists.ts";
import { isRecord } from "../apimachinery/is-record.ts";
import { decodeJson } from "../apimachinery/json/decode.ts";
import { Double, type JsonObject, type JsonValue } from "../apimachinery/json/value.ts";
import { asJson, type KubeObject } from "../apimachinery/meta.ts";
import { inCreationOrder } from "./object-order.ts";
import { checkDepth, readObject } from "./read-world.ts";
import { asWritten, definedGroupKind, groupKindOf } from "./server-fields.ts";
import { UnreadableWorldError } from "./world.ts";

/**
 * Formats objects as a YAML stream that `kubectl apply -f` takes on any cluster: without fields of the server, and in
 * an order in which they can be created.
 */
export async function formatManifests(objects: readonly KubeObject[]): Promise<string> {
  const { stringify } = await import("yaml");
  const options = { indentSeq: false, lineWidth: 0, aliasDuplicateObjects: false, version: "1.1" } as const;
  const ordered = inCreationOrder(objects).map(asWritten);
  const documents = ordered.map((object) => `---\n${stringify(plain(asJson(inReadingOrder(object))), options)}`);
  return (needsSecondRun(ordered) ? secondRun : "") + documents.join("");
}

/** kubectl looks up the kinds of a file before it creates any object of it. */
const secondRun = `# This file defines kinds and contains objects of them. Where the definitions are not installed yet,
# run kubectl apply twice: the first time it creates the definitions only.
`;

function needsSecondRun(objects: readonly KubeObject[]): boolean {
  const kinds = new Set(objects.map(groupKindOf));
  return objects.some((object) => kinds.has(definedGroupKind(object) ?? ""));
}

/** Members in the order of the Kubernetes documentation. */
export function inReadingOrder({ apiVersion, kind, metadata, ...rest }: KubeObject): KubeObject {
  const { name, namespace, ...more } = metadata;
  return {
    apiVersion,
    kind,
    metadata: { name, ...(namespace !== undefined && { namespace }), ...more },
    ...rest,
  } as KubeObject;
}

/** Returns a value without whole floats as objects; `yaml` knows all others. */
function plain(value: JsonValue): unknown {
  if (value instanceof Double) return value.value;
  if (Array.isArray(value)) return value.map(plain);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value as Readonly<Record<string, JsonValue>>).map(([name, member]) => [name, plain(member)]),
  );
}

/** The largest document; a server accepts no larger object. */
const largestDocument = 3 * 1024 * 1024;

export interface ReadProgress {
  readonly done: number;
  readonly total: number;
}

export interface ReadManifestsOptions {
  /** Called between documents; awaiting it lets other work run. */
  readonly onProgress?: (progress: ReadProgress) => Promise<void> | void;
}

/**
 * Reads the objects of a YAML or JSON stream, with those of lists. Rejects with an UnreadableWorldError that names the
 * document.
 */
export async function parseManifests(
  text: string,
  { onProgress }: ReadManifestsOptions = {},
): Promise<readonly KubeObject[]> {
  const documents = splitDocuments(text);
  const objects: KubeObject[] = [];
  for (const [i, document] of documents.entries()) {
    await onProgress?.({ done: i, total: documents.length });
    const where = documents.length === 1 ? "The file" : `Document ${i + 1} of ${documents.length}`;
    pushAll(objects, objectsOf(await parseDocument(document, where), where));
  }
  if (objects.length === 0) throw new UnreadableWorldError("The file contains no Kubernetes objects.");
  return objects;
}

/**
 * Splits a stream at its document markers, and between JSON objects on lines of their own. Neither is possible within a
 * document: YAML allows markers nowhere else at the start of a line, and JSON no line breaks in texts.
 */
const splitDocuments = (text: string): readonly string[] =>
  text
    .split(/^---(?=\s|$)/m)
    .flatMap((part) => (looksLikeJson(part) ? part.split(/(?<=\})[ \t\r]*\n(?=\{)/) : [part]))
    .filter((part) => part.split("\n").some((line) => !/^\s*(#.*)?$/.test(line)));

const looksLikeJson = (text: string): boolean => /^\s*[{[]/.test(text);

async function parseDocument(text: string, where: string): Promise<JsonValue> {
  try {
    return looksLikeJson(text) ? await parseJson(text, where) : await parseYaml(text, where);
  } catch (cause) {
    if (cause instanceof UnreadableWorldError) throw cause;
    const message = firstLineOf(cause);
    const reason = /call stack/.test(message) ? "it is nested too deeply" : message;
    throw new UnreadableWorldError(`${where} cannot be read: ${reason}`, { cause });
  }
}

/** Parses JSON, or YAML that begins as JSON does. Of what is neither, the fault as JSON is reported. */
async function parseJson(text: string, where: string): Promise<JsonValue> {
  try {
    return decodeJson(text);
  } catch (cause) {
    try {
      return await parseYaml(text, where);
    } catch {
      throw cause;
    }
  }
}

const firstLineOf = (cause: unknown): string => messageOf(cause).split("\n")[0]?.slice(0, 300) ?? "";

/** Hundreds of collections that begin within each other, on which the YAML parser would spend seconds. */
const deepNesting = /(?:[[{][^[\]{}\n]{0,40}){500}|(?:[-?][ \t]+){500}/;

async function parseYaml(text: string, where: string): Promise<JsonValue> {
  if (text.length > largestDocument)
    throw new UnreadableWorldError(`${where} is larger than 3 MB, the limit of an object.`);
  if (deepNesting.test(text)) throw new UnreadableWorldError(`${where} is nested too deeply.`);
  const { parseDocument: parse } = await import("yaml");
  const document = parse(text, {
    version: "1.1",
    merge: true,
    intAsBigInt: true,
    logLevel: "silent",
    // kubectl reads dates as text
    customTags: (tags) => tags.filter((tag) => typeof tag === "string" || tag.tag !== "tag:yaml.org,2002:timestamp"),
  });
  const [error] = document.errors;
  if (error !== undefined) throw error;
  const value: unknown = document.toJS();
  return jsonOf(value);
}

/** Converts what YAML yields to JSON values: integers to numbers where those are exact. */
function jsonOf(value: unknown): JsonValue {
  switch (typeof value) {
    case "bigint":
      return Number.isSafeInteger(Number(value)) ? Number(value) : value;
    case "string":
    case "number":
    case "boolean":
      return value;
    default:
      if (Array.isArray(value)) return value.map(jsonOf);
      if (!isRecord(value)) return null;
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, jsonOf(member)]));
  }
}

function objectsOf(value: JsonValue, where: string): readonly KubeObject[] {
  checkDepth(value);
  if (value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item: JsonValue) => objectsOf(item, where));
  const items: unknown = isRecord(value) && String(value["kind"]).endsWith("List") ? value["items"] : undefined;
  if (isRecord(value) && Array.isArray(items))
    return items.flatMap((item: JsonValue) => objectsOf(withKindOf(value, item), where));
  const object = readObject(value);
  if (object === undefined)
    throw new UnreadableWorldError(`${where} is not a Kubernetes object: it needs apiVersion, kind and metadata.name.`);
  return [object];
}

/** Returns an item of a list with the kind that the list's says, unless it has one. */
function withKindOf(list: JsonObject, item: JsonValue): JsonValue {
  if (!isRecord(item) || item["kind"] !== undefined) return item;
  const { apiVersion = null } = list;
  return { apiVersion, kind: String(list["kind"]).slice(0, -"List".length), ...(item as JsonObject) };
}
