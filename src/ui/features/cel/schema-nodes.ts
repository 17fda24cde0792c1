import { isRecord } from "../../../apimachinery/is-record.ts";

/** A schema node that may have rules. */
export interface SchemaNode {
  readonly path: readonly string[];
  readonly rules: readonly string[];
}

const mostNodes = 400;

function rulesOf(schema: Readonly<Record<string, unknown>>): readonly string[] {
  const rules = schema["x-kubernetes-validations"];
  return (Array.isArray(rules) ? rules : []).flatMap((rule) =>
    isRecord(rule) && typeof rule["rule"] === "string" ? [rule["rule"]] : [],
  );
}

/** Returns the nodes of a schema in document order, beginning with the root. */
export function schemaNodes(schema: unknown): readonly SchemaNode[] {
  const nodes: SchemaNode[] = [];
  const visit = (node: unknown, path: readonly string[]): void => {
    if (!isRecord(node) || nodes.length >= mostNodes || path.length > 30) return;
    nodes.push({ path, rules: rulesOf(node) });
    if (isRecord(node["properties"]))
      for (const [name, property] of Object.entries(node["properties"])) visit(property, [...path, name]);
    visit(node["items"], [...path, "[*]"]);
    visit(node["additionalProperties"], [...path, "{*}"]);
  };
  visit(schema, []);
  return nodes;
}

/** Returns the values at a schema path in an object, limited to the first few of a list or map. */
export function valuesAt(object: unknown, [step, ...rest]: readonly string[]): readonly unknown[] {
  if (step === undefined) return [object];
  if (step === "[*]") return (Array.isArray(object) ? object : []).flatMap((item) => valuesAt(item, rest)).slice(0, 20);
  if (!isRecord(object)) return [];
  if (step === "{*}")
    return Object.values(object)
      .flatMap((item) => valuesAt(item, rest))
      .slice(0, 20);
  return object[step] === undefined ? [] : valuesAt(object[step], rest);
}
