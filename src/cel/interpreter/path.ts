import { Double, isObject, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { EvalError } from "../values/eval-error.ts";
import { JsonMap, jsonValue } from "../values/json.ts";
import { Optional, type Value } from "../values/value.ts";
import { following, resolving, type Attribute, type Qualifier } from "./attribute.ts";
import { chargeUnits, type Frame, type Step } from "./frame.ts";
import { isPresent, missingKey, qualify } from "./qualifiers.ts";

/** Continues a path from a value that is not a JSON object. Charges its own cost. */
type Onward = (frame: Frame, start: Value) => Value;

/** Reads the last member of a path; undefined if an intermediate member is missing. */
type Walk = (members: JsonObject) => JsonValue | undefined;

/** Names inherited from prototypes. A plain property lookup would find them although they are not in the document. */
const inherited: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(Object.prototype),
  ...Object.getOwnPropertyNames(Array.prototype),
]);
const ofDouble: ReadonlySet<string> = new Set(["value", ...Object.getOwnPropertyNames(Double.prototype)]);
const isIndex = (name: string): boolean => name.charCodeAt(0) <= 57 && name.charCodeAt(0) >= 48;

/** Returns the field names of a path that has only plain fields; otherwise undefined. */
export function fieldNames(qualifiers: readonly Qualifier[]): readonly string[] | undefined {
  const names: string[] = [];
  for (let i = 0; i < qualifiers.length; i++) {
    const qualifier = qualifiers[i];
    if (qualifier === undefined || qualifier.optional || (qualifier.testOnly && i + 1 < qualifiers.length))
      return undefined;
    const { constant } = qualifier;
    if (
      typeof constant !== "string" ||
      inherited.has(constant) ||
      isIndex(constant) ||
      (i > 0 && ofDouble.has(constant))
    )
      return undefined;
    names.push(constant);
  }
  return names;
}

/** Reports whether a value may have members. Arrays pass, which is safe for names that arrays do not inherit. */
const mayHaveMembers = (json: JsonValue | undefined): json is JsonObject => typeof json === "object" && json !== null;

/** Returns a member by name; undefined if there is none. */
export const memberOf = (json: JsonValue | undefined, name: string): JsonValue | undefined =>
  mayHaveMembers(json) ? json[name] : undefined;

function walkOf(names: readonly string[]): Walk {
  const [first = "", second = "", ...rest] = names;
  if (names.length === 1) return (members) => members[first];
  if (names.length === 2) return (members) => memberOf(members[first], second);
  return (members) => {
    let json = memberOf(members[first], second);
    for (let i = 0; i < rest.length; i++) json = memberOf(json, rest[i] ?? "");
    return json;
  };
}

/** Returns the error of a path with a missing member, and the number of steps before it. */
function deadEnd(members: JsonObject, names: readonly string[]): readonly [error: Value, steps: number] {
  let json: JsonValue = members;
  for (const [i, name] of names.entries()) {
    if (!isObject(json)) return [qualify(jsonValue(json), name), i + 1];
    const member: JsonValue | undefined = json[name];
    if (member === undefined) return [missingKey(name), i + 1];
    json = member;
  }
  return [jsonValue(json), names.length];
}

/** Evaluates `a.b.c`, which costs `ownUnits` and one unit per step. */
function selecting({ slot, root }: Attribute, names: readonly string[], ownUnits: number, onward: Onward): Step {
  const [first = ""] = names;
  const walk = names.length === 1 ? undefined : walkOf(names);
  const units = names.length + ownUnits;
  return (frame) => {
    let start = frame.slots[slot];
    if (!(start instanceof JsonMap) && !((start = root(frame)) instanceof JsonMap)) return onward(frame, start);
    const member = walk === undefined ? start.members[first] : walk(start.members);
    if (member === undefined) return lost(frame, start, names, ownUnits);
    chargeUnits(frame, units);
    return jsonValue(member);
  };
}

function lost(frame: Frame, start: JsonMap, names: readonly string[], ownUnits: number): Value {
  const [error, steps] = deadEnd(start.members, names);
  chargeUnits(frame, steps + ownUnits);
  return error;
}

/** Evaluates `a.b.c` without charging. */
function selectingFree({ slot, root }: Attribute, names: readonly string[], onward: Onward): Step {
  const [first = ""] = names;
  if (names.length === 1) {
    const missing = missingKey(first);
    return (frame) => {
      let start = frame.slots[slot];
      if (!(start instanceof JsonMap) && !((start = root(frame)) instanceof JsonMap)) return onward(frame, start);
      const member = start.members[first];
      return member === undefined ? missing : jsonValue(member);
    };
  }
  const walk = walkOf(names);
  return (frame) => {
    let start = frame.slots[slot];
    if (!(start instanceof JsonMap) && !((start = root(frame)) instanceof JsonMap)) return onward(frame, start);
    const member = walk(start.members);
    return member === undefined ? deadEnd(start.members, names)[0] : jsonValue(member);
  };
}

