import { compareUtf8 } from "../apimachinery/compare-utf8.ts";
import { PrintedValue } from "../apimachinery/field-error.ts";
import { isRecord } from "../apimachinery/is-record.ts";
import { emptiedMember } from "../apimachinery/json/emptied-members.ts";
import { setMember } from "../apimachinery/json/members.ts";
import type { JsonValue } from "../apimachinery/json/value.ts";
import { encodeCut, encodeUntyped, type UntypedForm } from "../component-base/long-texts.ts";
import { keysOf } from "../component-base/long-map-keys.ts";
import { sortedLong } from "../component-base/sort-long.ts";
import { forEachKept, keptValue } from "../component-base/work.ts";

/** Marks the text of an integer that JSON.stringify cannot print. */
const bigMark = "\ufffe";
const bigText = /"\ufffe(-?\d+)"/g;

/** Formats a value as Go's encoding/json does: members in the given order, and `<`, `>` and `&` escaped. */
export const goJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, (_, item: unknown) => (typeof item === "bigint" ? `${bigMark}${item}` : item), indent)
    .replace(bigText, "$1")
    .replace(/[<>&]/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`);

/**
 * Formats a list or struct for an error message: JSON with members in the given order and `<`, `>` and `&` escaped as
 * in Go.
 */
export const printedValue = (value: unknown): PrintedValue => new PrintedValue(() => printInOrder(value));

/** Formats the form of a value, which is made when it is printed. */
export const printedAs = <T>(form: (value: T) => unknown, value: T): PrintedValue =>
  new PrintedValue(() => printInOrder(keptValue(() => form(value))));

/** The characters that a large value is quoted with: upstream quotes all of it, which may have 100 MB. */
const mostQuoted = 8 << 20;

/** Prints a value, in a large request as much of its lists and maps as an error may quote. */
export const printedPart = (print: () => string): PrintedValue => new PrintedValue(() => encodeCut(mostQuoted, print));

const printInOrder = (value: unknown): string =>
  encodeCut(mostQuoted, () => encodeUntyped(value as JsonValue, inGoOrder)); // which prints what JSON.stringify does

/** Values with their members in the given order. */
const inGoOrder: UntypedForm = { encode: goJson, quote: goJson, sorts: false };

/** A member of a Go struct: its name in Go and in JSON, and its zero value, or how its value is printed. */
export type GoMember = readonly [
  name: string,
  member: string,
  zero: string | number | boolean | null | ((value: unknown) => unknown),
];

/** Returns a record with the names, the order and the zero values of a Go struct without JSON tags. */
export const goRecord = (record: Readonly<Record<string, unknown>>, members: readonly GoMember[]): object =>
  Object.fromEntries(
    members.map(([name, member, zero]) => {
      const value = record[member] ?? emptiedMember(record, member);
      return [name, typeof zero === "function" ? zero(value) : (value ?? zero)];
    }),
  );

/** Formats a record as Go prints a struct of an internal type in an error message. */
export const goStruct = (record: Readonly<Record<string, unknown>>, members: readonly GoMember[]): PrintedValue =>
  printedAs((one) => goRecord(one, members), record);

const emptyRecord = {};

/** Returns the form of a member that is a struct. */
export const structOf =
  (members: readonly GoMember[]) =>
  (value: unknown): unknown =>
    goRecord(isRecord(value) ? value : emptyRecord, members);

/** Returns the form of a member that is a pointer to a struct. */
export const pointerTo =
  (members: readonly GoMember[]) =>
  (value: unknown): unknown =>
    isRecord(value) ? goRecord(value, members) : null;

/** Returns the form of a member that is a list of structs. An item that comes again and again has one form. */
export const listOf = (members: readonly GoMember[]) => {
  const form = structOf(members);
  return (value: unknown): unknown => {
    if (!Array.isArray(value)) return null;
    const add = (made: unknown[], i: number): void =>
      void made.push(i > 0 && value[i] === value[i - 1] ? made[i - 1] : form(value[i]));
    return forEachKept(value.length, (): unknown[] => [], add);
  };
};

/** Returns the form of a map: its keys in order. */
export function goMap(value: unknown): unknown {
  if (!isRecord(value)) return null;
  const keys = sortedLong(keysOf(value), compareUtf8);
  return forEachKept(
    keys.length,
    (): Record<string, unknown> => ({}),
    (made, i) => setMember(made, keys[i] ?? "", value[keys[i] ?? ""]),
  );
}

/** Returns a member of JSON from its name in Go: `FSType` is `fsType`, `IQN` is `iqn`, `VolumeID` is `volumeID`. */
const jsonNameOf = (name: string): string =>
  name.replace(/^[A-Z]+(?=[A-Z][a-z])|^[A-Z]+$|^[A-Z]/, (start) => start.toLowerCase());

const kinds: Readonly<Record<string, GoMember[2]>> = { s: "", n: 0, b: false, m: goMap };

/**
 * Reads the members of a Go struct from a text like `CephMonitors=monitors FSType:s Lun:n ReadOnly:b`: names in Go,
 * after `=` the name in JSON where it is another one, and after `:` the kind of value, where it is a string, a number,
 * a boolean or a map. `nested` has the forms of members that are structs.
 */
export const goMembers = (
  text: string,
  nested: Readonly<Record<string, (value: unknown) => unknown>> = {},
): readonly GoMember[] =>
  text.split(" ").map((word) => {
    const [left = "", kind = ""] = word.split(":");
    const [name = "", member = jsonNameOf(name)] = left.split("=");
    return [name, member, nested[name] ?? kinds[kind] ?? null];
  });
