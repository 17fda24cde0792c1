import type { JsonObject } from "../../../apimachinery/json/value.ts";
import type { WrittenPaths } from "./document.ts";
import { pathItems, type BodyType, type Operation, type Parameter } from "./operation.ts";
import { version3 } from "./places.ts";

/** Writes operations as version 3 has them. */
export function writePathsV3(operations: readonly Operation[]): WrittenPaths {
  const references = new Set<string>();
  const schemaOf = (type: BodyType): JsonObject => {
    if ("type" in type) return { type: type.type };
    references.add(type.definition);
    return { $ref: version3.prefix + type.definition };
  };
  const paths = pathItems(operations).map((item) => ({
    name: item.path,
    text: JSON.stringify({
      ...Object.fromEntries(
        item.operations.map((operation) => [operation.method, writeOperation(operation, schemaOf)]),
      ),
      ...(item.parameters.length > 0 && { parameters: item.parameters.map(writeParameter) }),
    }),
  }));
  return { paths, parameters: [], references };
}

const writeParameter = ({ name, in: where, description, type }: Parameter): JsonObject => ({
  name,
  in: where,
  ...(description !== undefined && { description }),
  ...(where === "path" && { required: true }),
  schema: { type, uniqueItems: true },
});

/** The same schema in every media type. */
const contentOf = (types: readonly string[] | undefined, schema: JsonObject): JsonObject =>
  Object.fromEntries((types ?? []).map((type) => [type, { schema }]));

function writeOperation(operation: Operation, schemaOf: (type: BodyType) => JsonObject): JsonObject {
  const { tags, description, operationId, parameters, body, consumes, produces, answers, action, gvk } = operation;
  const responses = answers.map((answer): [string, JsonObject] => [
    String(answer.code),
    {
      description: answer.description,
      ...(answer.body !== undefined && { content: contentOf(produces, schemaOf(answer.body)) }),
    },
  ]);
  return {
    tags,
    ...(description !== undefined && { description }),
    operationId,
    ...(parameters.length > 0 && { parameters: parameters.map(writeParameter) }),
    ...(body !== undefined && {
      requestBody: { content: contentOf(consumes, schemaOf(body.type)), ...(body.required && { required: true }) },
    }),
    responses: Object.fromEntries(responses),
    ...(action !== undefined && { "x-kubernetes-action": action }),
    ...(gvk !== undefined && {
      "x-kubernetes-group-version-kind": { group: gvk.group, version: gvk.version, kind: gvk.kind },
    }),
  };
}
