import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { createMemoryBackend, createSystemClock, createSystemRandom, createApiServer } from "../../src/index.ts";
import { openHttpHost, type HttpHost } from "../../src/node/http-host.ts";
import { definitionGallery } from "../../src/scenarios/definitions/gallery.ts";
import { fixtureTest, type TestedFixture } from "../../src/ui/features/definitions/model/fixture-test.ts";
import { mainVersion, readDefinition } from "../../src/ui/features/definitions/model/written-definition.ts";

let server: Awaited<ReturnType<typeof createApiServer>>;
let host: HttpHost;
const folder = mkdtempSync(join(tmpdir(), "fixtures-"));

beforeAll(async () => {
  server = await createApiServer({
    backend: createMemoryBackend(),
    clock: createSystemClock(),
    random: createSystemRandom(),
  });
  host = await openHttpHost({ handle: server.handle, port: 0 });
});
afterAll(async () => {
  await host.close();
  await server.close();
  rmSync(folder, { recursive: true });
});

const run = (file: string): Promise<{ readonly failed: boolean; readonly output: string }> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      ["--test", "--test-reporter=tap", file],
      { env: { PATH: process.env["PATH"], KUBE_URL: host.url } },
      (error, stdout, stderr) => resolve({ failed: error !== null, output: stdout + stderr }),
    );
  });

async function exported(id: string, change: (fixture: TestedFixture) => TestedFixture): Promise<string> {
  const lesson = definitionGallery.find((item) => item.id === id);
  const manifest: unknown = parse(lesson?.definition ?? "");
  const definition = readDefinition(manifest);
  const version = definition && mainVersion(definition);
  if (lesson === undefined || definition === undefined || version === undefined) throw new Error("no such lesson");
  const rows = lesson.fixtures.map((fixture) => ({
    ...fixture,
    object: parse(fixture.object),
    ...(fixture.old !== undefined && { old: parse(fixture.old) }),
  }));
  const { fixtures } = await server.inspect.definitionVerdicts({ spec: definition.spec, version: version.name }, rows);
  const file = join(folder, `${id}-${randomUUID()}.test.mjs`);
  writeFileSync(
    file,
    fixtureTest(
      definition,
      manifest,
      version.name,
      rows.map((row, i) => change({ ...row, problems: fixtures[i]?.problems ?? [] })),
    ),
  );
  return file;
}

test.each(definitionGallery.map(({ id }) => id))(
  "the exported test of %s passes over HTTP",
  async (id) => {
    const { failed, output } = await run(await exported(id, (fixture) => fixture));
    expect(failed, output).toBe(false);
    expect(output).toMatch(/# pass [4-9]/);
  },
  60_000,
);

test("a test whose expectations are wrong fails", async () => {
  const { failed, output } = await run(
    await exported("autoscaler", (fixture) => ({
      ...fixture,
      expect: fixture.expect === "accept" ? "refuse" : "accept",
    })),
  );
  expect(failed).toBe(true);
  expect(output).toContain("# fail 4");
}, 60_000);

test("the status of a kind with that subresource goes its own way", async () => {
  const status = (fixture: TestedFixture): TestedFixture => ({
    ...fixture,
    object: { ...Object(fixture.object), status: { replicas: 1 } },
  });
  const { failed, output } = await run(await exported("autoscaler", status));
  expect(failed, output).toBe(false);
}, 60_000);
