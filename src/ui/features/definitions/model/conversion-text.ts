import { isNode, type SchemaNode } from "./schema-node.ts";
import type { WrittenDefinition } from "./written-definition.ts";

/** Versions are converted by a webhook, or a function in its place. */
export function asksWebhook({ spec }: WrittenDefinition): boolean {
  const conversion = spec["conversion"];
  return isNode(conversion) && conversion["strategy"] === "Webhook";
}

/** A function to begin with: it knows the versions and changes nothing yet. */
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

/** What the server would refuse an answer for, in its words; undefined where it would look at the rest. */
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
