import { openDB, type IDBPDatabase } from "idb";

/** So many rows are read and written at once; a row of a world has some hundred objects. */
const atOnce = 8;

interface Row {
  readonly key: IDBValidKey;
  readonly value: unknown;
}

/** Reads all rows of all stores as of one moment, also while somebody writes to the database. */
async function readAll(database: IDBPDatabase): Promise<ReadonlyMap<string, readonly Row[]>> {
  const stores = [...database.objectStoreNames];
  const found = new Map<string, Row[]>(stores.map((name) => [name, []]));
  if (stores.length === 0) return found;
  const read = database.transaction(stores);
  for (const [name, rows] of found) {
    const store = read.objectStore(name);
    let range: IDBKeyRange | undefined;
    for (;;) {
      const [keys, values] = await Promise.all([store.getAllKeys(range, atOnce), store.getAll(range, atOnce)]);
      for (const [i, key] of keys.entries()) rows.push({ key, value: values[i] });
      const last = keys.at(-1);
      if (last === undefined || keys.length < atOnce) break;
      range = IDBKeyRange.lowerBound(last, true);
    }
  }
  await read.done;
  return found;
}

async function writeAll(database: IDBPDatabase, rows: ReadonlyMap<string, readonly Row[]>): Promise<void> {
  for (const [name, of] of rows)
    for (let at = 0; at < of.length; at += atOnce) {
      const write = database.transaction(name, "readwrite");
      const puts = of.slice(at, at + atOnce).map(({ key, value }) => write.store.put(value, key));
      const [end] = await Promise.allSettled([write.done, ...puts]);
      if (end.status === "rejected") throw end.reason; // the reason of the whole, such as a full disk
    }
}

/** Opens a database that is there; resolves to undefined for another one, and makes none. */
async function openExisting(name: string): Promise<IDBPDatabase | undefined> {
  let isNew = false;
  const opening = openDB(name, undefined, {
    upgrade: (_made, _from, _to, change) => {
      isNew = true;
      change.done.catch(() => undefined);
      change.abort();
    },
  });
  return opening.catch((error: unknown) => {
    if (isNew) return undefined;
    throw error;
  });
}

/**
 * Copies a database whose rows have keys of their own to a new one; does nothing if there is none. What is there of the
 * copy if this fails is for the caller to delete.
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const source = await openExisting(from);
  if (source === undefined) return;
  try {
    const rows = await readAll(source);
    const upgrade = (made: IDBPDatabase): void => [...rows.keys()].forEach((name) => made.createObjectStore(name));
    const target = await openDB(to, source.version, { upgrade });
    await writeAll(target, rows).finally(() => target.close());
  } finally {
    source.close();
  }
}
