import { isObject, type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import { BackwardWriter } from "../../codec/binary/backward-writer.ts";
import { gnosticYaml } from "./gnostic-yaml.ts";

/** The type of a JSON property in a protobuf message of gnostic. */
export type GnosticType =
  | "string"
  | "bool"
  | "int64"
  | "double"
  | "strings"
  /** Any value, encoded as YAML. */
  | "any"
  | "anys"
  | { readonly one: GnosticMessage }
  | { readonly many: GnosticMessage }
  | NamedType
  /** Pairs of names and values that have been encoded before, with their tags. */
  | { readonly encoded: readonly Uint8Array[] };

/** An object with arbitrary names: a message of name-value pairs in the repeated field 1, or another one. */
export interface NamedType {
  readonly named: GnosticMessage | "strings";
  readonly field?: number;
}

/** A message: the number and type of each field, or a choice between alternatives. */
export interface GnosticMessage {
  readonly fields?: Readonly<Record<string, readonly [number: number, type: GnosticType]>>;
  /** The repeated field for names that begin with `x-`. */
  readonly extensions?: number;
  /** Whether the message is itself a map of lists of strings. */
  readonly listsOfTexts?: boolean;
  /** Selects the alternative of a oneof by its field number. */
  choose?(value: JsonValue): readonly [number: number, type: GnosticType];
}

/** The encoded parts of a document, sorted by name. */
export interface EncodedParts {
  readonly paths: readonly Uint8Array[];
  readonly schemas: readonly Uint8Array[];
  readonly parameters: readonly Uint8Array[];
}

/** Whether a value is a reference to another part of the document. */
export const isReference = (value: JsonValue): boolean => isObject(value) && "$ref" in value;

/** Encodes a JSON document as a message; `expected` is about how many bytes it will have, if these are many. */
export function encodeGnostic(document: JsonValue, message: GnosticMessage, expected?: number): Uint8Array {
  const out = new BackwardWriter(expected);
  writeMessage(out, document, message);
  return out.finish();
}

/** Encodes one name-value pair of an object, with its tag. */
export function encodeNamedPair(name: string, value: JsonValue, type: NamedType): Uint8Array {
  const out = new BackwardWriter();
  writeNamedPair(out, name, value, type);
  return out.finish();
}

const varintTag = (number: number): number => number * 8;
const doubleTag = (number: number): number => number * 8 + 1;
const bytesTag = (number: number): number => number * 8 + 2;

/** Writes a field of bytes whose content is what `write` writes. */
function delimited(out: BackwardWriter, number: number, write: () => void): void {
  const before = out.length;
  write();
  out.varint(out.length - before);
  out.varint(bytesTag(number));
}

function writeMessage(out: BackwardWriter, value: JsonValue, message: GnosticMessage): void {
  if (message.choose !== undefined) return writeField(out, ...message.choose(value), value, true);
  if (!isObject(value)) return;
  if (message.listsOfTexts === true) return writePairs(out, value, { named: "strings" });
  const members = Object.entries(value)
    .reverse()
    .flatMap(([name, member]) => fieldOf(message, name, member))
    .sort((a, b) => b.number - a.number);
  for (const { number, write } of members) write(out, number);
}

interface Member {
  readonly number: number;
  write(out: BackwardWriter, number: number): void;
}

function fieldOf({ fields, extensions }: GnosticMessage, name: string, value: JsonValue): readonly Member[] {
  const known = fields?.[name];
  if (known !== undefined)
    return [{ number: known[0], write: (out, number) => writeField(out, number, known[1], value) }];
  return extensions === undefined || !name.startsWith("x-")
    ? []
    : [
        {
          number: extensions,
          write: (out, number) => writePair(out, number, name, () => delimited(out, 2, () => writeAny(out, value))),
        },
      ];
}

/** A pair of a name and a value, as maps have them. */
function writePair(out: BackwardWriter, number: number, name: string, writeValue: () => void): void {
  delimited(out, number, () => {
    writeValue();
    writeString(out, 1, name);
  });
}

const writeString = (out: BackwardWriter, number: number, text: string): void =>
  delimited(out, number, () => void out.text(text));

/** Any value as YAML. */
const writeAny = (out: BackwardWriter, value: JsonValue): void => writeString(out, 2, gnosticYaml(value));

/** Repeated fields are written from the last to the first. */
function eachBackwards(values: JsonValue, write: (value: JsonValue) => void): void {
  const list: readonly JsonValue[] = Array.isArray(values) ? values : [values];
  for (let i = list.length - 1; i >= 0; i--) write(list[i] ?? null);
}

/** Writes a field. Zero values are omitted, except in a oneof. */
function writeField(out: BackwardWriter, number: number, type: GnosticType, value: JsonValue, chosen = false): void {
  if (typeof type === "object") return writeComposite(out, number, type, value);
  switch (type) {
    case "string":
      if (typeof value === "string" && (chosen || value !== "")) writeString(out, number, value);
      return;
    case "bool":
      return value === true || (chosen && value === false) ? writeVarint(out, number, value ? 1 : 0) : undefined;
    case "int64":
      return typeof value === "number" && (chosen || value !== 0) ? writeVarint(out, number, value) : undefined;
    case "double":
      return typeof value === "number" && (chosen || value !== 0) ? writeDouble(out, number, value) : undefined;
    case "strings":
      return eachBackwards(value, (text) => (typeof text === "string" ? writeString(out, number, text) : undefined));
    case "any":
      return delimited(out, number, () => writeAny(out, value));
    case "anys":
      return eachBackwards(value, (item) => delimited(out, number, () => writeAny(out, item)));
  }
}

function writeVarint(out: BackwardWriter, number: number, value: number): void {
  out.int64(value);
  out.varint(varintTag(number));
}

function writeDouble(out: BackwardWriter, number: number, value: number): void {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value, true);
  out.bytes(bytes);
  out.varint(doubleTag(number));
}

function writeComposite(
  out: BackwardWriter,
  number: number,
  type: Exclude<GnosticType, string>,
  value: JsonValue,
): void {
  if ("one" in type) return delimited(out, number, () => writeMessage(out, value, type.one));
  if ("many" in type)
    return eachBackwards(value, (item) => delimited(out, number, () => writeMessage(out, item, type.many)));
  if ("encoded" in type)
    return delimited(out, number, () => {
      for (const pair of type.encoded.toReversed()) out.bytes(pair);
    });
  if (isObject(value)) delimited(out, number, () => writePairs(out, value, type));
}

function writePairs(out: BackwardWriter, value: JsonObject, type: NamedType): void {
  for (const [name, member] of Object.entries(value).reverse()) writeNamedPair(out, name, member, type);
}

const writeNamedPair = (out: BackwardWriter, name: string, value: JsonValue, { named, field = 1 }: NamedType): void =>
  writePair(out, field, name, () =>
    delimited(out, 2, () =>
      named === "strings" ? writeField(out, 1, "strings", value) : writeMessage(out, value, named),
    ),
  );
