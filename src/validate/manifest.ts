import { messageOf } from "../apimachinery/message-of.ts";
import { decodeJson, decodeJsonReporting, JsonSyntaxError, type DecodedJson } from "../apimachinery/json/decode.ts";
import { encodeJson } from "../apimachinery/json/encode.ts";
import { isList, isObject, type JsonObject, type JsonValue } from "../apimachinery/json/value.ts";
import { parseFirstDocument } from "../apiserver/codec/yaml/parser.ts";
import { refuseControlCharacters } from "../apiserver/codec/yaml/source-text.ts";
import { yamlToJson } from "../apiserver/codec/yaml/to-json.ts";
import { kindOf, nameOf, namespaceOf, textAt } from "../kubectl/json-access.ts";
import { badSeparator, documentPartsOf } from "../kubectl/resource/documents.ts";
import { readExpectation, type Expectation } from "./expectation.ts";
import { lineOfError } from "./findings.ts";
import { firstLine } from "./places.ts";
import type { ObjectName, SourceFile } from "./report.ts";
import type { SourceText, Unreadable } from "./source-text.ts";
import { fieldOfSteps } from "./steps-of-field.ts";

/** An object to validate, and where it is from. */
export interface Manifest {
  readonly object: JsonObject;
  readonly source: SourceText;
  /** The path of the object in the text: `items`, `3` for one of a list. */
  readonly path: readonly string[];
  /** Fields that the text sets twice; the last one counts. */
  readonly duplicates: readonly string[];
  readonly expectations: readonly Expectation[];
}

/** What a file holds. */
export interface ReadFile {
  readonly manifests: readonly Manifest[];
  readonly unreadable: readonly Unreadable[];
}

/** What texts of documents were read to: the objects of the same text are the same. */
export class KnownDocuments {
  readonly #before: ReadonlyMap<string, ReadDocument>;
  readonly #now = new Map<string, ReadDocument>();
  readonly #builtBefore: ReadonlyMap<string, JsonObject>;
  readonly #built = new Map<string, JsonObject>();

  /** Begins with what was read since `before` was made. */
  constructor(before?: KnownDocuments) {
    this.#before = before === undefined ? new Map() : before.#now;
    this.#builtBefore = before === undefined ? new Map() : before.#built;
  }

  read(source: SourceText): ReadDocument {
    const key = `${source.file}\n${source.text}`;
    const known = this.#now.get(key) ?? this.#before.get(key) ?? readDocument(source);
    this.#now.set(key, known);
    if ("message" in known) return { ...known, source };
    return { ...known, manifests: known.manifests.map((manifest) => ({ ...manifest, source })) };
  }

  /** Returns the object that was built before and has the same content, or this one. */
  same(object: JsonObject): JsonObject {
    const key = encodeJson(object);
    const known = this.#built.get(key) ?? this.#builtBefore.get(key) ?? object;
    this.#built.set(key, known);
    return known;
  }
}

type ReadDocument =
  | {
      readonly manifests: readonly Manifest[];
      /** The line of the text, from 0, at which something follows the document that is not read. */
      readonly unread?: number | undefined;
    }
  | Unreadable;

const afterDocument = "kubectl reads nothing after the end of a document: begin another one with a line ---";

/**
 * Reads the objects of a file: documents of YAML or JSON, and the items of lists. Empty documents are left out, and so
 * are lists, and those that say neither `apiVersion` nor `kind`, in a file that was only found in a folder.
 */
