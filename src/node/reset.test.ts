import "fake-indexeddb/auto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createSystemClock } from "../apimachinery/system-clock.ts";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import type { Backend } from "../apiserver/storage/backend/backend.ts";
import { openIndexedDbBackend } from "../apiserver/storage/backend/indexeddb.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";
import { readRows } from "../apiserver/storage/backend/testing/indexeddb-damage.ts";
import { Client } from "../client/client.ts";
import { createApiServer } from "../kube-apiserver/server.ts";
import { openFileBackend } from "./storage/file-backend.ts";

const directory = mkdtempSync(join(tmpdir(), "kubepad-reset-"));
afterAll(() => rmSync(directory, { recursive: true }));

interface Case {
  readonly name: string;
  open(): Promise<Backend>;
  /** All that is stored, as a text. */
  stored(): Promise<string>;
}

// oxfmt-ignore
const cases: readonly Case[] = [
  { name: "memory", open: async () => createMemoryBackend(), stored: async () => "" },
  { name: "indexeddb", open: () => openIndexedDbBackend({ name: "reset" }), stored: async () => JSON.stringify(await readRows("reset")) },
  { name: "file", open: () => openFileBackend({ directory }), stored: async () => readdirSync(directory).map((name) => readFileSync(join(directory, name), "latin1")).join("\n") },
];

const hidden = "aHVudGVyMg==";
const secrets = "/api/v1/namespaces/default/secrets";

describe.each(cases)("a reset of a server on the backend $name", ({ open, stored }) => {
  it("leaves nothing of what was there, neither for an exact read of the past nor in the storage", async () => {
    const opening = (): ReturnType<typeof createApiServer> =>
      createApiServer({ backend: open(), clock: createSystemClock(), random: createSystemRandom() });
    const first = await opening();
    const admin = new Client({ handle: first.handle, userAgent: "test" });
    await admin.json("POST", secrets, { metadata: { name: "login" }, data: { password: hidden } }, {});
    const { metadata } = await admin.json<{ readonly metadata: { readonly resourceVersion: string } }>(
      "GET",
      secrets,
      undefined,
    );
    const past = `${secrets}?resourceVersion=${metadata.resourceVersion}&resourceVersionMatch=Exact`;
    expect(JSON.stringify(await admin.json("GET", past, undefined, {}))).toContain(hidden);
    const traced = await first.inspect.subscribe(() => undefined);
    await admin.json("GET", secrets, undefined, {});
    await first.inspect.reset();
    expect(await first.inspect.traces(0)).toEqual([]);
    traced();
    await expect(admin.json("GET", past, undefined, {})).rejects.toMatchObject({
      status: { code: 410, reason: "Expired" },
    });
    await first.close();
    expect(await stored()).not.toContain(hidden);
  });
});
