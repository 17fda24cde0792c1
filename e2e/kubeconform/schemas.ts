import { isList, isObject, type JsonObject, type JsonValue } from "../../src/apimachinery/json/value.ts";
import { itemsAt, objectAt, textAt } from "../../src/kubectl/json-access.ts";

const prefix = "#/definitions/";

const intOrString = { oneOf: [{ type: "string" }, { type: "integer" }] };
const quantity = { oneOf: [{ type: "string" }, { type: "number" }] };

/**
 * Returns the schemas that kubeconform reads, by the names of their files: the definitions of a document of OpenAPI v2,
 * each with those that it needs, strict as those of yannh/kubernetes-json-schema are.
 */
export function schemasOf(openApi: JsonObject): ReadonlyMap<string, JsonObject> {
  const definitions = objectAt(openApi, "definitions");
  const found = new Map<string, JsonObject>();
  for (const [name, definition] of Object.entries(definitions))
    for (const gvk of itemsAt(definition, "x-kubernetes-group-version-kind")) {
      const group = textAt(gvk, "group").split(".")[0] ?? "";
      const file = [textAt(gvk, "kind").toLowerCase(), group, textAt(gvk, "version")].filter(Boolean).join("-");
      const needed = [...reached(definitions, name)].map((each) => [each, strict(definitions[each] ?? {})]);
      found.set(`${file}.json`, { $ref: prefix + name, definitions: Object.fromEntries(needed) });
    }
  return found;
}

/** The names of the definitions that one refers to, with its own. */
function reached(definitions: JsonObject, from: string): ReadonlySet<string> {
  const names = new Set([from]);
  for (const name of names)
    for (const [, next = ""] of JSON.stringify(definitions[name]).matchAll(/"\$ref":"#\/definitions\/([^"]+)"/g))
      names.add(next);
  return names;
}

/** A schema that takes no other fields than those that it has, numbers where they stand for texts, and null. */
function strict(schema: JsonValue): JsonValue {
  if (isList(schema)) return schema.map(strict);
  if (!isObject(schema)) return schema;
  if (schema["format"] === "int-or-string") return intOrString;
  if (textAt(schema, "description").startsWith("Quantity is")) return quantity;
  const { properties, items, additionalProperties, type, ...rest } = schema;
  const fields = isObject(properties) ? Object.entries(properties) : [];
  return {
    ...rest,
    ...(typeof type === "string" && { type: [type, "null"] }),
    ...(items !== undefined && { items: strict(items) }),
    ...(additionalProperties !== undefined && { additionalProperties: strict(additionalProperties) }),
    ...(fields.length > 0 && {
      properties: Object.fromEntries(fields.map(([name, value]) => [name, strict(value)])),
      additionalProperties: false,
    }),
  };
}