export function readManifests(
  { name, text: written, isFound = false, trouble }: SourceFile,
  known = new KnownDocuments(),
): ReadFile {
  if (trouble !== undefined) {
    const source = { file: name, text: written, line: 0, template: "" };
    return { manifests: [], unreadable: [{ source, ...trouble }] };
  }
  const text = written.replace(/^\uFEFF/, "").replace(/\r\n/g, "\n");
  const manifests: Manifest[] = [];
  const unreadable: Unreadable[] = [];
  let line = 0;
  let at = 0;
  let before = "";
  let badEnd: string | undefined;
  for (const part of documentPartsOf(text)) {
    const from = text.slice(at, part.start);
    line += linesIn(from);
    at = part.start;
    const template = templateOf(part.text) || before;
    const source = { file: name, text: part.text.replace(/^\uFEFF/, ""), line, template };
    if (badEnd !== undefined)
      unreadable.push({ source: { ...source, text: "---", line: line - 1 }, line: 0, message: badSeparator + badEnd });
    ({ badEnd } = part);
    const read = known.read(source);
    if ("message" in read) {
      if (!isFound || read.message !== aList) unreadable.push(read);
    } else manifests.push(...read.manifests.filter(({ object }) => !isFound || isTyped(object)));
    if ("unread" in read && read.unread !== undefined)
      unreadable.push({ source, line: read.unread, message: afterDocument });
    // a template that begins with `---` leaves a document with nothing but the comment
    before = "manifests" in read && read.manifests.length === 0 ? template : "";
  }
  return { manifests, unreadable };
}

const isTyped = (object: JsonObject): boolean => "apiVersion" in object || "kind" in object;

const linesIn = (text: string): number => text.split("\n").length - 1;

const templateOf = (text: string): string => /^# Source: (.+)$/m.exec(text.slice(0, 2000))?.[1] ?? "";

/** Decodes a document. JSON is read as such, unless it sets a field twice, which is then told as of YAML. */
function decodeDocument(text: string): DecodedJson & { readonly unread?: number | undefined } {
  refuseControlCharacters(text);
  const read = /^\s*\{/.test(text) ? decodeIfJson(text) : undefined;
  if (read?.duplicates.length === 0) return read;
  const { root, rest } = parseFirstDocument(text);
  const { json, duplicates } = yamlToJson(root);
  return { value: decodeJson(json), duplicates, unread: rest?.line };
}

function decodeIfJson(text: string): DecodedJson | undefined {
  try {
    return decodeJsonReporting(text);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}

/** What is said of a list, such as expectations or a JSON patch; below a folder, it is none of the manifests. */
const aList = "the document is not an object, but a list";

function readDocument(source: SourceText): ReadDocument {
  let decoded: ReturnType<typeof decodeDocument>;
  try {
    decoded = decodeDocument(source.text);
  } catch (error) {
    return {
      source,
      line: lineOfError(messageOf(error), source.text),
      message: `error converting YAML to JSON: ${messageOf(error)}`,
    };
  }
  const { value, duplicates, unread } = decoded;
  if (value === null) return { manifests: [], unread };
  if (isList(value)) return { source, line: firstLine(source.text), message: aList };
  if (!isObject(value)) return { source, line: firstLine(source.text), message: "the document is not an object" };
  const found = [...objectsOf(value, [])];
  const odd = found.find(({ object }) => !isObject(object));
  if (odd !== undefined)
    return { source, line: 0, path: odd.path, message: `${fieldOfSteps(odd.path)} of the list is not an object` };
  const expectations = readExpectation(source.text);
  return {
    manifests: found.map(({ object, path }) => ({
      source,
      duplicates,
      expectations,
      object: object as JsonObject,
      path,
    })),
    unread,
  };
}

/** Yields an object, or the items of a list and of lists in it, with their paths (resource.FlattenListVisitor). */
function* objectsOf(value: JsonValue, path: readonly string[]): Generator<FoundValue> {
  const items = isObject(value) && kindOf(value).endsWith("List") ? value["items"] : undefined;
  if (!isObject(value) || !isList(items)) return yield { object: value, path };
  const type = { apiVersion: textAt(value, "apiVersion"), kind: kindOf(value).replace(/List$/, "") };
  for (const [i, item] of items.entries()) {
    const isTypedItem = !isObject(item) || kindOf(item) + textAt(item, "apiVersion") !== "";
    yield* objectsOf(isTypedItem ? item : { ...item, ...type }, [...path, "items", String(i)]);
  }
}

interface FoundValue {
  readonly object: JsonValue;
  readonly path: readonly string[];
}

/** Names the object of a manifest; an object without a name by the beginning of the one that it gets. */
export const objectNameOf = (object: JsonObject): ObjectName => ({
  apiVersion: textAt(object, "apiVersion"),
  kind: kindOf(object),
  namespace: namespaceOf(object),
  name: nameOf(object) || textAt(object, "metadata", "generateName"),
});
