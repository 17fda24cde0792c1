import { messageOf } from "../apimachinery/message-of.ts";
import { decodeJson, decodeJsonReporting, JsonSyntaxError, type DecodedJson } from "../apimachinery/json/decode.ts";
import { encodeJson } from "../apimachinery/json/encode.ts";
import { isList, isObject, type JsonObject, type JsonValue } from "../apimachinery/json/value.ts";
import { parseYaml } from "../apiserver/codec/yaml/parser.ts";
import { refuseControlCharacters } from "../apiserver/codec/yaml/source-text.ts";
import { yamlToJson } from "../apiserver/codec/yaml/to-json.ts";
import { kindOf, nameOf, namespaceOf, textAt } from "../kubectl/json-access.ts";
import { documentPartsOf } from "../kubectl/resource/documents.ts";
import { readExpectation, type Expectation } from "./expectation.ts";
import { lineOfError } from "./findings.ts";
import { firstLine } from "./places.ts";
import type { ObjectName, SourceFile } from "./report.ts";
import type { SourceText } from "./source-text.ts";

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

/** A text that is no object. */
export interface Unreadable {
  readonly source: SourceText;
  /** The line of the text, from 0. */
  readonly line: number;
  readonly message: string;
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
    return { manifests: known.manifests.map((manifest) => ({ ...manifest, source })) };
  }

  /** Returns the object that was built before and has the same content, or this one. */
  same(object: JsonObject): JsonObject {
    const key = encodeJson(object);
    const known = this.#built.get(key) ?? this.#builtBefore.get(key) ?? object;
    this.#built.set(key, known);
    return known;
  }
}

type ReadDocument = { readonly manifests: readonly Manifest[] } | Unreadable;

/**
 * Reads the objects of a file: documents of YAML or JSON, and the items of lists. Empty documents are left out, and so
 * are those that say neither `apiVersion` nor `kind` in a file that was only found in a folder.
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
  for (const part of documentPartsOf(text)) {
    line += linesIn(text.slice(at, part.start));
    at = part.start;
    const template = templateOf(part.text) || before;
    const read = known.read({ file: name, text: part.text, line, template });
    if ("message" in read) unreadable.push(read);
    else manifests.push(...read.manifests.filter(({ object }) => !isFound || isTyped(object)));
    // a template that begins with `---` leaves a document with nothing but the comment
    before = "manifests" in read && read.manifests.length === 0 ? template : "";
  }
  return { manifests, unreadable };
}

const isTyped = (object: JsonObject): boolean => "apiVersion" in object || "kind" in object;

const linesIn = (text: string): number => text.split("\n").length - 1;

const templateOf = (text: string): string => /^# Source: (.+)$/m.exec(text.slice(0, 2000))?.[1] ?? "";

/** Decodes a document. JSON is read as such, unless it sets a field twice, which is then told as of YAML. */
function decodeDocument(text: string): { readonly value: JsonValue; readonly duplicates: readonly string[] } {
  refuseControlCharacters(text);
  const read = /^\s*\{/.test(text) ? decodeIfJson(text) : undefined;
  if (read?.duplicates.length === 0) return read;
  const { json, duplicates } = yamlToJson(parseYaml(text));
  return { value: decodeJson(json), duplicates };
}

function decodeIfJson(text: string): DecodedJson | undefined {
  try {
    return decodeJsonReporting(text);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}

function readDocument(source: SourceText): ReadDocument {
  let value: JsonValue;
  let duplicates: readonly string[];
  try {
    ({ value, duplicates } = decodeDocument(source.text));
  } catch (error) {
    return {
      source,
      line: lineOfError(messageOf(error), source.text),
      message: `error converting YAML to JSON: ${messageOf(error)}`,
    };
  }
  if (value === null) return { manifests: [] };
  if (!isObject(value)) return { source, line: firstLine(source.text), message: "the document is not an object" };
  const expectations = readExpectation(source.text);
  const manifest = { source, duplicates, expectations };
  const items = value["items"];
  if (!isList(items) || !kindOf(value).endsWith("List"))
    return { manifests: [{ ...manifest, object: value, path: [] }] };
  const type = { apiVersion: textAt(value, "apiVersion"), kind: kindOf(value).replace(/List$/, "") };
  const typed = (item: JsonObject): JsonObject =>
    kindOf(item) + textAt(item, "apiVersion") === "" ? { ...item, ...type } : item;
  const odd = items.findIndex((item) => !isObject(item));
  if (odd >= 0) return { source, line: firstLine(source.text), message: `items[${odd}] of the list is not an object` };
  return {
    manifests: items
      .filter(isObject)
      .map((item, i) => ({ ...manifest, object: typed(item), path: ["items", String(i)] })),
  };
}

/** Names the object of a manifest; an object without a name by the beginning of the one that it gets. */
export const objectNameOf = (object: JsonObject): ObjectName => ({
  apiVersion: textAt(object, "apiVersion"),
  kind: kindOf(object),
  namespace: namespaceOf(object),
  name: nameOf(object) || textAt(object, "metadata", "generateName"),
});
