import type { Implementation, Overload } from "../env/declarations.ts";
import type { Type } from "../types/type.ts";
import { EvalError } from "../values/eval-error.ts";
import { ListValue, MapValue, type Value } from "../values/value.ts";
import { typeOfValue } from "../values/type-of.ts";

/** Reports whether a value has a type. Only the first element of a container is checked. */
function isOfType(type: Type, value: Value): boolean {
  if (type.isDynLike) return true;
  if (type.nullable && value === null) return true;
  if (type.name !== typeOfValue(value).name) return false;
  if (type.kind === "list")
    return !(value instanceof ListValue) || value.size === 0 || isOfType(type.element, value.at(0));
  return type.kind !== "map" || !(value instanceof MapValue) || isMapOfType(type, value);
}

function isMapOfType(type: Type, map: MapValue): boolean {
  if (map.size === 0) return true;
  const key = map.firstKey() ?? null;
  return isOfType(type.element, key) && isOfType(type.valueType, map.find(key) ?? null);
}

/** Returns the error for arguments without a matching overload, or the first argument that is an error. */
function noOverloadFor(name: string, args: readonly Value[]): EvalError {
  const error = args.find((arg) => arg instanceof EvalError);
  if (error instanceof EvalError) return error;
  return new EvalError(`no such overload: ${name}(${args.map((arg) => typeOfValue(arg).name).join(", ")})`);
}

const takes = ({ args }: Overload, values: readonly Value[]): boolean =>
  args.length === values.length && args.every((type, i) => isOfType(type, values[i] ?? null));

/** Wraps the implementation of an overload with a check of its arguments. */
export function guarded(name: string, overload: Overload, run: Implementation): Implementation {
  const [first, second] = overload.args;
  if (first === undefined) return run;
  if (overload.args.length === 1)
    return (a, b, c, d, effort) => (isOfType(first, a) ? run(a, b, c, d, effort) : noOverloadFor(name, [a]));
  if (second === undefined) return run;
  if (overload.args.length === 2)
    return (a, b, c, d, effort) =>
      isOfType(first, a) && isOfType(second, b) ? run(a, b, c, d, effort) : noOverloadFor(name, [a, b]);
  return (a, b, c, d, effort) => {
    const values = [a, b, c, d].slice(0, overload.args.length);
    return takes(overload, values) ? run(a, b, c, d, effort) : noOverloadFor(name, values);
  };
}

/** Returns an implementation that dispatches to the first overload that accepts the argument values. */
export function dispatching(name: string, overloads: readonly Overload[], argCount: number): Implementation {
  return (a, b, c, d, effort) => {
    const values = [a, b, c, d].slice(0, argCount);
    const overload = overloads.find((candidate) => candidate.implementation !== undefined && takes(candidate, values));
    return overload?.implementation?.(a, b, c, d, effort) ?? noOverloadFor(name, values);
  };
}
