import { deleteDB, openDB, type IDBPDatabase } from "idb";
import { openIndexedDbBackend } from "../indexeddb.ts";
import { repairIndexedDb } from "../indexeddb-rescue.ts";
import { judgeDamage, recordLog, type Chance, type RecordedLog, type Verdict } from "./recorded-log.ts";

/** A row of a store, with its key. */
export interface StoredRow {
  readonly key: IDBValidKey;
  readonly value: unknown;
}

/** The rows of a database by store. */
export type StoredRows = Record<string, readonly StoredRow[]>;

/** Reads all rows of a database. */
export async function readRows(name: string): Promise<{ readonly version: number; readonly rows: StoredRows }> {
  const database = await openDB(name);
  const rows: Record<string, StoredRow[]> = {};
  for (const store of database.objectStoreNames) {
    const keys = await database.getAllKeys(store);
    const values = await database.getAll(store);
    rows[store] = keys.map((key, at) => ({ key, value: values[at] }));
  }
  const { version } = database;
  database.close();
  return { version, rows };
}

/** Makes a database of these rows. */
export async function writeRows(name: string, version: number, rows: StoredRows): Promise<void> {
  const stores = Object.keys(rows);
  const database: IDBPDatabase = await openDB(name, version, {
    upgrade: (made) => stores.forEach((store) => made.createObjectStore(store)),
  });
  const transaction = database.transaction(stores, "readwrite");
  for (const [store, own] of Object.entries(rows))
    for (const { key, value } of own) void transaction.objectStore(store).put(value, key);
  await transaction.done;
  database.close();
}

const pick = <T>(chance: Chance, all: readonly T[]): T | undefined => all[chance.below(all.length)];

const changedText = (chance: Chance, text: string): string => {
  const at = chance.below(text.length + 1);
  switch (chance.below(3)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return `${text.slice(0, at)}\0${text.slice(at + 1)}`;
    default:
      return "\0".repeat(text.length);
  }
};

/** Returns a value with one of its texts or numbers changed, or one of its members missing. */
function changedValue(chance: Chance, value: unknown): unknown {
  if (typeof value === "string") return changedText(chance, value);
  if (typeof value === "number") return pick(chance, [0, value ^ (1 << chance.below(31)), value + 1, undefined]);
  if (value === null || typeof value !== "object") return "";
  const names = Object.keys(value);
  const name = pick(chance, names);
  if (name === undefined) return undefined;
  if (Array.isArray(value))
    return chance.oneIn(3)
      ? value.slice(0, chance.below(value.length))
      : value.map((item, at) => (String(at) === name ? changedValue(chance, item) : item));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, key === name ? changedValue(chance, item) : item]),
  );
}

type Damage = (chance: Chance, rows: readonly StoredRow[]) => readonly StoredRow[];

const keyNear = (chance: Chance, key: IDBValidKey): IDBValidKey =>
  typeof key === "number"
    ? key + 1 + chance.below(300)
    : Array.isArray(key)
      ? [keyNear(chance, key[0] ?? 0), key[1] ?? 0]
      : `${String(key)}-copy`;

/** The kinds of damage by name. */
const damages: Readonly<Record<string, Damage>> = {
  "a row is missing": (chance, rows) => rows.toSpliced(chance.below(rows.length), 1),
  "several rows are missing": (chance, rows) => rows.toSpliced(chance.below(rows.length), 1 + chance.below(8)),
  "the last rows are missing": (chance, rows) => rows.slice(0, rows.length - 1 - chance.below(3)),
  "a store is empty": () => [],
  "a row is changed": (chance, rows) => {
    const at = chance.below(rows.length);
    return rows.map((row, i) => (i === at ? { ...row, value: changedValue(chance, row.value) } : row));
  },
  "a row is empty": (chance, rows) => {
    const at = chance.below(rows.length);
    return rows.map((row, i) => (i === at ? { ...row, value: pick(chance, [undefined, null, {}, [], 0, ""]) } : row));
  },
  "a row is copied": (chance, rows) => {
    const row = pick(chance, rows);
    return row === undefined ? rows : [...rows, { ...row, key: keyNear(chance, row.key) }];
  },
  "a row has another key": (chance, rows) => {
    const at = chance.below(rows.length);
    return rows.map((row, i) => (i === at ? { ...row, key: keyNear(chance, row.key) } : row));
  },
  "two rows are exchanged": (chance, rows) => {
    const [a, b] = [chance.below(rows.length), chance.below(rows.length)];
    return rows.map((row, i) => ({ ...row, value: rows[i === a ? b : i === b ? a : i]?.value }));
  },
  "a row has the value of another": (chance, rows) => {
    const [a, b] = [chance.below(rows.length), chance.below(rows.length)];
    return rows.map((row, i) => (i === a ? { ...row, value: rows[b]?.value } : row));
  },
};

/** Damages one store of a database in one way. Returns what was done. */
export function damageRows(chance: Chance, rows: StoredRows): { readonly rows: StoredRows; readonly what: string } {
  const store = pick(chance, Object.keys(rows)) ?? "";
  const kind = pick(chance, Object.keys(damages)) ?? "";
  const damage = damages[kind];
  const own = rows[store] ?? [];
  return { rows: { ...rows, [store]: damage?.(chance, own) ?? own }, what: `${store}: ${kind}` };
}

/** A database with the expected state at each of its revisions. */
export interface RecordedDatabase extends RecordedLog {
  readonly version: number;
  readonly rows: StoredRows;
}

/** Writes to a database over several openings, with checkpoints in between, so that it has rows of all kinds. */
export async function recordDatabase(name: string, chance: Chance): Promise<RecordedDatabase> {
  const log = await recordLog(() => openIndexedDbBackend({ name }), chance);
  const recorded = { ...log, ...(await readRows(name)) };
  await deleteDB(name);
  return recorded;
}

/** Damages a copy of a database and opens it. Throws if data is missing without a report. */
export async function damageDatabase(name: string, recorded: RecordedDatabase, chance: Chance): Promise<Verdict> {
  const { rows, what } = damageRows(chance, recorded.rows);
  await writeRows(name, recorded.version, rows);
  try {
    return await judgeDamage(recorded, {
      name,
      open: () => openIndexedDbBackend({ name }),
      repair: () => repairIndexedDb(name),
    });
  } catch (cause) {
    throw new Error(`${what}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  } finally {
    await deleteDB(name);
  }
}
