import { deleteDB, openDB, type IDBPDatabase } from "idb";
import { isRecord } from "../../apimachinery/is-record.ts";
import {
  databaseOf,
  firstWorld,
  isWorldId,
  settingsDatabaseOf,
  tidyName,
  worldOfDatabase,
  type NamedWorld,
} from "./named-worlds.ts";

const registry = "kubepad/worlds";
const store = "worlds";

interface Entry {
  readonly world: NamedWorld;
  /** It is to be deleted once no tab has it open. */
  readonly leaving: boolean;
}

function entryOf(key: IDBValidKey, row: unknown): Entry | undefined {
  if (typeof key !== "string" || (key !== "" && !isWorldId(key)) || !isRecord(row)) return undefined;
  const { name, madeAt, leaving } = row;
  const tidy = typeof name === "string" ? tidyName(name) : undefined;
  if (tidy === undefined) return undefined;
  return {
    world: { id: key, name: tidy, madeAt: typeof madeAt === "number" ? madeAt : undefined },
    leaving: leaving === true && key !== "",
  };
}

/**
 * Returns all worlds, the first one first. A world whose entry is lost or damaged is found by its database, where the
 * browser tells which there are.
 */
export async function listWorlds(): Promise<readonly NamedWorld[]> {
  const [entries, databases] = await Promise.all([readEntries(), worldDatabases()]);
  const known = new Map(entries.map((entry) => [entry.world.id, entry]));
  const found = databases.filter((id) => !known.has(id)).map((id) => ({ id, name: `World ${id}`, madeAt: undefined }));
  const named = entries.filter(({ world, leaving }) => world.id !== "" && !leaving).map(({ world }) => world);
  const byAge = [...named, ...found].toSorted((a, b) => (a.madeAt ?? 0) - (b.madeAt ?? 0));
  return [known.get("")?.world ?? firstWorld, ...byAge];
}

async function readEntries(): Promise<readonly Entry[]> {
  try {
    return await inRegistry(async (opened) => {
      const read = opened.transaction(store);
      const [keys, rows] = await Promise.all([read.store.getAllKeys(), read.store.getAll()]);
      return keys.flatMap((key, i) => entryOf(key, rows[i]) ?? []);
    });
  } catch {
    return []; // a browser that refuses to open databases keeps no worlds
  }
}

/** Returns the ids of the worlds whose databases the browser lists; none where it does not tell. */
async function worldDatabases(): Promise<readonly string[]> {
  if (typeof indexedDB === "undefined" || typeof indexedDB.databases !== "function") return [];
  const all = await indexedDB.databases().catch(() => []);
  return all.flatMap(({ name = "" }) => worldOfDatabase(name) ?? []);
}

/** Reports whether a world is there. */
export const hasWorld = async (id: string): Promise<boolean> =>
  id === "" || (await listWorlds()).some((world) => world.id === id);

/** Enters a new world, or one by another name. Rejects if the browser does not keep it. */
export const keepName = ({ id, name, madeAt }: NamedWorld): Promise<void> =>
  inRegistry(async (opened) => void (await opened.put(store, { name, madeAt }, id)));

/** Has a world deleted once no tab has it open: `deleteLeaving` does that. */
export const leaveForGood = ({ id, name, madeAt }: NamedWorld): Promise<void> =>
  inRegistry(async (opened) => void (await opened.put(store, { name, madeAt, leaving: true }, id)));

/** Deletes everything that is kept of a world: its objects, its settings and what was entered in it. */
async function deleteAll(id: string): Promise<void> {
  await deleteDB(databaseOf(id));
  await deleteDB(settingsDatabaseOf(id));
  await inRegistry((opened) => opened.delete(store, id));
}

/**
 * Deletes a world unless a tab has it open, which `lock` tells: it is held by the tab that leads. Resolves to whether
 * it was deleted.
 */
export const deleteWorld = async (id: string, lock: string): Promise<boolean> =>
  navigator.locks.request(lock, { ifAvailable: true }, async (held) => {
    if (held === null) return false;
    await deleteAll(id);
    return true;
  });

/** Deletes the worlds that are to be deleted, each once no tab has it open any more. */
export async function deleteLeaving(lockOf: (database: string) => string): Promise<void> {
  const leaving = (await readEntries()).filter((entry) => entry.leaving);
  for (const { world } of leaving)
    void navigator.locks.request(lockOf(databaseOf(world.id)), () => deleteAll(world.id));
}

async function inRegistry<T>(act: (opened: IDBPDatabase) => Promise<T>): Promise<T> {
  const opened = await openDB(registry, 1, { upgrade: (made) => void made.createObjectStore(store) });
  try {
    return await act(opened);
  } finally {
    opened.close();
  }
}
