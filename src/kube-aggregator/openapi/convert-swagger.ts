import { isObject, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import type { Pace } from "../../apiserver/endpoints/openapi/pace.ts";
import { objectsIn } from "../discovery-document.ts";

const methods = ["get", "put", "post", "delete", "options", "head", "patch"];
const operationMembers = ["tags", "summary", "description", "externalDocs", "operationId", "deprecated"];
const parameterMembers = ["name", "in", "description", "required", "allowEmptyValue"];

/** How many characters the contents of a converted document may have, which repeat a schema for each media type. */
const mostContents = 32_000_000;

/** Takes the characters of contents; throws an Error beyond the bound. */
type TakeContents = (length: number) => void;

function boundedContents(): TakeContents {
  let left = mostContents;
  return (length) => {
    left -= length;
    if (left < 0) throw new Error(`the contents of the document are larger than ${mostContents / 1_000_000} MB`);
  };
}

/**
 * Converts an OpenAPI v2 document to v3 and returns its JSON. As upstream, it loses what v3 says otherwise, such as
 * shared parameters (openapiconv.ConvertV2ToV3). Throws an Error if it would be far larger than the document.
 */
export async function convertSwagger(document: JsonObject, pace: Pace): Promise<string> {
  const take = boundedContents();
  const paths: (readonly [string, JsonValue])[] = [];
  for (const [path, item] of entriesOf(document["paths"])) {
    const converted = isObject(item) ? pathItem(item, take) : item;
    paths.push([path, converted]);
    await pace.spend(JSON.stringify(converted).length);
  }
  const schemas: (readonly [string, JsonValue])[] = [];
  for (const [name, schema] of entriesOf(document["definitions"])) {
    schemas.push([name, withNewReferences(schema)]);
    await pace.spend(JSON.stringify(schema).length);
  }
  const schemes = entriesOf(document["securityDefinitions"]);
  return JSON.stringify({
    openapi: "3.0.0",
    ...pick(document, ["info"]),
    paths: Object.fromEntries(paths) as JsonValue,
    components: {
      ...(document["definitions"] !== undefined && { schemas: Object.fromEntries(schemas) as JsonValue }),
      ...(schemes.length > 0 && { securitySchemes: Object.fromEntries(schemes) as JsonValue }),
    },
    ...pick(document, ["externalDocs"]),
  });
}

const entriesOf = (value: JsonValue | undefined): readonly (readonly [string, JsonValue])[] =>
  isObject(value) ? Object.entries(value) : [];

const pick = (object: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.flatMap((name) => (object[name] === undefined ? [] : [[name, object[name]]])));

const extensionsOf = (object: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => name.startsWith("x-")));

function pathItem(item: JsonObject, take: TakeContents): JsonObject {
  const operations = methods.flatMap((method) => {
    const found = item[method];
    return isObject(found) ? [[method, operation(found, take)] as const] : [];
  });
  const parameters = objectsIn(item["parameters"]).map(parameter);
  return {
    ...pick(item, ["$ref"]),
    ...Object.fromEntries(operations),
    ...(parameters.length > 0 && { parameters }),
    ...extensionsOf(item),
  };
}

function operation(found: JsonObject, take: TakeContents): JsonObject {
  const all = objectsIn(found["parameters"]);
  const isBody = ({ name, schema }: JsonObject): boolean => name === "body" && schema !== undefined;
  const body = all.findLast(isBody);
  const parameters = all.filter((each) => !isBody(each)).map(parameter);
  const responses = entriesOf(found["responses"]).map(([code, response]) => [
    code,
    isObject(response) ? answer(response, found["produces"], take) : response,
  ]);
  return {
    ...pick(found, operationMembers),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && { requestBody: contentOf(body["schema"], found["consumes"], take) }),
    responses: Object.fromEntries(responses) as JsonValue,
    ...extensionsOf(found),
  };
}

const answer = (response: JsonObject, produces: JsonValue | undefined, take: TakeContents): JsonObject => ({
  ...withReference(response, "responses"),
  ...pick(response, ["description"]),
  ...(response["schema"] !== undefined && contentOf(response["schema"], produces, take)),
  ...extensionsOf(response),
});

/** The content for each media type; nothing if none is named. */
function contentOf(schema: JsonValue | undefined, types: JsonValue | undefined, take: TakeContents): JsonObject {
  if (!Array.isArray(types) || types.length === 0) return {};
  const converted = { schema: withNewReferences(schema ?? {}) };
  take(JSON.stringify(converted).length * types.length);
  return { content: Object.fromEntries(types.map((type) => [String(type), converted])) };
}

function parameter(found: JsonObject): JsonObject {
  const { schema, type = "", format, uniqueItems } = found;
  const simple = { type, ...(format !== undefined && { format }), ...(uniqueItems !== undefined && { uniqueItems }) };
  return {
    ...withReference(found, "parameters"),
    ...pick(found, parameterMembers),
    schema: schema === undefined ? simple : withNewReferences(schema),
    ...extensionsOf(found),
  };
}

const withReference = ({ $ref }: JsonObject, part: string): JsonObject =>
  typeof $ref === "string" ? { $ref: $ref.replace(`#/${part}/`, `#/components/${part}/`) } : {};

/** Schemas of v3 stand elsewhere; a reference beside other members is wrapped (builder3/util.WrapRefs). */
function withNewReferences(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map(withNewReferences);
  if (!isObject(schema)) return schema;
  const { $ref, ...others } = schema;
  const members = Object.entries(others).map(([name, value]) => [name, schemaMember(name, value)]);
  const rest = Object.fromEntries(members) as JsonObject;
  if (typeof $ref !== "string") return rest;
  const moved = { $ref: $ref.replace("#/definitions/", "#/components/schemas/") };
  return members.length === 0 ? moved : { ...rest, allOf: [moved] };
}

function schemaMember(name: string, value: JsonValue): JsonValue {
  if (name === "properties" && isObject(value))
    return Object.fromEntries(Object.entries(value).map(([property, schema]) => [property, withNewReferences(schema)]));
  return ["items", "additionalProperties", "additionalItems"].includes(name) ? withNewReferences(value) : value;
}