/** Evaluates `has(a.b)`. */
function testingOne({ slot, root }: Attribute, name: string, tracked: boolean, onward: Onward): Step {
  return (frame) => {
    let start = frame.slots[slot];
    if (!(start instanceof JsonMap) && !((start = root(frame)) instanceof JsonMap)) return onward(frame, start);
    if (tracked) chargeUnits(frame, 1);
    return start.members[name] !== undefined;
  };
}

/** Evaluates `has(a.b.c)`. False only if all members but the last exist; otherwise a missing member is an error. */
function testing(attribute: Attribute, names: readonly string[], tracked: boolean, onward: Onward): Step {
  const [first = "", second = "", ...rest] = names;
  if (names.length === 1) return testingOne(attribute, first, tracked, onward);
  const { slot, root } = attribute;
  const operandOf = walkOf(names.slice(0, -1));
  const last = rest.at(-1) ?? second;
  return (frame) => {
    let start = frame.slots[slot];
    if (!(start instanceof JsonMap) && !((start = root(frame)) instanceof JsonMap)) return onward(frame, start);
    const operand = rest.length === 0 ? start.members[first] : operandOf(start.members);
    const found = memberOf(operand, last) !== undefined;
    if (!found && !isObject(operand)) return testMissing(frame, start, names, tracked);
    if (tracked) chargeUnits(frame, names.length);
    return found;
  };
}

function testMissing(frame: Frame, start: JsonMap, names: readonly string[], tracked: boolean): Value {
  const [operand, steps] = deadEnd(start.members, names.slice(0, -1));
  const isThere = !(operand instanceof EvalError);
  if (tracked) chargeUnits(frame, isThere ? steps + 1 : steps);
  return isThere ? isPresent(operand, names.at(-1) ?? "") : operand;
}

/** Continues a path by field from a value that is not a JSON object. Optionals use the general implementation. */
function fieldByField(names: readonly string[], isTest: boolean, tracked: boolean, general: Onward): Onward {
  const count = isTest ? names.length - 1 : names.length;
  const last = names.at(-1) ?? "";
  return (frame, start) => {
    if (start instanceof Optional) return general(frame, start);
    let value: Value = start;
    for (let i = 0; i < count && !(value instanceof EvalError); i++) {
      value = qualify(value, names[i] ?? "");
      if (tracked) chargeUnits(frame, 1);
    }
    if (!isTest || value instanceof EvalError) return value;
    if (tracked) chargeUnits(frame, 1);
    return isPresent(value, last);
  };
}

/** Adds the unit that an attribute costs by itself. */
const charging =
  (onward: Onward): Onward =>
  (frame, start) => {
    const value = onward(frame, start);
    chargeUnits(frame, 1);
    return value;
  };

/**
 * Evaluates a path of plain fields directly on JSON, without converting intermediate values. Undefined for other paths.
 */
function pathStep(attribute: Attribute, tracked: boolean, ownUnits: number): Step | undefined {
  const names = fieldNames(attribute.qualifiers);
  if (names === undefined || names.length === 0) return undefined;
  const isTest = attribute.qualifiers.at(-1)?.testOnly ?? false;
  const onward = fieldByField(names, isTest, tracked, following(attribute));
  if (isTest) return testing(attribute, names, tracked, onward);
  return tracked
    ? selecting(attribute, names, ownUnits, ownUnits === 0 ? onward : charging(onward))
    : selectingFree(attribute, names, onward);
}

/** Resolves an attribute without charging its own unit. */
export const partialStep = (attribute: Attribute, tracked: boolean): Step =>
  pathStep(attribute, tracked, 0) ?? resolving(attribute);

/** Resolves an attribute and charges its own cost. */
export function wholeStep(attribute: Attribute, tracked: boolean): Step {
  const { ownCost } = attribute;
  if (!tracked || ownCost === 0) return partialStep(attribute, tracked);
  const path = ownCost === 1 ? pathStep(attribute, true, 1) : undefined;
  if (path !== undefined) return path;
  const resolve = resolving(attribute);
  return (frame) => {
    const value = resolve(frame);
    chargeUnits(frame, ownCost);
    return value;
  };
}
