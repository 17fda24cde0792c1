import type { JsonObject } from "../../../apimachinery/json/value.ts";
import type { CheckPart, CheckValue, CompileLazily } from "./check.ts";
import { checkSuccessor } from "./check-successor.ts";
import { forbiddenProperty, invalidValue, missing, tooManyProperties, type Findings } from "./findings.ts";
import { Place } from "./place.ts";
import type { ValidationSource } from "./validation-source.ts";

/**
 * Compiles the checks of an object: the number of properties, then additional properties, declared properties and
 * required ones (objectValidator). Findings are sorted, where upstream's order is random.
 */
export function compileObjectCheck(
  { properties, additional, validation }: ValidationSource,
  compileLazily: CompileLazily,
): readonly CheckPart<JsonObject>[] {
  const { minProperties, maxProperties, required = [] } = validation;
  const names = new Set(properties.map(([name]) => name));
  const parts: CheckPart<JsonObject>[] = [];
  if (minProperties !== undefined || maxProperties !== undefined) parts.push(sizeCheck(minProperties, maxProperties));
  if (additional === "forbidden") parts.push(checkForbidden(names));
  else if (additional !== undefined) parts.push(checkAdditional(names, compileLazily(additional)));
  if (properties.length > 0)
    parts.push(checkDeclared(properties.map(([name, source]) => [name, compileLazily(source)])));
  if (required.length > 0) parts.push(checkRequired(required));
  return parts;
}

/** The names of an object that a schema does not declare, sorted. */
class UndeclaredNames {
  readonly names: readonly string[];
  constructor(object: JsonObject, declared: ReadonlySet<string>) {
    this.names = Object.keys(object)
      .filter((name) => !declared.has(name))
      .sort();
  }
}

const checkForbidden =
  (declared: ReadonlySet<string>): CheckPart<JsonObject> =>
  (object, place, run, work) => {
    const { names } = new UndeclaredNames(object, declared);
    work.charge(names.length);
    for (const name of names) run.add(forbiddenProperty(place, name));
  };

const checkAdditional =
  (declared: ReadonlySet<string>, check: CheckValue): CheckPart<JsonObject> =>
  (object, place, run, work) => {
    const { names } = (run.kept =
      run.kept instanceof UndeclaredNames ? run.kept : new UndeclaredNames(object, declared));
    for (; run.step < names.length; run.step++) {
      work.pause();
      const name = names[run.step] ?? "";
      run.merge(
        checkSuccessor(
          check,
          object[name] ?? null,
          place.additionalProperty(name),
          run.correlation?.member(name),
          work,
        ),
      );
    }
  };

const checkDeclared =
  (named: readonly (readonly [name: string, check: CheckValue])[]): CheckPart<JsonObject> =>
  (object, place, run, work) => {
    for (; run.step < named.length; run.step++) {
      const [name, check] = named[run.step] ?? noProperty;
      if (check === undefined || !Object.hasOwn(object, name)) continue;
      work.pause();
      const correlation = isTypeMeta(place, name) ? undefined : run.correlation?.member(name);
      run.merge(checkSuccessor(check, object[name] ?? null, place.property(name), correlation, work));
    }
  };

const noProperty: readonly [name: string, check: undefined] = ["", undefined];

/** The number of names that are looked for between two pauses. */
const requiredStride = 1000;

const checkRequired =
  (required: readonly string[]): CheckPart<JsonObject> =>
  (object, place, run, work) => {
    for (; run.step < required.length; run.step += requiredStride) {
      work.pause();
      const names = required.length <= requiredStride ? required : required.slice(run.step, run.step + requiredStride);
      work.charge(names.length >> 3);
      for (const name of names) if (!Object.hasOwn(object, name)) run.add(missing(place.additionalProperty(name)));
    }
  };

/** Changes of apiVersion and kind at the root do not count as changes of the object. */
const isTypeMeta = (place: Place, name: string): boolean =>
  place === Place.root && (name === "kind" || name === "apiVersion");

const sizeCheck =
  (min: number | undefined, max: number | undefined): CheckPart<JsonObject> =>
  (object, place, run: Findings) => {
    const size = Object.keys(object).length;
    if (min !== undefined && size < min) run.add(invalidValue(place, size, `should have at least ${min} properties`));
    if (max !== undefined && size > max) run.add(tooManyProperties(place, size, max));
  };
