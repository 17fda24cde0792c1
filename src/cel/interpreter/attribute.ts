import { EvalError } from "../values/eval-error.ts";
import { OpaqueValue, Optional, optionalNone, type Value } from "../values/value.ts";
import type { Charge, Frame, Step } from "./frame.ts";
import { invalidQualifier, isPresent, isQualifier, qualify, qualifyIfPresent } from "./qualifiers.ts";

/** One step further into a value: `.name`, `[key]`, `[?key]`, or the field that `has` asks for. */
export interface Qualifier {
  readonly nodeId: number;
  /** A key known when planning; else `key` computes it. */
  readonly constant: Value | undefined;
  readonly key: Step | undefined;
  /** The key comes straight from a variable of the environment. */
  readonly isNativeKey: boolean;
  readonly optional: boolean;
  readonly testOnly: boolean;
  readonly charge: Charge;
}

/** A way into a value: a variable or anything else, then step by step. */
export interface Attribute {
  readonly nodeId: number;
  readonly root: Step;
  /** The place of the variable that the root is; 0 if it is none. */
  readonly slot: number;
  readonly qualifiers: readonly Qualifier[];
  /** Costs a unit when it is looked at by itself; a conditional does not, nor does `has`. */
  readonly hasCost: boolean;
}

export const withQualifier = (attribute: Attribute, qualifier: Qualifier): Attribute => ({
  ...attribute,
  nodeId: qualifier.nodeId,
  qualifiers: [...attribute.qualifiers, qualifier],
  hasCost: attribute.hasCost && !qualifier.testOnly,
});

function keyOf(frame: Frame, { constant, key, isNativeKey }: Qualifier): Value {
  if (key === undefined) return constant ?? null;
  const computed = key(frame);
  return isQualifier(computed) ? computed : invalidQualifier(computed, isNativeKey);
}

function applyPlain(frame: Frame, value: Value, qualifier: Qualifier): Value {
  const key = keyOf(frame, qualifier);
  const found =
    key instanceof EvalError ? key : qualifier.testOnly ? isPresent(value, String(key)) : qualify(value, key);
  qualifier.charge(frame, 1);
  return found;
}

/** undefined where there is nothing; an error costs nothing. */
function applyOptional(frame: Frame, value: Value, qualifier: Qualifier): Value | undefined {
  const key = keyOf(frame, qualifier);
  const found = key instanceof EvalError ? key : qualifyIfPresent(value, key);
  if (found !== undefined && !(found instanceof EvalError)) qualifier.charge(frame, 1);
  return found;
}

/**
 * Notes the value of a step on the way; the last one is the attribute's own, which whoever looks at the attribute
 * notes.
 */
function observe(frame: Frame, qualifier: Qualifier, value: Value): Value {
  frame.record?.addValue(qualifier.nodeId, value);
  return value;
}

/** Goes on from an optional, or from where a qualifier makes it one: nothing found is nothing, whatever follows. */
function applyFrom(frame: Frame, start: Value, qualifiers: readonly Qualifier[], first: number): Value {
  let value = start;
  for (let i = first; i < qualifiers.length; i++) {
    const qualifier = qualifiers[i];
    if (qualifier === undefined) break;
    const found = applyOptional(frame, value, qualifier);
    if (found === undefined) return optionalNone;
    if (found instanceof EvalError) return found;
    value = i + 1 < qualifiers.length ? observe(frame, qualifier, found) : found;
  }
  return new Optional(value);
}

/**
 * What is inside of an optional as it comes out of Go's hands: optionals in it are opened, and some values cannot come
 * back.
 */
function native(value: Value): Value {
  if (value instanceof Optional) return value.value === undefined ? null : native(value.value);
  if (!(value instanceof OpaqueValue) || value.unconvertible === undefined) return value;
  return new EvalError(`unsupported conversion to ref.Val: ${value.unconvertible}`);
}

/** A value as attributes hand it on: optionals are taken apart and made anew. */
export function handOn(value: Value): Value {
  if (!(value instanceof Optional) || value.value === undefined) return value;
  const inner = native(value.value);
  return inner === value.value ? value : new Optional(inner);
}

function applyQualifiers(frame: Frame, start: Value, qualifiers: readonly Qualifier[]): Value {
  if (start instanceof Optional)
    return start.value === undefined ? start : applyFrom(frame, native(start.value), qualifiers, 0);
  let value: Value = start;
  for (let i = 0; i < qualifiers.length; i++) {
    const qualifier = qualifiers[i];
    if (qualifier === undefined) break;
    if (qualifier.optional) return applyFrom(frame, value, qualifiers, i);
    value = applyPlain(frame, value, qualifier);
    if (value instanceof EvalError) return value;
    if (frame.record !== undefined && i + 1 < qualifiers.length) observe(frame, qualifier, value);
  }
  return value;
}

/** The present field is the whole answer of `has`, even behind an optional. */
const testResult = (value: Value): Value => (value instanceof Optional ? value.value !== undefined : value);

/** Goes on from the root of an attribute. */
export function following({ qualifiers }: Attribute): (frame: Frame, root: Value) => Value {
  const isTest = qualifiers.at(-1)?.testOnly ?? false;
  const follow = (frame: Frame, root: Value): Value =>
    root instanceof EvalError ? root : applyQualifiers(frame, root, qualifiers);
  return isTest ? (frame, root) => testResult(follow(frame, root)) : follow;
}

/** Computes an attribute without its own cost. */
export function resolving(attribute: Attribute): Step {
  const { root } = attribute;
  if (attribute.qualifiers.length === 0) return root;
  const follow = following(attribute);
  return (frame) => follow(frame, root(frame));
}
