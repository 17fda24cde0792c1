import { formatGoFloat, quoteGoByte } from "../../apimachinery/go-strings.ts";
import { decodeJson, JsonSyntaxError } from "../../apimachinery/json/decode.ts";
import { Double, isObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { Base64Error, decodeBase64Url, encodeBase64Url } from "./base64-url.ts";
import { StorageError } from "./storage-error.ts";

const tokenVersion = "meta.k8s.io/v1";

/** The position at which a list continues; a negative revision means the newest state. */
export interface ContinuePosition {
  readonly key: string;
  readonly revision: number;
}

interface Token {
  readonly version: string;
  readonly revision: number;
  readonly start: string;
}

const newInvalidContinue = (why: string): StorageError =>
  new StorageError({ code: "InvalidContinue", message: `invalid continue token: continue key is not valid${why}` });

/** Encodes the continue token of a list that continues at `key` (storage.EncodeContinue). */
export const encodeContinue = (key: string, prefix: string, revision: number): string =>
  encodeBase64Url(JSON.stringify({ v: tokenVersion, rv: revision, start: key.slice(prefix.length) }));

/** Decodes a continue token of a list under `prefix`. Throws InvalidContinue (storage.DecodeContinue). */
export function decodeContinue(token: string, prefix: string): ContinuePosition {
  const { version, revision, start } = readToken(parseToken(token));
  if (version !== tokenVersion) throw newInvalidContinue(`: server does not recognize this encoded version ${version}`);
  if (revision === 0) throw newInvalidContinue(`: incorrect encoded start resourceVersion (version ${tokenVersion})`);
  if (start === "") throw newInvalidContinue(`: encoded start key empty (version ${tokenVersion})`);
  const path = start.startsWith("/") ? start : `/${start}`;
  if (!isCleanPath(path)) throw newInvalidContinue(`: ${start}`);
  return { key: prefix + path.slice(1), revision };
}

function parseToken(token: string): JsonValue {
  try {
    const bytes = decodeBase64Url(token);
    const [first = 0] = bytes;
    if (first >= 0x80)
      throw newInvalidContinue(`: invalid character ${quoteGoByte(first)} looking for beginning of value`);
    return decodeJson(new TextDecoder().decode(bytes));
  } catch (err) {
    if (err instanceof Base64Error || err instanceof JsonSyntaxError) throw newInvalidContinue(`: ${err.message}`);
    throw err;
  }
}

/** Reports whether path.Clean leaves a path unchanged: it has no empty, `.` or `..` segment. */
function isCleanPath(path: string): boolean {
  if (path === "/") return true;
  for (const segment of path.slice(1).split("/"))
    if (segment === "" || segment === "." || segment === "..") return false;
  return true;
}

function readToken(value: JsonValue): Token {
  if (value === null) return { version: "", revision: 0, start: "" };
  if (!isObject(value))
    throw newInvalidContinue(`: json: cannot unmarshal ${describe(value)} into Go value of type storage.continueToken`);
  return { version: textMember(value, "v"), revision: intMember(value, "rv"), start: textMember(value, "start") };
}

/** Returns the last member whose name equals `name` ignoring case, as encoding/json does. */
function member(object: { readonly [key: string]: JsonValue }, name: string): JsonValue {
  let found: JsonValue = null;
  for (const [key, value] of Object.entries(object)) if (key.toLowerCase() === name) found = value;
  return found;
}

function textMember(object: { readonly [key: string]: JsonValue }, name: string): string {
  const value = member(object, name);
  if (value === null) return "";
  if (typeof value !== "string") throw wrongMember(value, name, "string");
  return value;
}

function intMember(object: { readonly [key: string]: JsonValue }, name: string): number {
  const value = member(object, name);
  if (value === null) return 0;
  if (typeof value === "bigint" || (typeof value === "number" && Number.isInteger(value))) return Number(value);
  throw wrongMember(value, name, "int64");
}

const wrongMember = (value: JsonValue, name: string, type: string): StorageError =>
  newInvalidContinue(
    `: json: cannot unmarshal ${type === "int64" ? describeNumber(value) : describe(value)} into Go struct field continueToken.${name} of type ${type}`,
  );

const describeNumber = (value: JsonValue): string =>
  typeof value === "number"
    ? `number ${formatGoFloat(value)}`
    : value instanceof Double
      ? `number ${value.value}`
      : describe(value);

function describe(value: JsonValue): string {
  if (typeof value === "boolean") return "bool";
  if (typeof value === "string") return "string";
  if (typeof value === "number" || typeof value === "bigint" || value instanceof Double) return "number";
  return Array.isArray(value) ? "array" : "object";
}
