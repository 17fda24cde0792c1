import "fake-indexeddb/auto";
import { deleteDB, openDB } from "idb";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FakeLocks } from "../../worker/testing/fake-locks.ts";
import { copyDatabase } from "./copy-database.ts";
import { databaseOf, settingsDatabaseOf } from "./named-worlds.ts";
import { deleteLeaving, deleteWorld, hasWorld, leaveForGood, listWorlds, makeWorld, rename } from "./world-registry.ts";

const lockOf = (database: string): string => `${database}/leader`;
const named = (id: string) => ({ id, name: `Name of ${id}`, madeAt: 1 });
const make = (id: string, fill = () => fillDatabase(databaseOf(id))) =>
  makeWorld(named(id), lockOf(databaseOf(id)), fill);
const ids = async () => (await listWorlds()).map(({ id }) => id);
const databases = async () => (await indexedDB.databases()).map(({ name }) => name);

async function fillDatabase(name: string): Promise<void> {
  const made = await openDB(name, 1, { upgrade: (db) => void db.createObjectStore("rows") });
  await made.put("rows", "value", "key");
  made.close();
}

let locks: FakeLocks;

beforeEach(() => {
  locks = new FakeLocks();
  vi.stubGlobal("navigator", { locks });
});

afterEach(async () => {
  vi.unstubAllGlobals();
  for (const name of await databases()) if (name !== undefined) await deleteDB(name);
});

async function putRow(id: string, row: unknown): Promise<void> {
  const registry = await openDB("kubepad/worlds", 1);
  await registry.put("worlds", row, id);
  registry.close();
}

it("a world that is being filled is not there before it is complete", async () => {
  let during: readonly string[] = [];
  await make("one", async () => {
    await fillDatabase(databaseOf("one"));
    during = await ids();
  });
  expect(during).toEqual([""]);
  expect(await ids()).toEqual(["", "one"]);
});

it("a world keeps what it was made of by another name", async () => {
  const fork = { ...named("fork"), origin: { id: "", revision: 7 } };
  await makeWorld(fork, lockOf(databaseOf("fork")), () => fillDatabase(databaseOf("fork")));
  const [, kept = named("none")] = await listWorlds();
  await rename({ ...kept, name: "Another name" });
  expect((await listWorlds())[1]).toEqual({ ...fork, name: "Another name" });
  await putRow("fork", { name: "Fork", madeAt: 1, origin: { id: "../x", revision: "7" } });
  expect((await listWorlds())[1]).toEqual({ id: "fork", name: "Fork", madeAt: 1 });
});

it("what is left of a world whose making was broken off is deleted", async () => {
  await leaveForGood(named("half")); // as makeWorld begins
  await fillDatabase(databaseOf("half"));
  expect(await ids()).toEqual([""]);
  await deleteLeaving(lockOf);
  await vi.waitFor(async () => expect(await databases()).toEqual(["kubepad/worlds"]));
});

it("another tab that finds a world being made does not delete it once it is complete", async () => {
  await make("one", async () => {
    await fillDatabase(databaseOf("one"));
    await deleteLeaving(lockOf);
  });
  await navigator.locks.request(lockOf(databaseOf("one")), () => undefined); // behind the one that would delete it
  expect(await ids()).toEqual(["", "one"]);
  expect(await databases()).toContain(databaseOf("one"));
});

it("a world whose making fails leaves nothing, and says why", async () => {
  const full = make("one", async () => {
    await fillDatabase(databaseOf("one"));
    throw new Error("no room");
  });
  await expect(full).rejects.toThrow("no room");
  expect([await ids(), await databases()]).toEqual([[""], ["kubepad/worlds"]]);
});

it("a deleted world does not come back by being renamed in a tab that still lists it", async () => {
  await make("one");
  await make("two");
  await leaveForGood(named("one"));
  expect(await deleteWorld(named("two"), lockOf(databaseOf("two")))).toBe(true);
  expect([await rename(named("one")), await rename(named("two"))]).toEqual([false, false]);
  expect(await ids()).toEqual([""]);
});

it("a world is deleted once the tab that has just been closed lets go of it, and not while one has it open", async () => {
  await make("one");
  const lock = lockOf(databaseOf("one"));
  void navigator.locks.request(lock, () => new Promise(() => undefined));
  await vi.waitFor(() => expect(locks.isHeld(lock)).toBe(true));
  const tooSoon = new AbortController();
  const refused = deleteWorld(named("one"), lock, tooSoon.signal);
  await Promise.resolve();
  tooSoon.abort();
  expect(await refused).toBe(false);
  expect(await ids()).toEqual(["", "one"]);
  const deleted = deleteWorld(named("one"), lock);
  await Promise.resolve();
  locks.drop(lock);
  expect(await deleted).toBe(true);
  expect(await ids()).toEqual([""]);
});

it("a world with a damaged entry is there where the browser does not list databases", async () => {
  await make("one");
  for (const row of [{ name: 7 }, "rubbish", null, { name: "  " }]) {
    await putRow("one", row);
    vi.spyOn(indexedDB, "databases").mockRejectedValue(new Error("not here"));
    expect(await hasWorld("one")).toBe(true);
    expect((await listWorlds()).map(({ name }) => name)).toEqual(["My world", "World one"]);
    vi.restoreAllMocks();
  }
});

it("copying a database that is not there makes neither it nor a copy", async () => {
  await copyDatabase(settingsDatabaseOf("one"), settingsDatabaseOf("two"));
  expect(await databases()).toEqual([]);
});
