import { EvalError } from "../values/eval-error.ts";
import { OpaqueValue, Optional, optionalNone, type Value } from "../values/value.ts";
import type { Charge, Frame, Step } from "./frame.ts";
import { invalidQualifier, isPresent, isQualifier, qualify, qualifyIfPresent } from "./qualifiers.ts";

/** One qualifier of an attribute: `.name`, `[key]`, `[?key]`, or the field of `has`. */
export interface Qualifier {
  readonly nodeId: number;
  /** The key if it is known when planning; otherwise `key` computes it. */
  readonly constant: Value | undefined;
  readonly key: Step | undefined;
  /** Whether the key is the unconverted value of an environment variable. */
  readonly isNativeKey: boolean;
  readonly optional: boolean;
  readonly testOnly: boolean;
  readonly charge: Charge;
}

/** An attribute: a variable or another operand, followed by qualifiers. */
export interface Attribute {
  readonly nodeId: number;
  readonly root: Step;
  /** The slot of the root variable; 0 if the root is not a variable. */
  readonly slot: number;
  readonly qualifiers: readonly Qualifier[];
  /**
   * The units that resolving the attribute costs by itself. Conditionals and `has` cost none. `has` takes back the unit
   * of its operand, also from a conditional, which had none.
   */
  readonly ownCost: 1 | 0 | -1;
}

export const withQualifier = (attribute: Attribute, qualifier: Qualifier): Attribute => ({
  ...attribute,
  nodeId: qualifier.nodeId,
  qualifiers: [...attribute.qualifiers, qualifier],
  ownCost: qualifier.testOnly ? (attribute.ownCost === 1 ? 0 : -1) : attribute.ownCost,
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

/** Applies an optional qualifier. Returns undefined if the value is absent; an error costs nothing. */
function applyOptional(frame: Frame, value: Value, qualifier: Qualifier): Value | undefined {
  const key = keyOf(frame, qualifier);
  const found = key instanceof EvalError ? key : qualifyIfPresent(value, key);
  if (found !== undefined && !(found instanceof EvalError)) qualifier.charge(frame, 1);
  return found;
}

/** Records the value of an intermediate qualifier. The caller records the last one, the attribute's value. */
function observe(frame: Frame, qualifier: Qualifier, value: Value): Value {
  frame.record?.addValue(qualifier.nodeId, value);
  return value;
}

/**
 * Applies qualifiers from an optional value on, or from the first optional qualifier on. Once a value is absent, the
 * result is an empty optional.
 */
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
 * Returns the content of an optional as converted to a native Go value and back: nested optionals are unwrapped, and
 * some values cannot be converted.
 */
function native(value: Value): Value {
  if (value instanceof Optional) return value.value === undefined ? null : native(value.value);
  if (!(value instanceof OpaqueValue) || value.unconvertible === undefined) return value;
  return new EvalError(`unsupported conversion to ref.Val: ${value.unconvertible}`);
}

/** Returns a value as attributes yield it: optionals are unwrapped to native values and wrapped again. */
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

/** Returns the result of `has`, which is the presence of the field, even after an optional qualifier. */
const testResult = (value: Value): Value => (value instanceof Optional ? value.value !== undefined : value);

/** Returns a function that applies the qualifiers of an attribute to its root value. */
export function following({ qualifiers }: Attribute): (frame: Frame, root: Value) => Value {
  const isTest = qualifiers.at(-1)?.testOnly ?? false;
  const follow = (frame: Frame, root: Value): Value =>
    root instanceof EvalError ? root : applyQualifiers(frame, root, qualifiers);
  return isTest ? (frame, root) => testResult(follow(frame, root)) : follow;
}

/** Returns a step that resolves an attribute without charging its own cost. */
export function resolving(attribute: Attribute): Step {
  const { root } = attribute;
  if (attribute.qualifiers.length === 0) return root;
  const follow = following(attribute);
  return (frame) => follow(frame, root(frame));
}
