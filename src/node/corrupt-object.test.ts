import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createSystemClock } from "../apimachinery/system-clock.ts";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import { createApiServer } from "../kube-apiserver/server.ts";
import { openFileBackend } from "./storage/file-backend.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";
const key = "/registry/configmaps/default/bad";

it("a folder with an object that cannot be decoded is served, and the object deleted for good", async () => {
  const directory = mkdtempSync(join(tmpdir(), "kubepad-corrupt-"));
  const said: string[] = [];
  const start = async () =>
    createApiServer({
      backend: await openFileBackend({ directory, report: (line) => void said.push(line) }),
      clock: createSystemClock(),
      random: createSystemRandom(),
      featureGates: { AllowUnsafeMalformedObjectDeletion: true },
      reportUnreadable: (line) => void said.push(line),
    });
  try {
    await (await start()).close();
    const backend = await openFileBackend({ directory, report: () => undefined });
    const revision = (await backend.load()).revision + 1;
    await backend.append({ revision, writes: [{ key, revision, text: '"metadata":{"name":' }] });
    await backend.close();
    const server = await start();
    expect((await server.fetch(`${configMaps}?limit=500`)).status).toBe(500);
    expect(said).toEqual([
      `The object ${key} cannot be read: object not decodable revision=${revision}: unexpected end of JSON input`,
    ]);
    const option = "ignoreStoreReadErrorWithClusterBreakingPotential=true";
    expect((await server.fetch(`${configMaps}/bad?${option}`, { method: "DELETE" })).status).toBe(200);
    await server.close();
    const again = await start();
    expect((await again.fetch(configMaps)).status).toBe(200);
    await again.close();
    expect(said).toHaveLength(1);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
