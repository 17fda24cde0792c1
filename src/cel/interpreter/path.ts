import { Double, isObject, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { EvalError } from "../values/eval-error.ts";
import { JsonMap, jsonValue } from "../values/json.ts";
import { Optional, type Value } from "../values/value.ts";
import { following, resolving, type Attribute, type Qualifier } from "./attribute.ts";
import { chargeUnits, type Frame, type Step } from "./frame.ts";
import { isPresent, missingKey, qualify } from "./qualifiers.ts";

/** How a path goes on from a value that is no JSON object; keeps account itself. */
type Onward = (frame: Frame, start: Value) => Value;

/** Reads the last member of a path; undefined where the way ends before. */
type Walk = (members: JsonObject) => JsonValue | undefined;

/** Names that containers have of themselves: looking them up plainly would find what no document says. */
const inherited: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(Object.prototype),
  ...Object.getOwnPropertyNames(Array.prototype),
]);
const ofDouble: ReadonlySet<string> = new Set(["value", ...Object.getOwnPropertyNames(Double.prototype)]);
const isIndex = (name: string): boolean => name.charCodeAt(0) <= 57 && name.charCodeAt(0) >= 48;

/** The names of a path of plain fields; undefined for any other one. */
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

/** True for what can be asked for a member by a name that only objects have. */
const mayHaveMembers = (json: JsonValue | undefined): json is JsonObject => typeof json === "object" && json !== null;

/** A member by its name; undefined where there is none. */
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

/** The error of a path that ends too early, and at how many steps it shows. */
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

/** `a.b.c`, at so many units beside one for each step. */
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

/** `a.b.c` without account. */
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

/** `has(a.b)`. */
function testingOne({ slot, root }: Attribute, name: string, tracked: boolean, onward: Onward): Step {
  return (frame) => {
    let start = frame.slots[slot];
    if (!(start instanceof JsonMap) && !((start = root(frame)) instanceof JsonMap)) return onward(frame, start);
    if (tracked) chargeUnits(frame, 1);
    return start.members[name] !== undefined;
  };
}

/** `has(a.b.c)`: false only if everything but the last step is there. */
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

/** Goes on from a value that is no JSON object, field by field; optionals are left to the general way. */
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

/** With the unit that an attribute costs by itself. */
const charging =
  (onward: Onward): Onward =>
  (frame, start) => {
    const value = onward(frame, start);
    chargeUnits(frame, 1);
    return value;
  };

/** A path of plain fields that goes through JSON without making values on its way; undefined for any other one. */
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

/** An attribute without its own unit. */
export const partialStep = (attribute: Attribute, tracked: boolean): Step =>
  pathStep(attribute, tracked, 0) ?? resolving(attribute);

/** An attribute that is looked at by itself. */
export function wholeStep(attribute: Attribute, tracked: boolean): Step {
  if (!tracked || !attribute.hasCost) return partialStep(attribute, tracked);
  const path = pathStep(attribute, true, 1);
  if (path !== undefined) return path;
  const resolve = resolving(attribute);
  return (frame) => {
    const value = resolve(frame);
    chargeUnits(frame, 1);
    return value;
  };
}
