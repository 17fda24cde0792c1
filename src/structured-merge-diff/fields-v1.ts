import { encodeJson } from "../apimachinery/json/encode.ts";
import { rememberText } from "../apimachinery/json/known-texts.ts";
import type { JsonObject, JsonValue } from "../apimachinery/json/value.ts";
import { BoundedMap } from "../apimachinery/bounded-map.ts";
import { LongText } from "../apimachinery/long-text.ts";
import { keysOf } from "../component-base/long-map-keys.ts";
import { forEachKept, runningWork } from "../component-base/work.ts";
import { FieldSet, type SetEntry } from "./field-set.ts";
import { JsonIterator } from "./json-iterator.ts";
import { comparePathElements, type PathElement } from "./path-element.ts";
import { parsePathElement, PathElementError, serializePathElement } from "./path-element-text.ts";
import { isMap } from "./value.ts";

/** Recently written or read FieldsV1 by their JSON text, so that similar objects share them. */
const shared = new BoundedMap<string, JsonObject>(1000);
/** Sets with a longer JSON text, in characters, are not shared. */
const maxShared = 8192;
/** The decoded set of each recently written or read FieldsV1. */
const setsOf = new WeakMap<object, FieldSet>();

/** Returns a set as FieldsV1 in canonical order. Equal sets return the same object while they are cached. */
export const toFieldsV1 = (set: FieldSet): JsonObject => set.fieldsV1(writeFields);

function writeFields(set: FieldSet): JsonObject {
  return runningWork() === undefined ? writeAtOnce(set) : writeInSlices(set);
}

function writeAtOnce(set: FieldSet): JsonObject {
  const text = textOf(set, false);
  const known = shared.get(text);
  if (known) return known;
  const fields = JSON.parse(text) as JsonObject; // written by textOf
  remember(fields, text, set);
  return fields;
}

function remember(fields: JsonObject, text: string, set: FieldSet): void {
  setsOf.set(fields, set);
  rememberText(fields, text);
  if (text.length > maxShared) return;
  shared.set(text, fields);
}

function textOf(set: FieldSet, withSelf: boolean): string {
  let text = withSelf ? '".":{}' : "";
  for (const { element, member, children } of set.entries) {
    if (text !== "") text += ",";
    text += `${quoteElement(serializePathElement(element))}:${children ? textOf(children, member) : "{}"}`;
  }
  return `{${text}}`;
}

/** What is written of a set: its members, and their text. */
interface WrittenSet {
  readonly fields: Record<string, JsonValue>;
  readonly text: LongText;
}

/** What is written of an element without fields below it. */
const leaf: JsonObject = Object.freeze({});

function beginWritten(withSelf: boolean): WrittenSet {
  const written: WrittenSet = { fields: {}, text: new LongText() };
  if (!withSelf) return written;
  written.fields["."] = leaf;
  written.text.add('".":{}');
  return written;
}

/** Writes the set of a large request, in which members are made beside their text since JSON.parse cannot pause. */
function writeInSlices(set: FieldSet): JsonObject {
  const { fields, text } = written(set, false);
  const whole = `{${text.toString()}}`;
  const known = shared.get(whole);
  if (known) return known;
  remember(fields, whole, set);
  return fields;
}

const written = ({ entries }: FieldSet, withSelf: boolean): WrittenSet =>
  forEachKept(
    entries.length,
    () => beginWritten(withSelf),
    (made, i) => {
      const entry = entries[i];
      if (entry === undefined) return;
      const name = serializePathElement(entry.element);
      const below = entry.children && written(entry.children, entry.member);
      made.text.add(`${made.text.isEmpty ? "" : ","}${quoteElement(name)}:{${below?.text.toString() ?? ""}}`);
      made.fields[name] = below?.fields ?? leaf;
    },
  );

/** Quotes a member name; most names need no escapes. */
function quoteElement(name: string): string {
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i);
    if (code < 0x20 || code === 0x22 || code === 0x5c || code >= 0xd800) return JSON.stringify(name);
  }
  return `"${name}"`;
}

/** Decodes FieldsV1. Throws with upstream's message if it is malformed. */
export function fromFieldsV1(fields: JsonValue): FieldSet {
  if (!isMap(fields)) return parseFieldsV1(encodeJson(fields));
  const known = setsOf.get(fields);
  if (known) return known;
  try {
    const { children = FieldSet.empty, canonical } = setOf(fields);
    const set = canonical && !children.isEmpty ? settle(fields, children) : children;
    setsOf.set(fields, set);
    return set;
  } catch (error) {
    if (error instanceof MalformedFields || error instanceof PathElementError) return parseFieldsV1(encodeJson(fields));
    throw error;
  }
}

