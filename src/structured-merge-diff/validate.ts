import { isList, type JsonObject, type JsonValue } from "../apimachinery/json/value.ts";
import { formOf } from "./form.ts";
import { areDistinct, itemElement, itemError, itemKey, type ItemKey } from "./list-items.ts";
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
 * A value that does not conform to its type. The message lists every error with its path, sorted by text (upstream's
 * order is random).
 */
export class TypedValueError extends TypedError {
  constructor(faults: readonly string[]) {
    super(faults.length === 1 ? faults[0] : ["errors:", ...[...faults].sort().map((fault) => `  ${fault}`)].join("\n"));
  }
}

/** One validation error: its path and its message. */
interface Fault {
  path: string;
  readonly message: string;
}

/**
 * Validates a value against its type (typed.AsTyped); throws TypedValueError. Duplicates in sets and list maps may be
 * allowed.
 */
export function validateValue(value: JsonValue, atom: Atom, allowDuplicates: boolean): void {
  const faults = faultsOf(value, atom, allowDuplicates);
  if (faults.length > 0)
    throw new TypedValueError(faults.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`)));
}

/**
 * Reports whether `validateValue` would pass, without collecting errors. Parts that are identical to those of `valid`
 * at the same path are skipped.
 */
export function isValidValue(value: JsonValue, atom: Atom, allowDuplicates: boolean, valid?: JsonValue): boolean {
  if (typeof value === "string" && atom.scalar === "string") return true;
  if (atom === deducedAtom || atom === untypedAtom || value === valid) return true;
  switch (formOf(atom, value)) {
    case "scalar":
      return isValidScalar(value, atom.scalar);
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
  for (let i = 0; i < items.length; i++) {
    const [item = null, same] = [items[i], valid?.[i]];
    if (item === same) continue;
    if (!atomic && itemError(list, item) !== undefined) return false;
    if (!isValidValue(item, type, allowDuplicates, same)) return false;
  }
  return atomic || allowDuplicates || areDistinct(list, items);
}

function isValidMap(
  members: JsonObject,
  map: MapAtom,
  allowDuplicates: boolean,
  valid: JsonObject | undefined,
): boolean {
  for (const name in members) {
    const value = members[name];
    if (value === undefined) continue;
    const atom = memberAtom(map, name);
    if (typeof value === "string" && atom?.scalar === "string") continue;
    if (!atom || !isValidValue(value, atom, allowDuplicates, valid?.[name])) return false;
  }
  return true;
}

const fault = (message: string): Fault[] => [{ path: "", message }];

function faultsOf(value: JsonValue, atom: Atom, allowDuplicates: boolean): Fault[] {
  switch (formOf(atom, value)) {
    case "scalar":
      return isValidScalar(value, atom.scalar) ? [] : fault(scalarFault(value, atom.scalar));
    case "list":
      if (value === null || !atom.list) return [];
      return isList(value)
        ? listFaults(value, atom.list, allowDuplicates)
        : fault(`expected list, got &{${printPlain(value)}}`);
    case "map":
      if (value === null || !atom.map) return [];
      return isMap(value)
        ? mapFaults(value, atom.map, allowDuplicates)
        : fault(`expected map, got &{${printPlain(value)}}`);
    case "none":
      return fault("schema error: invalid atom: inlined");
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

/** Prefixes the paths of faults with a step. */
function below(faults: Fault[], step: string): Fault[] {
  for (const one of faults) one.path = step + one.path;
  return faults;
}

function listFaults(items: readonly JsonValue[], list: ListAtom, allowDuplicates: boolean): Fault[] {
  const faults: Fault[] = [];
  const seen = new Set<ItemKey>();
  for (const [i, item] of items.entries()) {
    const error = list.atomic ? undefined : itemError(list, item);
    if (error !== undefined) return [...faults, ...fault(`element ${i}: ${error}`)];
    const step = list.atomic ? `[${i}]` : formatPathElement(itemElement(list, item));
    const key = list.atomic ? step : itemKey(list, item);
    if (seen.has(key) && !allowDuplicates) faults.push(...fault(`duplicate entries for key ${step}`));
    seen.add(key);
    faults.push(...below(faultsOf(item, list.items, allowDuplicates), step));
  }
  return faults;
}

/** The first undeclared member stops the validation. */
function mapFaults(members: JsonObject, map: MapAtom, allowDuplicates: boolean): Fault[] {
  const faults: Fault[] = [];
  for (const [name, value] of Object.entries(members)) {
    const atom = memberAtom(map, name);
    if (!atom) return [...faults, ...below(fault("field not declared in schema"), `.${name}`)];
    if (value !== undefined) faults.push(...below(faultsOf(value, atom, allowDuplicates), `.${name}`));
  }
  return faults;
}
