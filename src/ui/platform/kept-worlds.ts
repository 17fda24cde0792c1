import { type IDBPDatabase, openDB } from "idb";
import { isRecord } from "../../apimachinery/is-record.ts";

/** What a shared world was opened from. */
export type WorldSource =
  | { readonly kind: "link"; readonly text: string }
  | { readonly kind: "file"; readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> };

const database = "kubepad/shared";
const store = "worlds";

/** Older ones are forgotten: their addresses lead nowhere then. */
const mostKept = 10;

/**
 * Keeps what a shared world was opened from under its id, so that its address opens it again in this browser. Resolves
 * to false if the browser does not keep it.
 */
export async function keepWorld(id: string, source: WorldSource, at: number): Promise<boolean> {
  try {
    await inStore(async (opened) => {
      const write = opened.transaction(store, "readwrite");
      await write.store.put({ source, at }, id);
      const rows = await Promise.all([write.store.getAllKeys(), write.store.getAll()]);
      for (const key of oldKeys(...rows)) await write.store.delete(key);
      await write.done;
    });
    return true;
  } catch {
    return false;
  }
}

function oldKeys(keys: readonly IDBValidKey[], rows: readonly unknown[]): readonly IDBValidKey[] {
  const at = (i: number): number => {
    const row = rows[i];
    return isRecord(row) && typeof row["at"] === "number" ? row["at"] : 0;
  };
  const newestFirst = keys.map((key, i) => ({ key, at: at(i) })).toSorted((a, b) => b.at - a.at);
  return newestFirst.slice(mostKept).map(({ key }) => key);
}

/** Returns what a world was opened from; undefined if this browser does not keep it. */
export async function keptWorld(id: string): Promise<WorldSource | undefined> {
  try {
    return sourceOf(await inStore((opened) => opened.get(store, id)));
  } catch {
    return undefined;
  }
}

function sourceOf(row: unknown): WorldSource | undefined {
  const source: unknown = isRecord(row) ? row["source"] : undefined;
  if (!isRecord(source)) return undefined;
  const { kind, text, name, bytes } = source;
  if (kind === "link" && typeof text === "string") return { kind, text };
  if (kind !== "file" || typeof name !== "string" || !(bytes instanceof Uint8Array)) return undefined;
  return { kind, name, bytes: new Uint8Array(bytes) };
}

/** Forgets all shared worlds. */
export async function forgetWorlds(): Promise<void> {
  await inStore((opened) => opened.clear(store)).catch(() => undefined);
}

async function inStore<T>(act: (opened: IDBPDatabase) => Promise<T>): Promise<T> {
  const opened = await openDB(database, 1, { upgrade: (made) => void made.createObjectStore(store) });
  try {
    return await act(opened);
  } finally {
    opened.close();
  }
}
