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
  type WorldOrigin,
} from "./named-worlds.ts";
import { clearEntries } from "./storage.ts";

const registry = "kubepad/worlds";
const store = "worlds";

interface Entry {
  readonly world: NamedWorld;
  /** It is to be deleted once no tab has it open. */
  readonly leaving: boolean;
}

/** The name of a world whose own is lost. */
const unnamed = (id: string): string => `World ${id}`;

/** Reads an entry; a world whose entry is damaged is there all the same, also where no databases are listed. */
function entryOf(key: IDBValidKey, row: unknown): Entry | undefined {
  if (key !== "" && !isWorldId(key)) return undefined;
  const { name, madeAt, origin, leaving } = isRecord(row) ? row : {};
  const tidy = typeof name === "string" ? tidyName(name) : undefined;
  if (key === "" && tidy === undefined) return undefined;
  return {
    world: {
      id: key,
      name: tidy ?? unnamed(key),
      madeAt: typeof madeAt === "number" ? madeAt : undefined,
      ...(isOrigin(origin) && { origin: { id: origin.id, revision: origin.revision } }),
    },
    leaving: leaving === true && key !== "",
  };
}

const isOrigin = (value: unknown): value is WorldOrigin =>
  isRecord(value) && (value["id"] === "" || isWorldId(value["id"])) && Number.isSafeInteger(value["revision"]);

/**
 * Returns all worlds, the first one first. A world whose entry is lost or damaged is found by its database, where the
 * browser tells which there are.
 */
export async function listWorlds(): Promise<readonly NamedWorld[]> {
  const [entries, databases] = await Promise.all([readEntries(), worldDatabases()]);
  const known = new Map(entries.map((entry) => [entry.world.id, entry]));
  const found = databases.filter((id) => !known.has(id)).map((id) => ({ id, name: unnamed(id), madeAt: undefined }));
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
const keepName = ({ id, name, madeAt, origin }: NamedWorld): Promise<void> =>
  inRegistry(async (opened) => void (await opened.put(store, { name, madeAt, ...(origin && { origin }) }, id)));

/** Gives a world another name. Resolves to false if it is not there any more, or is to be deleted. */
export async function rename(world: NamedWorld): Promise<boolean> {
  if (!(await hasWorld(world.id))) return false;
  await keepName(world);
  return true;
}

/** Has a world deleted once no tab has it open: `deleteLeaving` does that. */
export const leaveForGood = ({ id, name, madeAt }: NamedWorld): Promise<void> =>
  inRegistry(async (opened) => void (await opened.put(store, { name, madeAt, leaving: true }, id)));

/**
 * Makes a world that `fill` gives its content, while its lock is held. Until that is done it is one that is to be
 * deleted, so that nothing stays of it if it fails or the page is left.
 */
export const makeWorld = (world: NamedWorld, lock: string, fill: () => Promise<void>): Promise<void> =>
  navigator.locks.request(lock, async () => {
    await leaveForGood(world);
    try {
      await fill();
      await keepName(world);
    } catch (error) {
      await deleteAll(world.id).catch(() => undefined); // `deleteLeaving` tries again
      throw error;
    }
  });

/** Deletes everything that is kept of a world: its objects, its settings and what was entered in it. */
async function deleteAll(id: string): Promise<void> {
  await deleteDB(databaseOf(id));
  await deleteDB(settingsDatabaseOf(id));
  clearEntries(id);
  await inRegistry((opened) => opened.delete(store, id));
}

/** How long the locks of a tab may still be held after it was closed. */
const closingMs = 2000;

/**
 * Deletes a world unless a tab has it open, which `lock` tells: it is held by the tab that leads. That tab may be one
 * that was closed just now, so the lock is waited for until `patience` ends. Resolves to whether the world was deleted.
 */
export async function deleteWorld(
  world: NamedWorld,
  lock: string,
  patience: AbortSignal = AbortSignal.timeout(closingMs),
): Promise<boolean> {
  let isHeld = false;
  try {
    await navigator.locks.request(lock, { signal: patience }, async () => {
      isHeld = true;
      await leaveForGood(world); // what is deleted in part is no world any more
      await deleteAll(world.id);
    });
    return true;
  } catch (error) {
    if (isHeld || !patience.aborted) throw error;
    return false;
  }
}

/** Deletes the worlds that are to be deleted, each once no tab has it open any more. */
export async function deleteLeaving(lockOf: (database: string) => string): Promise<void> {
  const leaving = async () => (await readEntries()).flatMap((entry) => (entry.leaving ? [entry.world.id] : []));
  for (const id of await leaving())
    void navigator.locks.request(lockOf(databaseOf(id)), async () => {
      // one that was being made may be complete by now
      if ((await leaving()).includes(id)) await deleteAll(id);
    });
}

async function inRegistry<T>(act: (opened: IDBPDatabase) => Promise<T>): Promise<T> {
  const opened = await openDB(registry, 1, { upgrade: (made) => void made.createObjectStore(store) });
  try {
    return await act(opened);
  } finally {
    opened.close();
  }
}
