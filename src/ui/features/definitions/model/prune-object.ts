import { isRecord } from "../../../../apimachinery/is-record.ts";
import { isNode, type SchemaNode } from "./schema-node.ts";

/** Prunes the fields that a version's schema does not specify, as the server does after a conversion. */
export function pruneObject(object: unknown, schema: SchemaNode): unknown {
  if (!isRecord(object)) return object;
  const pruned = prune(object, schema);
  const { apiVersion, kind, metadata } = object;
  return {
    ...(apiVersion !== undefined && { apiVersion }),
    ...(kind !== undefined && { kind }),
    ...(metadata !== undefined && { metadata }),
    ...(isRecord(pruned) ? pruned : {}),
  };
}

function prune(value: unknown, schema: SchemaNode): unknown {
  if (Array.isArray(value))
    return isNode(schema["items"]) ? value.map((item) => prune(item, nodeOf(schema["items"]))) : value;
  if (!isRecord(value)) return value;
  const properties = nodeOf(schema["properties"]);
  const others = schema["additionalProperties"];
  const keepsAll = schema["x-kubernetes-preserve-unknown-fields"] === true || others === true;
  const isResource = schema["x-kubernetes-embedded-resource"] === true;
  const kept: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    const known = properties[name];
    if (isNode(known)) kept[name] = prune(member, known);
    else if (isNode(others)) kept[name] = prune(member, others);
    else if (keepsAll || (isResource && resourceMembers.has(name))) kept[name] = member;
  }
  return kept;
}

const resourceMembers: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);
const nodeOf = (value: unknown): SchemaNode => (isNode(value) ? value : {});
