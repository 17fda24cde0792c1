import { newBadRequest } from "../../../apimachinery/errors.ts";
import { decodeJson, decodeJsonReporting, JsonSyntaxError } from "../../../apimachinery/json/decode.ts";
import { decodeChange, type DecodedText } from "../../../apimachinery/json/decode-change.ts";
import { typeName } from "../../../apimachinery/json/type-name.ts";
import type { JsonValue } from "../../../apimachinery/json/value.ts";
import { DocumentError } from "../../codec/document.ts";
import { convertYaml } from "../../codec/yaml/yaml-serializer.ts";
import { isObject } from "../../patch/tree.ts";

/** What is applied. */
export interface Configuration {
  readonly value: JsonValue;
  /** What strict reading minds: keys that are there twice. */
  readonly faults: readonly string[];
}

const utf8 = new TextEncoder();

/** Configurations in JSON that were read last, by who applied them to what: the next one is often much the same. */
const last = new Map<string, DecodedText>();
/** Characters of all their texts together, and how many there may be. */
let held = 0;
const mostHeld = 4 << 20;

/** Reads a configuration: YAML, of which JSON is a part that is read faster. `author` says who applies it to what. */
export function readConfiguration(patch: string, author: string | undefined): Configuration {
  const { value, faults } = readPlainJson(patch, author) ?? readYaml(patch);
  if (value === null || isObject(value)) return { value, faults };
  throw newBadRequest(
    `error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${typeName(value)} into Go value of type map[string]interface {}`,
  );
}

/** JSON of which YAML would make the same: no key twice, and no surrogates, which YAML's escapes may not be. */
function readPlainJson(patch: string, author: string | undefined): Configuration | undefined {
  if (!patch.startsWith("{") || patch.includes("\\ud") || patch.includes("\\uD")) return undefined;
  const before = author === undefined ? undefined : last.get(author);
  const value = (before && decodeChange(before, patch)) ?? decodeOnce(patch);
  if (value !== undefined && author !== undefined) remember(author, { text: patch, value });
  return value === undefined ? undefined : { value, faults: [] };
}

/** Undefined for what is no JSON, or has a key twice. */
function decodeOnce(patch: string): JsonValue | undefined {
  try {
    const { value, duplicates } = decodeJsonReporting(patch);
    return duplicates.length === 0 ? value : undefined;
  } catch (err) {
    if (err instanceof JsonSyntaxError) return undefined;
    throw err;
  }
}

function remember(author: string, decoded: DecodedText): void {
  forget(author);
  last.set(author, decoded);
  held += decoded.text.length;
  for (const oldest of last.keys()) {
    if (held <= mostHeld) return;
    forget(oldest);
  }
}

function forget(author: string): void {
  held -= last.get(author)?.text.length ?? 0;
  last.delete(author);
}

function readYaml(patch: string): Configuration {
  try {
    const { json, duplicates } = convertYaml(utf8.encode(patch));
    return { value: decodeJson(json), faults: duplicates };
  } catch (err) {
    throw err instanceof DocumentError
      ? newBadRequest(`error decoding YAML: error converting YAML to JSON: ${err.message}`)
      : err;
  }
}
