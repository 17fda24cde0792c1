import type { JsonObject } from "../../../apimachinery/json/value.ts";
import type { CompileLazily } from "./check.ts";
import { checkSuccessor } from "./check-successor.ts";
import type { Correlation } from "./correlation.ts";
import { forbiddenProperty, invalidValue, missing, tooManyProperties, type Findings } from "./findings.ts";
import { Place } from "./place.ts";
import type { ValidationSource } from "./validation-source.ts";

type CheckObject = (object: JsonObject, place: Place, correlation: Correlation | undefined, findings: Findings) => void;

/**
 * Compiles the checks of an object: the number of properties, then additional properties, declared properties and
 * required ones (objectValidator). Findings are sorted, where upstream's order is random.
 */
export function compileObjectCheck(
  { properties, additional, validation }: ValidationSource,
  compileLazily: CompileLazily,
): CheckObject {
  const { minProperties, maxProperties, required = [] } = validation;
  const named = properties.map(([name, source]) => [name, compileLazily(source)] as const);
  const names = new Set(properties.map(([name]) => name));
  const checkAdditional =
    additional === undefined || additional === "forbidden" ? undefined : compileLazily(additional);
  const checkSize =
    minProperties === undefined && maxProperties === undefined ? undefined : sizeCheck(minProperties, maxProperties);
  return (object, place, correlation, findings) => {
    checkSize?.(object, place, findings);
    if (additional === "forbidden") {
      for (const name of Object.keys(object).sort())
        if (!names.has(name)) findings.add(forbiddenProperty(place.toString(), name));
    } else if (checkAdditional !== undefined) {
      for (const name of Object.keys(object).sort()) {
        if (!names.has(name))
          findings.merge(
            checkSuccessor(
              checkAdditional,
              object[name] ?? null,
              place.additionalProperty(name),
              correlation?.member(name),
            ),
          );
      }
    }
    for (const [name, check] of named) {
      if (!Object.hasOwn(object, name)) continue;
      findings.merge(
        checkSuccessor(
          check,
          object[name] ?? null,
          place.property(name),
          isTypeMeta(place, name) ? undefined : correlation?.member(name),
        ),
      );
    }
    for (const name of required)
      if (!Object.hasOwn(object, name)) findings.add(missing(place.additionalProperty(name).toString()));
  };
}

/** Changes of apiVersion and kind at the root do not count as changes of the object. */
const isTypeMeta = (place: Place, name: string): boolean =>
  place === Place.root && (name === "kind" || name === "apiVersion");

const sizeCheck =
  (min: number | undefined, max: number | undefined) =>
  (object: JsonObject, place: Place, findings: Findings): void => {
    const size = Object.keys(object).length;
    if (min !== undefined && size < min)
      findings.add(invalidValue(place.toString(), size, `should have at least ${min} properties`));
    if (max !== undefined && size > max) findings.add(tooManyProperties(place.toString(), size, max));
  };
