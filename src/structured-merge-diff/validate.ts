import { isList, type JsonObject, type JsonValue } from "../apimachinery/json/value.ts";
import { keptValue, runningWork } from "../component-base/work.ts";
import { formOf } from "./form.ts";
import { areDistinct, itemElement, itemError, itemKey, type ItemKey } from "./list-items.ts";
import { forEachItem, forEachName } from "./long-values.ts";
import { formatPathElement } from "./path-element.ts";
import {
  deducedAtom,
  memberAtom,
  untypedAtom,
  type Atom,
  type ListAtom,
  type MapAtom,
  type ScalarKind,
} from "./schema.ts";
import { TypedError } from "./typed-error.ts";
import { asList, asMap, isMap, isNumber, formatNumber } from "./value.ts";
import { ErrorRoom, maxFieldErrors, moreText } from "../apimachinery/field-error.ts";
import { compareUtf8 } from "../apimachinery/compare-utf8.ts";
import { quoteGo } from "../apimachinery/go-strings.ts";

const sortedNames = (map: JsonObject): readonly string[] => Object.keys(map).sort(compareUtf8);

/** Go's `%v` of an unstructured value. */
function printPlain(value: JsonValue): string {
  if (typeof value === "string") return value;
  if (isNumber(value)) return formatNumber(value);
  if (isList(value)) return `[${value.map(printPlain).join(" ")}]`;
  if (isMap(value))
    return `map[${sortedNames(value)
      .map((name) => `${name}:${printPlain(value[name] ?? null)}`)
      .join(" ")}]`;
  return value === null ? "<nil>" : String(value);
}

/** Go's `%#v` of an unstructured value. */
function printSyntax(value: JsonValue): string {
  if (typeof value === "string") return quoteGo(value);
  if (isNumber(value)) return formatNumber(value);
  if (isList(value)) return `[]interface {}{${value.map(printSyntax).join(", ")}}`;
  if (isMap(value))
    return `map[string]interface {}{${sortedNames(value)
      .map((name) => `${quoteGo(name)}:${printSyntax(value[name] ?? null)}`)
      .join(", ")}}`;
  return value === null ? "interface {}(nil)" : String(value);
}

/** Go's `%T` of an unstructured value that is no number. */
function printType(value: JsonValue): string {
  if (isList(value)) return "[]interface {}";
  if (isMap(value)) return "map[string]interface {}";
  return value === null ? "<nil>" : typeof value === "boolean" ? "bool" : "string";
}

/**
 * A value that does not conform to its type. The message lists the errors with their paths, sorted by text (upstream's
 * order is random), and says how many more there are than are described.
 */
export class TypedValueError extends TypedError {
  constructor(texts: readonly string[], more = 0) {
    const lines = [...texts].sort().map((text) => `  ${text}`);
    if (more > 0) lines.push(`  ${moreText(more)}`);
    super(texts.length === 1 && more === 0 ? texts[0] : ["errors:", ...lines].join("\n"));
  }
}

/** Collects the errors of a value, as many as are described. The path is that of the value which is being validated. */
class FaultList {
  readonly path: (() => string)[] = [];
  readonly texts: string[] = [];
  /** The number of errors that are only counted. */
  more = 0;

  readonly #room = new ErrorRoom();

  get isFull(): boolean {
    return this.texts.length === maxFieldErrors || !this.#room.isLeft;
  }

  add(message: () => string): void {
    if (this.isFull) {
      this.more++;
      return;
    }
    const text = this.path.length === 0 ? message() : `${this.path.map((step) => step()).join("")}: ${message()}`;
    this.texts.push(text);
    this.#room.take(text.length);
  }
}

/**
 * Validates a value against its type (typed.AsTyped); throws TypedValueError. Duplicates in sets and list maps may be
 * allowed.
 */
export function validateValue(value: JsonValue, atom: Atom, allowDuplicates: boolean): void {
  if (runningWork() !== undefined && isValidValue(value, atom, allowDuplicates)) return;
  const faults = new FaultList();
  addFaults(faults, value, atom, allowDuplicates);
  if (faults.texts.length > 0) throw new TypedValueError(faults.texts, faults.more);
}

/**
 * Reports whether `validateValue` would pass, without collecting errors. Parts that are identical to those of `valid`
 * at the same path are skipped.
 */
export function isValidValue(value: JsonValue, atom: Atom, allowDuplicates: boolean, valid?: JsonValue): boolean {
  if (typeof value === "string" && atom.scalar === "string") return true;
  if (atom === deducedAtom || atom === untypedAtom || value === valid) return true;
  const form = formOf(atom, value);
  if (form === "scalar") return isValidScalar(value, atom.scalar);
  const check = (): boolean => isValidContainer(form, value, atom, allowDuplicates, valid);
  return runningWork() === undefined ? check() : keptValue(check);
}

