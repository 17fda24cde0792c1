import { isRecord } from "../apimachinery/is-record.ts";
import type { JsonObject, JsonValue } from "../apimachinery/json/value.ts";
import type { Converter } from "../client/converter.ts";
import { loadExpressions } from "./expressions.ts";
import type { Lesson } from "./lesson.ts";

/** The values that an expression of a conversion names. */
export const conversionVariables = ["object", "desiredAPIVersion"] as const;

/**
 * Returns the functions that take the place of conversion webhooks on the server of a lesson, by the name of the
 * definition. They evaluate the expressions of the front matter, and do nothing else.
 */
export const lessonConverters = ({ server }: Pick<Lesson, "server">): ReadonlyMap<string, Converter> =>
  new Map(Object.entries(server.conversions).map(([name, expression]) => [name, converting(expression)]));

const converting =
  (expression: string): Converter =>
  async ({ desiredAPIVersion, objects }) => {
    const { evaluate } = await loadExpressions(conversionVariables);
    return objects.map((object) => {
      const change = evaluate(expression, { object, desiredAPIVersion });
      if (!isRecord(change)) throw new Error("the expression of the conversion returns no map");
      return { ...merged(object, change as JsonObject), apiVersion: desiredAPIVersion };
    });
  };

/** Applies a merge patch (RFC 7396) to an object. */
function merged(object: JsonObject, patch: JsonObject): JsonObject {
  const members = new Map(Object.entries(object));
  for (const [name, value] of Object.entries(patch))
    if (value === null) members.delete(name);
    else members.set(name, isObject(value) ? merged(objectOf(members.get(name)), value) : value);
  return Object.fromEntries(members);
}

const isObject = (value: JsonValue): value is JsonObject => isRecord(value);
const objectOf = (value: JsonValue | undefined): JsonObject => (value !== undefined && isObject(value) ? value : {});
