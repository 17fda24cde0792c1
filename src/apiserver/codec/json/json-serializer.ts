import { decodeJsonReporting, JsonSyntaxError, type DecodedJson } from "../../../apimachinery/json/decode.ts";
import { NumberRangeError } from "../../../apimachinery/json/syntax-error.ts";
import { formatGroupVersion, type GroupVersionKind } from "../../../apimachinery/gvk.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import { Double, isObject } from "../../../apimachinery/json/value.ts";
import { textOf } from "../../../apimachinery/text-of.ts";
import { keptObject, paceRunning, phase } from "../../../component-base/work.ts";
import type { TypeRegistry } from "../../schema/type-registry.ts";
import { DocumentError, type DecodedDocument, type DocumentOptions } from "../document.ts";
import { DecodeError } from "./decode-state.ts";
import { StrictReport } from "./strict-report.ts";
import { parseRepeatedMembers } from "./repeated-members.ts";
import { gvkOrNone, interpret, interpretRepeated, syntaxFailure, withDefaults } from "./type-meta.ts";
import { compileCodec, type TypedCodec } from "./typed-codec.ts";
import { unstructuredCodec } from "./unstructured-codec.ts";

/** The name of upstream's scheme in errors, which is its source location. */
const schemeName = "pkg/runtime/scheme.go:110";

/** Creates the error for an unregistered kind (runtime.notRegisteredErr). */
export const notRegistered = (gvk: GroupVersionKind): DocumentError =>
  new DocumentError(
    "notRegistered",
    `no kind ${quoteGo(gvk.kind)} is registered for version ${quoteGo(formatGroupVersion(gvk))} in scheme ${quoteGo(schemeName)}`,
    gvk,
  );

/** A parsed body. A number out of the range of float64 is an error only where it is decoded as such. */
interface ParsedBody extends DecodedJson {
  readonly tooLarge?: NumberRangeError;
}

function parse(text: string): ParsedBody {
  try {
    return decodeJsonReporting(text, { phase, step: paceRunning });
  } catch (error) {
    if (error instanceof NumberRangeError) return { value: error.value, duplicates: [], tooLarge: error };
    throw error instanceof JsonSyntaxError ? syntaxFailure(error) : error;
  }
}

/** Reports whether a decoded value holds a number out of the range of float64. */
function holdsInfinity(root: unknown): boolean {
  const pending = [root];
  while (pending.length > 0) {
    const value = pending.pop();
    const number = value instanceof Double ? value.value : value;
    if (number === Infinity || number === -Infinity) return true;
    if (typeof number === "object" && number !== null) for (const part of Object.values(number)) pending.push(part);
  }
  return false;
}

/** Decodes with a codec. The error for a value that does not fit its type includes the kind. */
function decodeWith(
  codec: TypedCodec,
  text: string,
  { value, duplicates, tooLarge }: ParsedBody,
  gvk: GroupVersionKind,
  strict: boolean,
): DecodedDocument {
  const report = strict ? keptObject(() => new StrictReport()) : undefined;
  try {
    const object = codec.decode(value, { report, text, repeated: duplicates.length > 0 });
    if (tooLarge !== undefined && holdsInfinity(object)) throw new DecodeError(tooLarge.message);
    return { object, gvk, strictErrors: report?.problems ?? [] };
  } catch (error) {
    throw error instanceof DecodeError ? new DocumentError("value", error.message, gvk, { cause: error }) : error;
  }
}

/**
 * Decodes JSON into the built-in type given by its apiVersion and kind (json.Serializer.Decode). Throws DocumentError.
 */
export function decodeJsonDocument(text: string, registry: TypeRegistry, options: DocumentOptions): DecodedDocument {
  if (options.unstructured !== undefined) return decodeUnstructuredDocument(text, options);
  const decoded = phase(() => parse(text));
  const found = typeMetaOf(text, decoded);
  const gvk = options.defaults ? withDefaults(found, options.defaults) : found;
  if (gvk.kind === "")
    throw new DocumentError("missingKind", `Object 'Kind' is missing in '${options.quoted?.() ?? text}'`, gvk);
  if (gvk.version === "")
    throw new DocumentError("missingVersion", `Object 'apiVersion' is missing in '${options.quoted?.() ?? text}'`, gvk);
  const schema = registry.schemaOf(gvk);
  if (!schema) throw notRegistered(gvk);
  return decodeWith(compileCodec(schema), text, decoded, gvk, options.strict);
}

/** Decodes JSON of a kind without a Go type, which must specify its kind. Throws DocumentError. */
export function decodeUnstructuredDocument(text: string, options: DocumentOptions): DecodedDocument {
  const decoded = phase(() => parse(text));
  const found = typeMetaOf(text, decoded);
  const expected = options.defaults ? withDefaults(found, options.defaults) : found;
  const { apiVersion, kind } = isObject(decoded.value) ? decoded.value : {}; // by their exact names
  const gvk = gvkOrNone(textOf(apiVersion), textOf(kind), "");
  if (decoded.tooLarge !== undefined) throw new DocumentError("value", decoded.tooLarge.message, expected);
  if (gvk.kind === "") {
    const message = `Object 'Kind' is missing in '${options.quoted?.() ?? text}'`;
    // strict decoding accepts the object and misses the kind afterwards
    throw new DocumentError("missingKind", message, options.strict ? gvk : expected);
  }
  return decodeWith(options.unstructured ?? unstructuredCodec, text, decoded, gvk, options.strict);
}

/** Reads the GroupVersionKind of a body, which may repeat the members for it. */
const typeMetaOf = (text: string, { value, duplicates }: ParsedBody): GroupVersionKind =>
  duplicates.some((path) => path === "kind" || path === "apiVersion")
    ? interpretRepeated(parseRepeatedMembers(text))
    : interpret(value);
