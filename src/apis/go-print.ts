import { PrintedValue } from "../apimachinery/field-error.ts";
import { isRecord } from "../apimachinery/is-record.ts";
import type { JsonValue } from "../apimachinery/json/value.ts";
import { encodeUntyped, type UntypedForm } from "../component-base/long-texts.ts";
import { forEachKept, keptObject } from "../component-base/work.ts";

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

const printInOrder = (value: unknown): string => encodeUntyped(value as JsonValue, inGoOrder); // which prints what JSON.stringify does

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
    members.map(([name, member, zero]) => [
      name,
      typeof zero === "function" ? zero(record[member]) : (record[member] ?? zero),
    ]),
  );

/** Formats a record as Go prints a struct of an internal type in an error message. */
export const goStruct = (record: Readonly<Record<string, unknown>>, members: readonly GoMember[]): PrintedValue =>
  new PrintedValue(() => printInOrder(keptObject(() => goRecord(record, members))));

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

/** Returns the form of a member that is a list of structs. */
export const listOf = (members: readonly GoMember[]) => {
  const item = structOf(members);
  return (value: unknown): unknown => {
    if (!Array.isArray(value)) return null;
    return forEachKept(
      value.length,
      (): unknown[] => [],
      (made, i) => void made.push(item(value[i])),
    );
  };
};

/** Returns the form of a map: its keys in order. */
export const goMap = (value: unknown): unknown =>
  isRecord(value)
    ? Object.fromEntries(
        Object.keys(value)
          .toSorted()
          .map((key) => [key, value[key]]),
      )
    : null;

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
