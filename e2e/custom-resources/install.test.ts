import { parse } from "yaml";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApiServer, createMemoryBackend, createSystemClock, createSystemRandom } from "../../src/index.ts";
import { definitionGallery } from "../../src/scenarios/definitions/gallery.ts";
import { generateDefinition, generateNested } from "../bench/generated-definition.ts";
import { generateInstance } from "../bench/generated-instance.ts";

/** A definition, and an object of the kind that it makes. */
interface Case {
  readonly name: string;
  readonly definition: DefinitionObject;
  readonly instance: Instance;
}

interface DefinitionObject {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly scope: string; readonly group: string; readonly names: { readonly plural: string } };
}

interface Instance {
  readonly apiVersion: string;
  readonly metadata: { readonly name: string };
}

const generated = [1, 2, 3].map((seed): Case => {
  const made = generateDefinition(seed, 200_000);
  return {
    name: `200 KB of schema, seed ${seed}`,
    definition: JSON.parse(made.text),
    instance: generateInstance(made, 10_000) as unknown as Instance,
  };
});

const nested = generateNested(1, 60, 200_000);
const deep = (levels: number): object => (levels === 0 ? {} : { name: `level-${levels}`, inner: deep(levels - 1) });
const nestedInstance = {
  apiVersion: `${nested.group}/v1`,
  kind: nested.kind,
  metadata: { name: "measured" },
  spec: deep(60),
};

const shipped = definitionGallery.flatMap(({ id, definition, fixtures }): readonly Case[] => {
  const accepted = fixtures.find((fixture) => fixture.expect === "accept" && fixture.old === undefined);
  return accepted === undefined
    ? []
    : [{ name: `the gallery's ${id}`, definition: parse(definition), instance: parse(accepted.object) }];
});

const cases: readonly Case[] = [
  ...generated,
  { name: "60 levels of nesting", definition: JSON.parse(nested.text), instance: nestedInstance },
  ...shipped,
];

let server: Awaited<ReturnType<typeof createApiServer>>;
beforeAll(async () => {
  server = await createApiServer({
    backend: createMemoryBackend(),
    clock: createSystemClock(),
    random: createSystemRandom(),
  });
});
afterAll(() => server.close());

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

async function send(
  method: string,
  path: string,
  body?: object,
): Promise<{ readonly status: number; readonly object: Readonly<Record<string, unknown>> }> {
  const response = await server.fetch(`http://kubepad${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
  });
  const text = await response.text();
  return { status: response.status, object: text.startsWith("{") ? JSON.parse(text) : {} };
}

async function established(name: string): Promise<boolean> {
  const { object } = await send("GET", `${definitions}/${name}`);
  const { conditions = [] } = (object["status"] ?? {}) as {
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
  return conditions.some(({ type, status }) => type === "Established" && status === "True");
}

const pathOf = ({ spec }: DefinitionObject, { apiVersion }: Instance): string =>
  `/apis/${apiVersion}/${spec.scope === "Namespaced" ? "namespaces/default/" : ""}${spec.names.plural}`;

describe("definitions as projects have them", { timeout: 240_000 }, () => {
  test.each(cases.map((one) => [one.name, one] as const))(
    "%s: is installed, keeps an instance, and goes with it",
    async (_, { definition, instance }) => {
      const { name } = definition.metadata;
      const path = pathOf(definition, instance);
      const made = await send("POST", definitions, definition);
      expect(made.status, JSON.stringify(made.object).slice(0, 2000)).toBe(201);
      await expect.poll(() => established(name)).toBe(true);
      const created = await send("POST", path, instance);
      expect(created.status, JSON.stringify(created.object).slice(0, 2000)).toBe(201);
      expect((await send("GET", `${path}/${instance.metadata.name}`)).object).toEqual(created.object);
      expect(JSON.stringify(created.object)).not.toContain("unheardOf");
      expect((await send("DELETE", `${definitions}/${name}`)).status).toBe(200);
      await expect.poll(async () => (await send("GET", `${definitions}/${name}`)).status).toBe(404);
      expect((await send("GET", `${path}/${instance.metadata.name}`)).status).toBe(404);
    },
  );

  test("defaults reach the innermost of 60 levels", async () => {
    await send("POST", definitions, JSON.parse(nested.text) as object);
    await expect.poll(() => established(`${nested.plural}.${nested.group}`)).toBe(true);
    const { object } = await send(
      "POST",
      `/apis/${nested.group}/v1/namespaces/default/${nested.plural}`,
      nestedInstance,
    );
    let level = object["spec"] as { readonly size: number; readonly inner?: unknown };
    const sizes = [level.size];
    while (level.inner !== undefined) sizes.push((level = level.inner as typeof level).size);
    expect(sizes).toEqual([...Array.from({ length: 60 }, (_, i) => i + 1), 1]);
  });
});
