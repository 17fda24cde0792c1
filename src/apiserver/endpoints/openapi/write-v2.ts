import { BoundedMap } from "../../../apimachinery/bounded-map.ts";
import { base64OfBytes } from "../../../apimachinery/base64.ts";
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import type { Member, WrittenPaths } from "./document.ts";
import {
  pathItems,
  type BodyType,
  type Operation,
  type OperationAnswer,
  type Parameter,
  type PathItem,
} from "./operation.ts";
import { version2 } from "./places.ts";

/** Writes operations as version 2 has them. */
export function writePathsV2(operations: readonly Operation[]): WrittenPaths {
  const parameters = new Map<string, Member>();
  const references = new Set<string>();
  const share = (value: JsonObject, name: string): JsonObject => {
    const text = JSON.stringify(value);
    const key = `${name}-${shortHash(text)}`;
    parameters.set(key, { name: key, text });
    return { $ref: `#/parameters/${key}` };
  };
  const writer = createWriter(share, (name) => references.add(name));
  const paths = pathItems(operations).map((item) => ({ name: item.path, text: JSON.stringify(writer(item)) }));
  return { paths, parameters: [...parameters.values()], references };
}

/** The hashes of recent texts: most parameters are the same for all kinds, also for custom ones. */
const hashes = new BoundedMap<string, string>(1000);

/** Returns the end of a parameter's name, which differs for every text. */
function shortHash(text: string): string {
  const known = hashes.get(text);
  if (known !== undefined) return known;
  const hash = base64OfBytes(sha256(utf8ToBytes(text)).subarray(0, 6))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
  hashes.set(text, hash);
  return hash;
}

type Share = (value: JsonObject, name: string) => JsonObject;

function createWriter(share: Share, refer: (name: string) => void): (item: PathItem) => JsonObject {
  const schemaOf = (type: BodyType): JsonObject => {
    if ("type" in type) return { type: type.type };
    refer(type.definition);
    return { $ref: version2.prefix + type.definition };
  };
  const parameter = (p: Parameter): JsonObject =>
    p.name === "name" ? plainParameter(p) : share(plainParameter(p), p.name);
  const parameters = (operation: Operation): readonly JsonValue[] => [
    ...bodyOf(operation, schemaOf, share),
    ...operation.parameters.map(parameter),
  ];
  return (item) => ({
    ...Object.fromEntries(
      item.operations.map((operation) => [
        operation.method,
        writeOperation(operation, parameters(operation), schemaOf),
      ]),
    ),
    ...(item.parameters.length > 0 && { parameters: item.parameters.map(parameter) }),
  });
}

/** Bodies of one kind only stand in place; options and patches are everywhere. */
function bodyOf({ body }: Operation, schemaOf: (type: BodyType) => JsonObject, share: Share): readonly JsonObject[] {
  if (body === undefined) return [];
  const value = { in: "body", name: "body", ...(body.required && { required: true }), schema: schemaOf(body.type) };
  return [
    "definition" in body.type && body.type.definition.startsWith("io.k8s.apimachinery.") ? share(value, "body") : value,
  ];
}

const plainParameter = ({ name, in: where, type, description }: Parameter): JsonObject => ({
  ...(description !== undefined && { description }),
  in: where,
  name,
  ...(where === "path" && { required: true }),
  type,
  uniqueItems: true,
});

function writeOperation(
  operation: Operation,
  parameters: readonly JsonValue[],
  schemaOf: (type: BodyType) => JsonObject,
): JsonObject {
  const { consumes, description, operationId, produces, tags, answers, action, gvk } = operation;
  return {
    ...(consumes !== undefined && { consumes }),
    ...(description !== undefined && { description }),
    operationId,
    ...(parameters.length > 0 && { parameters }),
    ...(produces !== undefined && { produces }),
    responses: Object.fromEntries(answers.map((answer) => [String(answer.code), writeAnswer(answer, schemaOf)])),
    schemes: ["https"],
    tags,
    ...(action !== undefined && { "x-kubernetes-action": action }),
    ...(gvk !== undefined && {
      "x-kubernetes-group-version-kind": { group: gvk.group, kind: gvk.kind, version: gvk.version },
    }),
  };
}

const writeAnswer = ({ description, body }: OperationAnswer, schemaOf: (type: BodyType) => JsonObject): JsonObject => ({
  description,
  ...(body !== undefined && { schema: schemaOf(body) }),
});
