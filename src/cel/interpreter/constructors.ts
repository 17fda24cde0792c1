import { EvalError, unhashable } from "../values/eval-error.ts";
import { HashMap } from "../values/hash-map.ts";
import { ArrayList, OpaqueValue, Optional, type Value } from "../values/value.ts";
import { goNameOf, printValue } from "../values/print.ts";
import type { TypeProvider } from "../env/type-provider.ts";
import type { Charge, Frame, Step } from "./frame.ts";

/** Charges the cost of constructing a value, even if that fails. */
function making(make: Step, cost: number, charge: Charge): Step {
  return (frame) => {
    const made = make(frame);
    charge(frame, cost);
    return made;
  };
}

export interface Element {
  readonly step: Step;
  readonly optional: boolean;
}

function makeList(frame: Frame, elements: readonly Element[]): Value {
  const values: Value[] = [];
  for (const { step, optional } of elements) {
    const value = step(frame);
    if (value instanceof EvalError) return value;
    if (!optional) values.push(value);
    else if (!(value instanceof Optional))
      return new EvalError(`cannot initialize optional list element from non-optional value ${printValue(value)}`);
    else if (value.value !== undefined) values.push(value.value);
  }
  return new ArrayList(values);
}

export const listStep = (elements: readonly Element[], cost: number, charge: Charge): Step =>
  making((frame) => makeList(frame, elements), cost, charge);

export interface Entry extends Element {
  readonly key: Step;
}

function makeMap(frame: Frame, entries: readonly Entry[]): Value {
  const map = new HashMap();
  for (const { key: keyStep, step, optional } of entries) {
    const key = keyStep(frame);
    if (key instanceof EvalError) return key;
    const value = step(frame);
    if (value instanceof EvalError) return value;
    if (key instanceof Uint8Array || (key instanceof OpaqueValue && !key.isHashable)) throw unhashable(goNameOf(key));
    if (typeof key === "string") frame.spend(key.length >> 6);
    if (!optional) map.insert(key, value);
    else if (!(value instanceof Optional))
      return new EvalError(
        `cannot initialize optional entry '${printValue(key)}' from non-optional value ${printValue(value)}`,
      );
    else if (value.value === undefined) map.remove(key);
    else map.insert(key, value.value);
  }
  return map;
}

export const mapStep = (entries: readonly Entry[], cost: number, charge: Charge): Step =>
  making((frame) => makeMap(frame, entries), cost, charge);

export interface Field extends Element {
  readonly name: string;
}

function makeObject(frame: Frame, typeName: string, fields: readonly Field[], provider: TypeProvider): Value {
  const values = new Map<string, Value>();
  for (const { name, step, optional } of fields) {
    const value = step(frame);
    if (value instanceof EvalError) return value;
    if (!optional) values.set(name, value);
    else if (!(value instanceof Optional))
      return new EvalError(`cannot initialize optional entry '${name}' from non-optional value ${printValue(value)}`);
    else if (value.value === undefined) values.delete(name);
    else values.set(name, value.value);
  }
  return provider.newValue(typeName, values);
}

export const objectStep = (
  typeName: string,
  fields: readonly Field[],
  provider: TypeProvider,
  cost: number,
  charge: Charge,
): Step => making((frame) => makeObject(frame, typeName, fields, provider), cost, charge);