/** Returns the set of canonical FieldsV1, or a cached one that was written or read with the same text. */
function settle(fields: JsonObject, set: FieldSet): FieldSet {
  const text = runningWork() === undefined ? textOf(set, false) : `{${written(set, false).text.toString()}}`;
  const known = shared.get(text);
  const knownSet = known && setsOf.get(known);
  if (knownSet) return knownSet;
  remember(fields, text, set);
  set.fieldsV1(() => fields);
  return set;
}

class MalformedFields extends Error {}

const unknown = { children: undefined, member: false, canonical: false };

/** The paths below an element, and whether the element itself is a member. */
interface Read {
  readonly children: FieldSet | undefined;
  readonly member: boolean;
  /** True if encoding the set again gives the same text. */
  readonly canonical: boolean;
}

function setOf(fields: JsonValue): Read {
  if (fields === null) return { children: undefined, member: true, canonical: false };
  if (!isMap(fields)) throw new MalformedFields();
  if (runningWork() !== undefined) return setInSlices(fields);
  const builder = new EntryList();
  for (const name in fields) readField(builder, name, fields);
  return builder.finish();
}

/** Reads a set of a large request. */
function setInSlices(fields: JsonObject): Read {
  const names = keysOf(fields);
  if (names.length === 0) return noFields;
  const read = (builder: EntryList, i: number): void => readField(builder, names[i] ?? "", fields);
  return forEachKept(names.length, () => new EntryList(), read).finish();
}

function readField(builder: EntryList, name: string, fields: JsonObject): void {
  if (name === ".") builder.member = true;
  else {
    const element = parsePathElement(name);
    builder.add(element, name, element ? setOf(fields[name] ?? null) : unknown);
  }
}

/** What is read of an element without fields below it. */
const noFields: Read = { children: undefined, member: true, canonical: true };

/** Collects the entries read below one element. */
class EntryList {
  /** Whether the element itself is a member. */
  member = false;
  readonly #entries: SetEntry[] = [];
  #sorted = true;
  #canonical = true;

  add(element: PathElement | undefined, name: string, { member, children, canonical }: Read): void {
    this.#canonical &&=
      canonical && element !== undefined && (element.kind === "field" || serializePathElement(element) === name);
    if (element === undefined) return;
    const last = this.#entries.at(-1);
    this.#sorted &&= last === undefined || comparePathElements(last.element, element) < 0;
    this.#entries.push({ element, member, children });
  }

  finish(): Read {
    const { member } = this;
    if (this.#entries.length === 0) return { children: undefined, member: true, canonical: this.#canonical && !member };
    if (this.#sorted) return { children: FieldSet.of(this.#entries), member, canonical: this.#canonical };
    return { children: FieldSet.of(withoutRepeats(this.#entries)), member, canonical: false };
  }
}

/**
 * Merges repeated entries: the element is a member if any of them is, and has the children of the last one with any.
 */
function withoutRepeats(entries: readonly SetEntry[]): SetEntry[] {
  const sorted = entries
    .map((entry, place) => ({ entry, place }))
    .sort((a, b) => comparePathElements(a.entry.element, b.entry.element) || a.place - b.place);
  const unique: SetEntry[] = [];
  for (const { entry } of sorted) {
    const last = unique.at(-1);
    if (!last || comparePathElements(last.element, entry.element) !== 0) unique.push(entry);
    else
      unique[unique.length - 1] = {
        element: last.element,
        member: last.member || entry.member,
        children: entry.children ?? last.children,
      };
  }
  return unique;
}

/** Decodes FieldsV1 as upstream does, including repeated members. Throws IteratorError. */
export function parseFieldsV1(text: string): FieldSet {
  const iterator = new JsonIterator(text);
  const { children } = readMembers(iterator);
  iterator.throwError();
  return children ?? FieldSet.empty;
}

function readMembers(iterator: JsonIterator): Read {
  const builder = new EntryList();
  iterator.readMap((name) => {
    if (name === ".") builder.member = true;
    const element = name === "." ? undefined : readElement(iterator, name);
    if (element) builder.add(element, name, readMembers(iterator));
    else iterator.skip();
  });
  return builder.finish();
}

function readElement(iterator: JsonIterator, name: string): PathElement | undefined {
  try {
    return parsePathElement(name);
  } catch (error) {
    if (!(error instanceof PathElementError)) throw error;
    iterator.report("parsing key as path element", error.message);
    return undefined;
  }
}
