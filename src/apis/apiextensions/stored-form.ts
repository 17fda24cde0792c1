import type { JSONSchemaProps } from "../../apiserver/schema/builtin/generated/apiextensions-v1.d.ts";
import { rememberedKeysOf } from "../../component-base/long-map-keys.ts";
import type { Definition } from "./definition.ts";
import { schemaHas } from "./validation/schema-walk.ts";

type Spec = Definition["spec"];
type Version = NonNullable<Spec["versions"]>[number];
type Part = JSONSchemaProps[keyof JSONSchemaProps];

/** The lists and maps that are not stored if they are empty. Even an empty map of `dependencies` is refused. */
const collections: ReadonlySet<string> = new Set([
  "allOf",
  "anyOf",
  "definitions",
  "enum",
  "oneOf",
  "patternProperties",
  "properties",
  "required",
  "x-kubernetes-list-map-keys",
  "x-kubernetes-validations",
]);

const isEmptyCollection = (name: string, part: Part): boolean =>
  collections.has(name) && typeof part === "object" && part !== null && isEmpty(part);

const isEmpty = (part: object): boolean => (Array.isArray(part) ? part.length : rememberedKeysOf(part).length) === 0;

const hasEmptyCollection = (props: JSONSchemaProps): boolean => {
  for (const name in props) if (isEmptyCollection(name, props[name as keyof JSONSchemaProps])) return true;
  return false;
};

/**
 * Returns the spec of a definition as it is stored: without empty lists and maps in its schemas, which upstream's
 * validation tells from absent ones (Go's nil), and upstream's comparisons do not (equality.Semantic).
 */
export function storedSpec(spec: Spec): Spec {
  const given = spec.versions ?? [];
  const versions = given.map(storedVersion);
  return versions.every((version, i) => version === given[i]) ? spec : { ...spec, versions };
}

function storedVersion(version: Version): Version {
  const given = version.schema?.openAPIV3Schema;
  if (given === undefined) return version;
  const openAPIV3Schema = storedSchema(given);
  return openAPIV3Schema === given ? version : { ...version, schema: { openAPIV3Schema } };
}

/** The stored forms of schemas: admission, validation and the comparison with the old object ask for the same ones. */
const known = new WeakMap<JSONSchemaProps, JSONSchemaProps>();

/** Returns a schema without empty lists and maps; the given one if it has none. */
export function storedSchema(props: JSONSchemaProps): JSONSchemaProps {
  const found = known.get(props);
  if (found !== undefined) return found;
  const stored = schemaHas(props, hasEmptyCollection) ? withoutEmpty(props) : props;
  known.set(props, stored);
  return stored;
}

const withoutEmpty = (props: JSONSchemaProps): JSONSchemaProps =>
  Object.fromEntries(
    Object.entries(props)
      .filter(([name, part]) => !isEmptyCollection(name, part as Part))
      .map(([name, part]) => [name, storedPart(name, part)]),
  );

function storedPart(name: string, part: unknown): unknown {
  switch (name) {
    case "properties":
    case "patternProperties":
    case "definitions":
    case "dependencies":
      return Object.fromEntries(Object.entries(part as object).map(([key, value]) => [key, storedIfSchema(value)]));
    case "allOf":
    case "anyOf":
    case "oneOf":
    case "items":
      return Array.isArray(part) ? part.map(storedIfSchema) : storedIfSchema(part);
    case "additionalItems":
    case "additionalProperties":
    case "not":
      return storedIfSchema(part);
    default:
      return part;
  }
}

/** Where a schema can be, there can be a boolean, a list of names or nothing, too. */
const storedIfSchema = (value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? withoutEmpty(value) : value;
