import { isNode, type SchemaNode } from "./schema-node.ts";
import type { WrittenDefinition } from "./written-definition.ts";

/** Reports whether a definition uses a conversion webhook, which a function can replace. */
export function asksWebhook({ spec }: WrittenDefinition): boolean {
  const conversion = spec["conversion"];
  return isNode(conversion) && conversion["strategy"] === "Webhook";
}

/** Returns the initial conversion function. It distinguishes the versions but changes nothing. */
export function functionTemplate({ versions, group }: WrittenDefinition): string {
  const cases = versions.map(
    ({ name, schema }) => `    case "${group}/${name}":\n      // ${fieldWords(schema)}\n      break;`,
  );
  return `// Asked for every object that is wanted in another version. What it returns takes the object's place.
// It may change everything but metadata, of which only labels and annotations may be others.
function convert(object, desiredAPIVersion) {
  switch (desiredAPIVersion) {
${cases.join("\n")}
  }
  object.apiVersion = desiredAPIVersion;
  return object;
}
`;
}

function fieldWords(schema: SchemaNode | undefined): string {
  const properties = schema?.["properties"];
  const spec = isNode(properties) && isNode(properties["spec"]) ? properties["spec"]["properties"] : undefined;
  const names = isNode(spec) ? Object.keys(spec).slice(0, 6) : [];
  return names.length === 0 ? "bring the object into this version" : `has spec.${names.join(", spec.")}`;
}

/**
 * Returns the server's error for an invalid conversion result; undefined if the server would accept these parts of it.
 */
export function answerProblem(given: unknown, answered: unknown, apiVersion: string): string | undefined {
  if (!isNode(answered)) return "the function has to return an object";
  if (answered["apiVersion"] !== apiVersion)
    return `invalid groupVersion (expected ${apiVersion}, received ${String(answered["apiVersion"] ?? "")})`;
  if (!isNode(given)) return undefined;
  if (answered["kind"] !== given["kind"])
    return `invalid kind (expected ${String(given["kind"])}, received ${String(answered["kind"] ?? "")})`;
  const [before, after] = [metadataOf(given), metadataOf(answered)];
  const changed = ["name", "namespace", "uid"].find((name) => before[name] !== after[name]);
  return changed === undefined
    ? undefined
    : `must have the same ${changed}: ${String(before[changed] ?? "")} != ${String(after[changed] ?? "")}`;
}

const metadataOf = (object: SchemaNode): SchemaNode => (isNode(object["metadata"]) ? object["metadata"] : {});
