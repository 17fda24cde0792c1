import "fake-indexeddb/auto";
import { openDB } from "idb";
import { expect, it } from "vitest";
import { unchangedSettings } from "../../client/settings.ts";
import { beginWith, createIndexedDbMemory, createIndexedDbTimeMemory } from "./kept-settings.ts";

const gates = { featureGates: { WatchList: false }, runtimeConfig: "api/beta=true", emulatedVersion: "1.33" };
const chosen = { ...unchangedSettings, ...gates, disableAdmissionPlugins: ["PodSecurity"] };

/** Keeps a value as a version of this program would. */
async function keepAs(database: string, value: unknown): Promise<void> {
  const opened = await openDB(`${database}/settings`, 1, {
    upgrade: (made) => void made.createObjectStore("settings"),
  });
  await opened.put("settings", value, "server");
  opened.close();
}

const names = async () => (await indexedDB.databases()).map(({ name }) => name);

it("what was kept is found by the next, and nothing is made before anything is kept", async () => {
  const memory = createIndexedDbMemory("one");
  expect(await memory.load()).toEqual({});
  expect(await names()).not.toContain("one/settings");
  expect(await memory.keep({ chosen, auditPolicy: "kind: Policy" })).toBe(true);
  expect(await names()).toContain("one/settings");
  expect(await createIndexedDbMemory("one").load()).toEqual({ chosen, auditPolicy: "kind: Policy" });
  expect(await createIndexedDbMemory("two").load()).toEqual({});
  await memory.keep({ chosen: undefined, auditPolicy: undefined });
  expect(await memory.load()).toEqual({});
});

it.each([
  ["gates", { ...chosen, featureGates: { WatchList: "off" } }],
  ["plugins", { ...chosen, disableAdmissionPlugins: "PodSecurity" }],
])("what another version kept of %s is left aside", async (name, other) => {
  await keepAs(name, { chosen: other, auditPolicy: 7 });
  expect(await createIndexedDbMemory(name).load()).toEqual({});
});

it("what a version without admission plugins kept is read", async () => {
  await keepAs("older", { chosen: gates });
  expect(await createIndexedDbMemory("older").load()).toEqual({ chosen: { ...unchangedSettings, ...gates } });
});

it("the time of the world is kept beside the settings, and neither replaces the other", async () => {
  const [memory, times] = [createIndexedDbMemory("timed"), createIndexedDbTimeMemory("timed")];
  expect(await times.load()).toBeUndefined();
  expect(await names()).not.toContain("timed/settings");
  const time = { now: 2000, host: 1000, paused: true, speed: 10 };
  void times.keep({ ...time, now: 1500 });
  void times.keep(time);
  expect(await times.load()).toEqual(time);
  expect(await createIndexedDbTimeMemory("timed").load()).toEqual(time);
  await createIndexedDbMemory("timed").keep({ chosen });
  expect(await createIndexedDbTimeMemory("timed").load()).toEqual(time);
  expect(await memory.load()).toEqual({});
  expect(await createIndexedDbMemory("timed").load()).toEqual({ chosen });
});

it("a new world begins with settings and a time of its own, or says that they are not kept", async () => {
  const time = { now: 5, host: 6, paused: true, speed: 10 };
  await beginWith("new", { ...chosen, controllers: ["*"] }, time);
  expect(await createIndexedDbMemory("new").load()).toEqual({
    chosen: { ...chosen, controllers: ["*"] },
    begun: { controllers: ["*"] },
  });
  expect(await createIndexedDbTimeMemory("new").load()).toEqual(time);
  await beginWith("other", chosen);
  expect(await createIndexedDbTimeMemory("other").load()).toBeUndefined();
  (await openDB("refusing/settings", 2)).close(); // of a newer version
  await expect(beginWith("refusing", chosen)).rejects.toThrow("version");
});
