import "fake-indexeddb/auto";
import { beforeEach, expect, it } from "vitest";
import { forgetWorlds, keepWorld, keptWorld, type WorldSource } from "./kept-worlds.ts";

const link = (text: string): WorldSource => ({ kind: "link", text });

beforeEach(forgetWorlds);

it("a link and a file that were opened are found by their ids, and others are not", async () => {
  const file: WorldSource = { kind: "file", name: "a.yaml", bytes: new TextEncoder().encode("kind: Pod") };
  expect(await keepWorld("one", link("1abc"), 1)).toBe(true);
  expect(await keepWorld("two", file, 2)).toBe(true);
  expect([await keptWorld("one"), await keptWorld("two")]).toEqual([link("1abc"), file]);
  expect(await keptWorld("three")).toBeUndefined();
});

it("the ten that were opened last are kept", async () => {
  for (let at = 12; at > 0; at--) await keepWorld(`id-${at}`, link(`1${at}`), at);
  const kept = await Promise.all(Array.from({ length: 12 }, (_, i) => keptWorld(`id-${i + 1}`)));
  expect(kept.map((source) => source !== undefined)).toEqual([false, false, ...Array.from({ length: 10 }, () => true)]);
});

it("all are forgotten when asked", async () => {
  await keepWorld("one", link("1abc"), 1);
  await forgetWorlds();
  expect(await keptWorld("one")).toBeUndefined();
});
