import { indefinite, major } from "./cbor-head.ts";

import { CborReader } from "./cbor-reader.ts";

const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Thrown for a text that cannot be displayed; the whole item is then shown in hex. */
class NotShown extends Error {}

/**
 * Formats well-formed CBOR for errors in RFC 8949's diagnostic notation, with byte strings as text where possible
 * (cbor.diagnose).
 */
export function diagnose(bytes: Uint8Array): string {
  try {
    return item(new CborReader(bytes));
  } catch (error) {
    if (error instanceof NotShown) return hex(bytes);
    throw error;
  }
}

const openings: Readonly<Record<number, readonly [open: string, close: string]>> = {
  [major.bytes]: ["(_ ", ")"],
  [major.text]: ["(_ ", ")"],
  [major.array]: ["[_ ", "]"],
  [major.map]: ["{_ ", "}"],
};

function item(reader: CborReader): string {
  const first = reader.bytes[reader.at] ?? 0;
  if ((first & 31) === indefinite) return unbounded(reader, first >> 5);
  switch (reader.nextType) {
    case major.unsigned:
    case major.negative:
      return integer(reader);
    case major.bytes:
      return byteString(reader.byteString());
    case major.text:
      return quote(reader.textString(), '"');
    case major.array:
    case major.map:
      return bounded(reader);
    case major.tag:
      reader.head();
      return `${reader.info === 27 ? reader.wide : reader.argument}(${item(reader)})`;
    default:
      return primitive(reader);
  }
}

const member = (reader: CborReader, type: number): string =>
  type === major.map ? `${item(reader)}: ${item(reader)}` : item(reader);

function unbounded(reader: CborReader, type: number): string {
  reader.at++;
  const [open = "", close = ""] = openings[type] ?? [];
  const parts: string[] = [];
  while (!reader.foundBreak()) parts.push(member(reader, type));
  if (parts.length === 0 && type === major.bytes) return "''_";
  if (parts.length === 0 && type === major.text) return '""_';
  return open + parts.join(", ") + close;
}

function bounded(reader: CborReader): string {
  const count = reader.open();
  const { type } = reader;
  const parts: string[] = [];
  for (let i = 0; i < count; i++) parts.push(member(reader, type));
  return type === major.map ? `{${parts.join(", ")}}` : `[${parts.join(", ")}]`;
}

function integer(reader: CborReader): string {
  reader.head();
  const value = reader.info === 27 ? reader.wide : BigInt(reader.argument);
  return String(reader.type === major.negative ? -1n - value : value);
}

function byteString(bytes: Uint8Array): string {
  if (bytes.length === 0) return "h''";
  let text: string;
  try {
    text = strictUtf8.decode(bytes);
  } catch {
    return `h'${hex(bytes)}'`;
  }
  return quote(text, "'");
}

const named: Readonly<Record<string, string>> = { "\t": "\\t", "\n": "\\n", "\r": "\\r", "\\": "\\\\" };

function quote(text: string | undefined, mark: string): string {
  if (text === undefined || text.includes("\ufffd")) throw new NotShown();
  let out = mark;
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    const code = text.charCodeAt(i);
    if (char === mark) out += `\\${char}`;
    else if (named[char] !== undefined) out += named[char];
    else out += code >= 0x20 && code < 0x7f ? char : `\\u${code.toString(16).padStart(4, "0")}`;
  }
  return out + mark;
}

function primitive(reader: CborReader): string {
  reader.head();
  if (reader.info >= 25) return float(reader.float());
  const simple: Readonly<Record<number, string>> = { 20: "false", 21: "true", 22: "null", 23: "undefined" };
  return simple[reader.argument] ?? `simple(${reader.argument})`;
}

/** Formats a float as JavaScript does, but always with a decimal point. */
function float(value: number): string {
  const text = Object.is(value, -0) ? "-0" : String(value);
  if (text.includes(".")) return text;
  const exponent = text.indexOf("e");
  return exponent < 0 ? `${text}.0` : `${text.slice(0, exponent)}.0${text.slice(exponent)}`;
}
