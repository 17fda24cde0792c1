import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openApiServer } from "./open-api-server.ts";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "faults-"))));
afterEach(() => rmSync(folder, { recursive: true }));

function configFile(text: string): string {
  const file = join(folder, "faults.yaml");
  writeFileSync(file, text);
  return file;
}

const open = (text: string) =>
  openApiServer({ storage: "memory", tokenAuthFile: undefined, faultConfigFile: configFile(text) });

test("a server does what its file of faults says", async () => {
  const server = await open("rules:\n- fault: TooManyRequests\n  resources: [configmaps]\n  nth: [2]\n");
  const get = async (target: string) => {
    const exchange = {
      method: "GET",
      target,
      headers: new Headers(),
      body: null,
      signal: new AbortController().signal,
    };
    return (await server.handle(exchange)).status;
  };
  const path = "/api/v1/namespaces/default/configmaps";
  expect([await get(path), await get("/api/v1/namespaces"), await get(path), await get(path)]).toEqual([
    200, 200, 429, 200,
  ]);
  await server.close();
});

test.each([
  [
    "rules:\n- fault: Sometimes\n",
    /^loading fault config: rules\[0\]\.fault: must be one of Conflict, .*: from file .*faults\.yaml$/,
  ],
  ["rules: []\nseed: 4\n", /^loading fault config: seed: unknown; known is rules: from file /],
  ["- fault: Conflict\n", /^loading fault config: rules: required: a list of rules: from file /],
  ["rules: [\n", /^loading fault config: .*line/s],
])("a file of faults with a mistake is refused in words: %j", async (text, message) => {
  await expect(open(text)).rejects.toThrow(message);
});
