import type { FixtureProblem } from "../../../../client/definitions.ts";
import type { WrittenDefinition } from "./written-definition.ts";

/** A fixture with parsed objects. */
export interface TestedFixture {
  readonly name: string;
  readonly object: unknown;
  readonly old?: unknown;
  readonly expect: "accept" | "refuse";
  /** The expected errors; checked if the server rejects the fixture. */
  readonly problems: readonly FixtureProblem[];
}

/** Generates a test from fixtures. It needs only Node and runs against any Kubernetes API server. */
export function fixtureTest(
  definition: WrittenDefinition,
  manifest: unknown,
  version: string,
  fixtures: readonly TestedFixture[],
): string {
  const status = definition.versions.find(({ name }) => name === version)?.hasStatus ?? false;
  const rows = fixtures.map(({ name, object, old, expect, problems }) => ({
    name,
    object,
    ...(old !== undefined && { old }),
    expect,
    says: expect === "refuse" ? problems.map(({ message }) => message) : [],
  }));
  return [
    head(definition),
    `const definition = ${JSON.stringify(manifest, null, 2)};\n`,
    `const collection = "/apis/${definition.group}/${version}${definition.namespaced ? "/namespaces/default" : ""}/${definition.plural}";`,
    `const hasStatus = ${status};\n`,
    `const fixtures = ${JSON.stringify(rows, null, 2)};\n`,
    body,
  ].join("\n");
}

const head = ({ kind, plural, group }: WrittenDefinition): string => `// What the API server says to ${kind} objects.
// Run it against a server that lets everybody in, such as \`kubectl proxy\` or Kubepad:
//   KUBE_URL=http://127.0.0.1:8001 node --test ${plural}.${group}.test.mjs
import assert from "node:assert/strict";
import { before, test } from "node:test";

const server = process.env.KUBE_URL ?? "http://127.0.0.1:8001";
const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
`;

const body = `async function ask(method, path, body) {
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  const answer = await fetch(server + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  return { status: answer.status, object: await answer.json() };
}

async function must(method, path, body) {
  const { status, object } = await ask(method, path, body);
  assert.ok(status < 300, \`\${method} \${path}: \${status} \${object.message}\`);
  return object;
}

/** Repeats until it holds; a definition is served a moment after it was stored. */
async function until(holds) {
  for (let tries = 0; tries < 100; tries += 1) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("the definition is not served");
}

before(async () => {
  const { name } = definition.metadata;
  const live = await ask("GET", \`\${definitions}/\${name}\`);
  if (live.status === 404) await must("POST", definitions, definition);
  else await must("PUT", \`\${definitions}/\${name}\`, { ...definition, metadata: { ...definition.metadata, resourceVersion: live.object.metadata.resourceVersion } });
  await until(async () => (await ask("GET", \`\${definitions}/\${name}\`)).object.status?.conditions?.some(({ type, status }) => type === "Established" && status === "True"));
  await until(async () => (await ask("GET", collection)).status === 200);
});

const named = (object, name) => ({ ...object, metadata: { ...object.metadata, name } });

/** Stores an object; its status goes through /status where the kind has that. */
async function store(object) {
  const made = await must("POST", collection, object);
  if (!hasStatus || object.status === undefined) return made;
  return must("PUT", \`\${collection}/\${made.metadata.name}/status\`, { ...made, status: object.status });
}

/** What the server says to a fixture; nothing of it stays. */
async function outcome({ object, old }, name) {
  const asStatus = hasStatus && object.status !== undefined;
  const { status: _, ...bare } = object;
  const made = old === undefined ? await ask("POST", \`\${collection}?dryRun=All\`, named(object, name)) : undefined;
  if (made !== undefined && (made.status >= 300 || !asStatus)) return made;
  const live = await store(named(old ?? bare, name));
  const next = { ...named(object, name), metadata: { ...live.metadata, ...object.metadata, name } };
  try {
    const main = await ask("PUT", \`\${collection}/\${name}?dryRun=All\`, next);
    return main.status >= 300 || !asStatus ? main : await ask("PUT", \`\${collection}/\${name}/status?dryRun=All\`, next);
  } finally {
    await ask("DELETE", \`\${collection}/\${name}\`);
  }
}

for (const [i, fixture] of fixtures.entries()) {
  test(\`\${fixture.name} is \${fixture.expect === "accept" ? "accepted" : "refused"}\`, async () => {
    const { status, object } = await outcome(fixture, \`fixture-\${process.pid}-\${i}\`);
    if (fixture.expect === "accept") return assert.ok(status < 300, object.message);
    assert.equal(status, 422, JSON.stringify(object));
    const said = (object.details?.causes ?? []).map(({ message }) => message);
    for (const message of fixture.says) assert.ok(said.includes(message), \`expected \${JSON.stringify(message)} among \${JSON.stringify(said)}\`);
  });
}
`;