function isValidContainer(
  form: "list" | "map" | "none",
  value: JsonValue,
  atom: Atom,
  allowDuplicates: boolean,
  valid: JsonValue | undefined,
): boolean {
  switch (form) {
    case "list":
      return (
        value === null ||
        (isList(value) && atom.list !== undefined && isValidList(value, atom.list, allowDuplicates, asList(valid)))
      );
    case "map":
      return (
        value === null ||
        (isMap(value) && atom.map !== undefined && isValidMap(value, atom.map, allowDuplicates, asMap(valid)))
      );
    case "none":
      return false;
  }
}

function isValidScalar(value: JsonValue, kind: ScalarKind | undefined): boolean {
  if (value === null) return true;
  switch (kind) {
    case "string":
      return typeof value === "string";
    case "numeric":
      return isNumber(value);
    case "boolean":
      return typeof value === "boolean";
    default:
      return typeof value !== "object" || isNumber(value);
  }
}

function isValidList(
  items: readonly JsonValue[],
  list: ListAtom,
  allowDuplicates: boolean,
  valid: readonly JsonValue[] | undefined,
): boolean {
  const { atomic, items: type } = list;
  const { isValid } = forEachItem(items, newVerdict, (found, item, i) => {
    if (!found.isValid) return;
    const same = valid?.[i];
    found.isValid =
      item === same ||
      ((atomic || itemError(list, item) === undefined) && isValidValue(item, type, allowDuplicates, same));
  });
  return isValid && (atomic || allowDuplicates || areDistinct(list, items));
}

const newVerdict = (): { isValid: boolean } => ({ isValid: true });

function isValidMap(
  members: JsonObject,
  map: MapAtom,
  allowDuplicates: boolean,
  valid: JsonObject | undefined,
): boolean {
  const { isValid } = forEachName(members, newVerdict, (found, name) => {
    const value = members[name];
    if (!found.isValid || value === undefined) return;
    const atom = memberAtom(map, name);
    if (typeof value === "string" && atom?.scalar === "string") return;
    found.isValid = atom !== undefined && isValidValue(value, atom, allowDuplicates, valid?.[name]);
  });
  return isValid;
}

function addFaults(faults: FaultList, value: JsonValue, atom: Atom, allowDuplicates: boolean): void {
  switch (formOf(atom, value)) {
    case "scalar":
      if (!isValidScalar(value, atom.scalar)) faults.add(() => scalarFault(value, atom.scalar));
      return;
    case "list":
      if (value === null || !atom.list) return;
      if (isList(value)) addListFaults(faults, value, atom.list, allowDuplicates);
      else faults.add(() => `expected list, got &{${printPlain(value)}}`);
      return;
    case "map":
      if (value === null || !atom.map) return;
      if (isMap(value)) addMapFaults(faults, value, atom.map, allowDuplicates);
      else faults.add(() => `expected map, got &{${printPlain(value)}}`);
      return;
    case "none":
      faults.add(() => "schema error: invalid atom: inlined");
  }
}

function scalarFault(value: JsonValue, kind: ScalarKind | undefined): string {
  switch (kind) {
    case "numeric":
      return `expected numeric (int or float), got ${printType(value)}`;
    case "string":
      return `expected string, got &value.valueUnstructured{Value:${printSyntax(value)}}`;
    case "boolean":
      return `expected boolean, got &{${printPlain(value)}}`;
    default:
      return `expected any scalar, got &{${printPlain(value)}}`;
  }
}

/** The first item that cannot be identified stops the validation of a list. */
function addListFaults(faults: FaultList, items: readonly JsonValue[], list: ListAtom, allowDuplicates: boolean): void {
  const seen = new Set<ItemKey>();
  for (const [i, item] of items.entries()) {
    const error = list.atomic ? undefined : itemError(list, item);
    if (error !== undefined) return faults.add(() => `element ${i}: ${error}`);
    const step = (): string => (list.atomic ? `[${i}]` : formatPathElement(itemElement(list, item)));
    if (!list.atomic && !allowDuplicates) {
      const key = itemKey(list, item);
      if (seen.has(key)) faults.add(() => `duplicate entries for key ${step()}`);
      seen.add(key);
    }
    faults.path.push(step);
    addFaults(faults, item, list.items, allowDuplicates);
    faults.path.pop();
  }
}

/** Reports whether nothing is to be described of a scalar; an error that is only counted is counted here. */
function isSettled(faults: FaultList, value: JsonValue, atom: Atom): boolean {
  if (formOf(atom, value) !== "scalar") return false;
  if (isValidScalar(value, atom.scalar)) return true;
  if (!faults.isFull) return false;
  faults.more++;
  return true;
}

/** The first undeclared member stops the validation of a map. */
function addMapFaults(faults: FaultList, members: JsonObject, map: MapAtom, allowDuplicates: boolean): void {
  for (const name in members) {
    const value = members[name];
    const atom = memberAtom(map, name);
    if (atom !== undefined && value !== undefined && isSettled(faults, value, atom)) continue;
    faults.path.push(() => `.${name}`);
    if (!atom) faults.add(() => "field not declared in schema");
    else if (value !== undefined) addFaults(faults, value, atom, allowDuplicates);
    faults.path.pop();
    if (!atom) return;
  }
}
