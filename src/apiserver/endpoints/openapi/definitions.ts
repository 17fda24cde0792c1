import { pushAll } from "../../../apimachinery/long-lists.ts";
import type { GroupVersionKind } from "../../../apimachinery/gvk.ts";
import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import type { Field, ObjectSchema } from "../../schema/schema.ts";
import type { TypeRegistry } from "../../schema/type-registry.ts";
import type { Descriptions } from "./descriptions.ts";
import type { Member } from "./document.ts";
import type { Pace } from "./pace.ts";
import { createPlaces, type Dialect } from "./places.ts";

/** One definition, and the names of the definitions that it refers to. */
export interface Definition extends Member {
  readonly references: readonly string[];
}

/** Returns a definition by its canonical name. */
export type Definitions = (name: string) => Definition | undefined;

export interface DefinitionSources {
  readonly types: TypeRegistry;
  readonly descriptions: Descriptions;
  readonly kinds: ReadonlyMap<string, readonly GroupVersionKind[]>;
}

const meta = "io.k8s.apimachinery.pkg.apis.meta.v1";
const schemaProps = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON";

/** Types with a special schema: first that of version 2, then that of version 3 if it differs. */
// oxfmt-ignore
const specialForms: Readonly<Record<string, readonly [v2: JsonObject, v3?: JsonObject]>> = {
  "io.k8s.apimachinery.pkg.api.resource.Quantity": [{ type: "string" }, { oneOf: [{ type: "string" }, { type: "number" }] }],
  "io.k8s.apimachinery.pkg.util.intstr.IntOrString": [{ format: "int-or-string", type: "string" }, { format: "int-or-string", oneOf: [{ type: "integer" }, { type: "string" }] }],
  "io.k8s.apimachinery.pkg.runtime.RawExtension": [{ type: "object" }],
  [`${meta}.FieldsV1`]: [{ type: "object" }],
  [`${meta}.Patch`]: [{ type: "object" }],
  [schemaProps]: [{}],
  [`${schemaProps}SchemaPropsOrBool`]: [{}],
  [`${schemaProps}SchemaPropsOrArray`]: [{}],
  [`${schemaProps}SchemaPropsOrStringArray`]: [{}],
};

/** Creates the definitions of built-in types for one version of OpenAPI; each one is created on first use. */
export function createDefinitions(sources: DefinitionSources, dialect: Dialect): Definitions {
  const known = new Map<string, Definition | undefined>();
  return (name) => {
    if (known.has(name)) return known.get(name);
    const definition = define(name, sources, dialect);
    known.set(name, definition);
    return definition;
  };
}

function define(name: string, sources: DefinitionSources, dialect: Dialect): Definition | undefined {
  const special = specialForms[name];
  if (special !== undefined)
    return { name, text: JSON.stringify(special[dialect.version === 3 ? 1 : 0] ?? special[0]), references: [] };
  const schema = sources.types.byName(name);
  return schema === undefined ? undefined : defineObject(schema, sources, dialect);
}

function defineObject(schema: ObjectSchema, { descriptions, kinds }: DefinitionSources, dialect: Dialect): Definition {
  const references = new Set<string>();
  const { name, openApi } = schema;
  const description = descriptions.type(name);
  const about = description === undefined ? {} : { description };
  if (openApi?.type !== undefined)
    return {
      name,
      text: JSON.stringify({
        ...about,
        ...(openApi.format !== undefined && { format: openApi.format }),
        type: openApi.type,
      }),
      references: [],
    };
  const gvks = kinds.get(name);
  const text = JSON.stringify({
    ...about,
    ...members(schema, descriptions, dialect, references),
    type: "object",
    ...(gvks !== undefined && {
      "x-kubernetes-group-version-kind": gvks.map(({ group, kind, version }) => ({ group, kind, version })),
    }),
    ...(schema.mapType !== undefined && { "x-kubernetes-map-type": schema.mapType }),
    ...(schema.unions !== undefined && {
      "x-kubernetes-unions": schema.unions.map(({ discriminator, fields }) => ({
        discriminator,
        "fields-to-discriminateBy": fields,
      })),
    }),
  });
  return { name, text, references: [...references] };
}

function members(
  { name, fields }: ObjectSchema,
  descriptions: Descriptions,
  dialect: Dialect,
  references: Set<string>,
): JsonObject {
  const shown = fields.filter((field) => !field.notInOpenApi).sort((a, b) => (a.name < b.name ? -1 : 1));
  const places = createPlaces(dialect, (reference) => references.add(reference));
  const properties: Record<string, JsonValue> = {};
  for (const field of shown)
    properties[field.name] = places.property(
      field,
      descriptions.field(name, field.name) ?? typeText(field, descriptions),
    );
  const required = fields.filter((field) => field.required && !field.notInOpenApi).map((field) => field.name);
  return { ...(shown.length > 0 && { properties }), ...(required.length > 0 && { required }) };
}

/** Returns the description of the type of an object field, which is used if the field has none. */
const typeText = ({ schema }: Field, descriptions: Descriptions): string | undefined =>
  schema.kind === "object" ? descriptions.type(schema.name) : undefined;

/** Returns the named definitions and those that they reference. */
export async function reachable(
  names: Iterable<string>,
  definitions: Definitions,
  pace: Pace,
): Promise<readonly Definition[]> {
  const found = new Map<string, Definition>();
  const open = [...names];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue;
    const definition = definitions(name);
    if (definition === undefined) throw new Error(`no definition ${name}`);
    found.set(name, definition);
    pushAll(open, definition.references);
    await pace.spend(definition.text.length);
  }
  return [...found.values()];
}
