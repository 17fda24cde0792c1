import "fake-indexeddb/auto";
import { openDB } from "idb";
import { expect, it } from "vitest";
import { createIndexedDbMemory } from "./kept-settings.ts";

const chosen = { featureGates: { WatchList: false }, runtimeConfig: "api/beta=true", emulatedVersion: "1.33" };

it("what was kept is found by the next, and nothing is made before anything is kept", async () => {
  const memory = createIndexedDbMemory("one");
  expect(await memory.load()).toEqual({});
  expect(await indexedDB.databases()).toEqual([]);
  expect(await memory.keep({ chosen, auditPolicy: "kind: Policy" })).toBe(true);
  expect(await createIndexedDbMemory("one").load()).toEqual({ chosen, auditPolicy: "kind: Policy" });
  expect(await createIndexedDbMemory("two").load()).toEqual({});
  await memory.keep({ chosen: undefined, auditPolicy: undefined });
  expect(await memory.load()).toEqual({});
});

it("what another version kept is left aside", async () => {
  const database = await openDB("other/settings", 1, { upgrade: (made) => void made.createObjectStore("settings") });
  await database.put(
    "settings",
    { chosen: { ...chosen, featureGates: { WatchList: "off" } }, auditPolicy: 7 },
    "server",
  );
  database.close();
  expect(await createIndexedDbMemory("other").load()).toEqual({});
});
