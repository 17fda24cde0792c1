import { isRecord } from "../../apimachinery/is-record.ts";
import type { RulePlaceOf } from "../../client/definitions.ts";

/** Path steps that are not properties. */
const itemsStep = "[*]";
const valuesStep = "{*}";

const rulesKey = "x-kubernetes-validations";

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Keywords with a subschema for nested values, and the path step each adds. */
const singleKeywords: Readonly<Record<string, string>> = { items: itemsStep, additionalProperties: valuesStep };

/** A rule as written in a schema. */
export interface StatedRule extends RulePlaceOf {
  readonly stated: unknown;
}

/** Position of a walk: the path of the value, and the junctor (such as allOf) that contains the schema. */
interface Place {
  readonly path: readonly string[];
  readonly within?: string;
}

/**
 * Returns every rule of a schema that may run: rules of a node before those of its children, items before properties,
 * and rules inside allOf last. The latter only run if the schema has other rules.
 */
export function rulePlaces(schema: unknown): readonly StatedRule[] {
  const found = placesIn(schema, { path: [] });
  return found.some(({ within }) => within === undefined) ? found : [];
}

function placesIn(schema: unknown, place: Place): readonly StatedRule[] {
  if (!isRecord(schema)) return [];
  const rules = isList(schema[rulesKey]) ? schema[rulesKey] : [];
  const own = rules.map((stated, index) => ({
    ...place,
    index,
    rule: isRecord(stated) && typeof stated["rule"] === "string" ? stated["rule"] : "",
    stated,
  }));
  const elements = Object.entries(singleKeywords).flatMap(([keyword, step]) =>
    placesIn(schema[keyword], inside(place, step, keyword)),
  );
  const properties = isRecord(schema["properties"])
    ? Object.entries(schema["properties"]).flatMap(([name, property]) =>
        placesIn(property, inside(place, name, `properties[${name}]`)),
      )
    : [];
  const nested = isList(schema["allOf"])
    ? schema["allOf"].flatMap((one, i) =>
        placesIn(one, { path: place.path, within: joined(place.within, `allOf[${i}]`) }),
      )
    : [];
  return [...own, ...elements, ...properties, ...nested];
}

const joined = (within: string | undefined, keyword: string): string =>
  within === undefined ? keyword : `${within}.${keyword}`;

const inside = ({ path, within }: Place, step: string, keyword: string): Place => ({
  path: [...path, step],
  ...(within !== undefined && { within: joined(within, keyword) }),
});

/** Returns the schema with a single rule. */
export function withOnlyRule(schema: unknown, stated: unknown): unknown {
  if (isList(schema)) return schema.map((part) => withOnlyRule(part, stated));
  if (!isRecord(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
      if (keyword !== rulesKey) return [[keyword, keepIn(keyword, value, stated)]];
      const kept = isList(value) ? value.filter((rule) => rule === stated) : [];
      return kept.length === 0 ? [] : [[keyword, kept]];
    }),
  );
}

const junctors: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf", "not", "items", "additionalProperties"]);

function keepIn(keyword: string, value: unknown, stated: unknown): unknown {
  if (keyword === "properties" && isRecord(value))
    return Object.fromEntries(Object.entries(value).map(([name, property]) => [name, withOnlyRule(property, stated)]));
  return junctors.has(keyword) ? withOnlyRule(value, stated) : value;
}

/**
 * Parses a schema path as used in cost errors into the path of the value and its junctor, e.g.
 * `openAPIV3Schema.properties[spec].allOf[0].items.x-kubernetes-validations[0]`.
 */
export function placeOfSchemaPath(text: string): Place {
  let place: Place = { path: [] };
  let rest = text.slice(text.indexOf("."));
  while (!rest.startsWith(`.${rulesKey}[`) && rest !== "") {
    const { next, length } = nextPlace(place, rest);
    place = next;
    rest = rest.slice(length);
  }
  return place;
}

const propertiesStep = ".properties[";

function nextPlace(place: Place, rest: string): { readonly next: Place; readonly length: number } {
  for (const [keyword, step] of Object.entries(singleKeywords))
    if (rest.startsWith(`.${keyword}.`)) return { next: inside(place, step, keyword), length: keyword.length + 1 };
  const end = rest.indexOf("].") + 1;
  const keyword = rest.slice(1, end);
  if (rest.startsWith(".allOf["))
    return { next: { path: place.path, within: joined(place.within, keyword) }, length: end };
  if (!rest.startsWith(propertiesStep)) throw new Error(`a path of a schema goes on with ${rest}`);
  return { next: inside(place, rest.slice(propertiesStep.length, end - 1), keyword), length: end };
}
