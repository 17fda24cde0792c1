import { encodeScalar, quoteJson } from "../../../apimachinery/json/encode.ts";
import { knownText } from "../../../apimachinery/json/known-texts.ts";
import { isDeeper, nestedTooDeep } from "../../../apimachinery/json/nesting.ts";
import { encodeDeep } from "../../../apimachinery/json/encode-deep.ts";
import { Double, type JsonValue } from "../../../apimachinery/json/value.ts";
import type { RawSchema } from "../../schema/schema.ts";
import { DecodeError, type DecodeState } from "./decode-state.ts";
import { compareJson } from "./json-differences.ts";
import { encodeUntyped } from "../../../component-base/long-texts.ts";
import type { NodeCodec } from "./node-codec.ts";
import { quoteText } from "./quote.ts";
import { lastOfRepeated, RepeatedMembers, type Document } from "./repeated-members.ts";

/** The nesting depth up to which recursion is safe. */
const maxRecursion = 500;

const asDocument = { scalar: encodeScalar, keys: (object: object) => Object.keys(object), quote: quoteJson };

/** Encodes a value that Go holds as raw JSON, with its members in document order. */
const encodeAsWritten = (value: JsonValue, depth: number): string => {
  const scalar = encodeScalar(value);
  if (scalar !== undefined) return scalar;
  if (depth > maxRecursion) return encodeDeep(value, asDocument);
  if (typeof value !== "object" || value === null || value instanceof Double) return "null";
  return isList(value) ? encodeItems(value, depth + 1) : encodeMembers(value, depth + 1);
};

/** Encodes a raw value as Go holds it: members in document order, and only necessary escapes. */
export const printAsWritten = (value: JsonValue): string => encodeAsWritten(value, 0);

const asWritten = { encode: printAsWritten, quote: quoteText, sorts: false };

/** Does the same; in a large request with pauses. */
export const printRaw = (value: JsonValue): string => encodeUntyped(value, asWritten);

const isList = (value: object): value is readonly JsonValue[] => Array.isArray(value);

function encodeItems(items: readonly JsonValue[], depth: number): string {
  let text = "";
  for (let i = 0; i < items.length; i++) text += (i === 0 ? "" : ",") + encodeAsWritten(items[i] ?? null, depth);
  return `[${text}]`;
}

function encodeMembers(members: { readonly [name: string]: JsonValue }, depth: number): string {
  let text = "";
  for (const name in members)
    text += `${text === "" ? "" : ","}${quoteText(name)}:${encodeAsWritten(members[name] ?? null, depth)}`;
  return `{${text}}`;
}

/**
 * The codec of RawExtension, FieldsV1 and JSON, which hold any value and are ignored by strict decoding. `any` is a Go
 * interface: it is printed with sorted members, and strict decoding checks it for duplicate fields.
 */
export const rawCodec = ({ type, goType }: RawSchema): NodeCodec => ({
  goType,
  emptiness: "never",
  struct: type !== "any",
  zero: () => null,
  decode: (value, state) => {
    if (type === "any") reportRepeated(value, state);
    const last = state.repeated ? lastOfRepeated(value) : (value as JsonValue); // nothing is repeated
    if (type === "fieldsV1" && isDeeper(last)) throw new DecodeError(nestedTooDeep);
    return last;
  },
  encode: (value) => {
    if (value === undefined) return "null";
    if (type === "any") return encodeUntyped(value as JsonValue);
    return (typeof value === "object" && value !== null ? knownText(value) : undefined) ?? printRaw(value as JsonValue);
  },
  ...(type === "any" && { compare: compareJson }),
});

/** Reports the duplicate members of an untyped value in document order. */
export function reportRepeated(value: Document, state: DecodeState): void {
  if (!state.repeated || typeof value !== "object" || value === null || value instanceof Double) return;
  const depth = state.depth;
  if (Array.isArray(value)) value.forEach((item: Document, i) => reportMember(item, i, state, depth));
  else reportEntries(value instanceof RepeatedMembers ? value.entries : Object.entries(value), state, depth);
}

function reportEntries(entries: readonly (readonly [string, Document])[], state: DecodeState, depth: number): void {
  const seen = new Set<string>();
  for (const [name, member] of entries) {
    if (seen.has(name)) state.duplicateField(name);
    seen.add(name);
    reportMember(member, name, state, depth);
  }
}

function reportMember(member: Document, element: string | number, state: DecodeState, depth: number): void {
  state.enter(depth, element, "");
  reportRepeated(member, state);
  state.depth = depth;
}
