import { parse } from "yaml";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMemoryBackend, createSystemClock, createSystemRandom, createApiServer } from "../../index.ts";
import { definitionGallery } from "./gallery.ts";

let server: Awaited<ReturnType<typeof createApiServer>>;
beforeAll(async () => {
  server = await createApiServer({
    backend: createMemoryBackend(),
    clock: createSystemClock(),
    random: createSystemRandom(),
  });
});
afterAll(() => server.close());

const definitions = "http://kubepad/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const post = (url: string, type: string, body: string) =>
  server.fetch(url, { method: "POST", body, headers: { "Content-Type": type } });

async function isEstablished(name: string): Promise<boolean> {
  const text = await (await server.fetch(`${definitions}/${name}`)).text();
  return /"type":"Established","status":"True"|"status":"True"[^}]*"type":"Established"/.test(text);
}

test.each(definitionGallery.map((lesson) => [lesson.id, lesson] as const))(
  "%s is installed without a warning, and its fixtures end as they say",
  async (_, { name, definition, fixtures }) => {
    const made = await post(definitions, "application/yaml", definition);
    expect([made.status, made.headers.get("warning")], await made.clone().text()).toEqual([201, null]);
    await expect.poll(() => isEstablished(name)).toBe(true);
    const spec: unknown = parse(definition).spec;
    const version = parse(fixtures[0]?.object ?? "").apiVersion.split("/")[1];
    const verdicts = await server.inspect.definitionVerdicts(
      { spec, version },
      fixtures.map(({ object, old }) => ({ object: parse(object), ...(old !== undefined && { old: parse(old) }) })),
    );
    expect(
      verdicts.fixtures.map(
        ({ problems }, i) => `${fixtures[i]?.name}: ${problems.length === 0 ? "accept" : "refuse"}`,
      ),
      JSON.stringify(
        verdicts.fixtures.map(({ problems }) => problems),
        null,
        1,
      ),
    ).toEqual(fixtures.map(({ name: title, expect: end }) => `${title}: ${end}`));
    for (const { object, old, expect: end } of fixtures) {
      if (old !== undefined) continue;
      const { apiVersion } = parse(object);
      const answer = await post(
        `http://kubepad/apis/${apiVersion}/namespaces/default/${name.split(".")[0]}?dryRun=All`,
        "application/yaml",
        object,
      );
      expect(answer.status, await answer.clone().text()).toBe(end === "accept" ? 201 : 422);
    }
  },
);

test("every lesson has an object that passes, one that a rule refuses, and steps that lead somewhere", () => {
  for (const { fixtures, steps } of definitionGallery) {
    expect(new Set(fixtures.map((fixture) => fixture.expect))).toEqual(new Set(["accept", "refuse"]));
    expect(steps.length).toBeGreaterThan(2);
  }
});
