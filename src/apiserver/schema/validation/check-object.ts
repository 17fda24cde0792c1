import { rememberedKeysOf } from "../../../component-base/long-map-keys.ts";
import type { JsonObject } from "../../../apimachinery/json/value.ts";
import type { CheckPart, CompileLazily, FlatPart, ValueCheck } from "./check.ts";
import { checkSuccessor } from "./check-successor.ts";
import { forbiddenProperty, invalidValue, missing, tooManyProperties } from "./findings.ts";
import { Place } from "./place.ts";
import type { ValidationSource } from "./validation-source.ts";

/**
 * Compiles the checks of an object: the number of properties, then additional properties, declared properties and
 * required ones (objectValidator). Findings are sorted, where upstream's order is random.
 */
export function compileObjectCheck(
  { properties, additional, validation }: ValidationSource,
  compileLazily: CompileLazily,
): ObjectCheck {
  const { minProperties, maxProperties, required = [] } = validation;
  const names = new Set(properties.map(([name]) => name));
  const flat: FlatPart<JsonObject>[] = [];
  const deep: CheckPart<JsonObject>[] = [];
  if (minProperties !== undefined || maxProperties !== undefined) flat.push(sizeCheck(minProperties, maxProperties));
  if (additional === "forbidden") flat.push(checkForbidden(names));
  else if (additional !== undefined) deep.push(checkAdditional(names, compileLazily(additional)));
  if (properties.length > 0)
    deep.push(checkDeclared(properties.map(([name, source]) => [name, compileLazily(source)])));
  if (required.length > requiredStride) deep.push(checkManyRequired(required));
  else if (required.length > 0) (deep.length > 0 ? deep : flat).push(checkRequired(required));
  return { flat, deep };
}

/** The parts of the check of an object: those that look at nothing inside of it first. */
interface ObjectCheck {
  readonly flat: readonly FlatPart<JsonObject>[];
  readonly deep: readonly CheckPart<JsonObject>[];
}

/** The names of an object that a schema does not declare, sorted. */
class UndeclaredNames {
  readonly names: readonly string[];
  constructor(object: JsonObject, declared: ReadonlySet<string>) {
    this.names = rememberedKeysOf(object)
      .filter((name) => !declared.has(name))
      .sort();
  }
}

const checkForbidden =
  (declared: ReadonlySet<string>): FlatPart<JsonObject> =>
  (object, place, findings, work) => {
    const { names } = new UndeclaredNames(object, declared);
    work.charge(names.length);
    for (const name of names) findings.add(forbiddenProperty, place, name);
  };

const checkAdditional =
  (declared: ReadonlySet<string>, check: ValueCheck): CheckPart<JsonObject> =>
  (object, place, run, work) => {
    const { names } = (run.kept =
      run.kept instanceof UndeclaredNames ? run.kept : new UndeclaredNames(object, declared));
    for (; run.step < names.length; run.step++) {
      work.pause();
      const name = names[run.step] ?? "";
      const correlation = run.correlation?.member(name);
      checkSuccessor(check, object[name] ?? null, place.additionalProperty(name), correlation, run, work);
    }
  };

const checkDeclared =
  (named: readonly (readonly [name: string, check: ValueCheck])[]): CheckPart<JsonObject> =>
  (object, place, run, work) => {
    for (; run.step < named.length; run.step++) {
      const [name, check] = named[run.step] ?? noProperty;
      if (check === undefined || !Object.hasOwn(object, name)) continue;
      work.pause();
      const correlation = isTypeMeta(place, name) ? undefined : run.correlation?.member(name);
      checkSuccessor(check, object[name] ?? null, place.property(name), correlation, run, work);
    }
  };

const noProperty: readonly [name: string, check: undefined] = ["", undefined];

/** The number of names that are looked for between two pauses. */
const requiredStride = 1000;

const checkRequired =
  (required: readonly string[]): FlatPart<JsonObject> =>
  (object, place, findings, work) => {
    work.charge(required.length >> 3);
    for (const name of required)
      if (!Object.hasOwn(object, name)) findings.add(missing, place.additionalProperty(name), null);
  };

function checkManyRequired(required: readonly string[]): CheckPart<JsonObject> {
  const strides = Array.from({ length: Math.ceil(required.length / requiredStride) }, (_, i) =>
    checkRequired(required.slice(i * requiredStride, (i + 1) * requiredStride)),
  );
  return (object, place, run, work) => {
    for (; run.step < strides.length; run.step++) {
      work.pause();
      strides[run.step]?.(object, place, run, work);
    }
  };
}

/** Changes of apiVersion and kind at the root do not count as changes of the object. */
const isTypeMeta = (place: Place, name: string): boolean =>
  place === Place.root && (name === "kind" || name === "apiVersion");

function sizeCheck(min = 0, max = Infinity): FlatPart<JsonObject> {
  const tooFew = invalidValue(`should have at least ${min} properties`);
  const tooMany = tooManyProperties(max);
  return (object, place, findings) => {
    const size = Object.keys(object).length;
    if (size < min) findings.add(tooFew, place, size);
    if (size > max) findings.add(tooMany, place, size);
  };
}
