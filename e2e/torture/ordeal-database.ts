import { deleteDB } from "idb";
import type { Failure, OrdealMedium } from "./ordeal.ts";
import { openIndexedDbBackend } from "../../src/apiserver/storage/backend/indexeddb.ts";
import { repairIndexedDb } from "../../src/apiserver/storage/backend/indexeddb-rescue.ts";
import { damageRows, readRows, writeRows } from "../../src/apiserver/storage/backend/testing/indexeddb-damage.ts";

const errors: Readonly<Record<Failure, string>> = {
  full: "QuotaExceededError",
  "no descriptors": "UnknownError",
  "input/output": "AbortError",
  killed: "AbortError",
};

/** What `fake-indexeddb` calls when a transaction cannot be committed. */
type Aborting = IDBTransaction & { _abort(error: string): void };

type Method = (...args: unknown[]) => unknown;

const changing = [
  [IDBObjectStore.prototype, "put"],
  [IDBObjectStore.prototype, "delete"],
  [IDBObjectStore.prototype, "clear"],
  [IDBTransaction.prototype, "commit"],
] as const;

const transactionOf = (self: IDBObjectStore | IDBTransaction): IDBTransaction =>
  self instanceof IDBTransaction ? self : self.transaction;

/**
 * Runs an ordeal in a database, whose requests that change something, and transactions when they are committed, can
 * fail as long as it runs.
 */
export async function inDatabase<T>(name: string, run: (medium: OrdealMedium) => Promise<T>): Promise<T> {
  let decide = (): Failure | undefined => undefined;
  const originals = changing.map(([owner, method]) => {
    const original = Reflect.get(owner, method) as Method;
    Reflect.set(owner, method, function (this: IDBObjectStore | IDBTransaction, ...args: unknown[]): unknown {
      const failure = decide();
      if (failure === undefined) return original.apply(this, args);
      const result = original.apply(this, args);
      (transactionOf(this) as Aborting)._abort(errors[failure]);
      return result;
    });
    return { owner, method, original };
  });
  try {
    return await run({
      open: () => openIndexedDbBackend({ name }),
      repair: () => repairIndexedDb(name),
      async damage(chance) {
        const { version, rows } = await readRows(name);
        const damaged = damageRows(chance, rows).rows;
        if (Object.values(damaged).every((left) => left.length === 0)) return; // that is a new database
        await deleteDB(name);
        await writeRows(name, version, damaged);
      },
      fails: (next) => void (decide = next),
    });
  } finally {
    for (const { owner, method, original } of originals) Reflect.set(owner, method, original);
    await deleteDB(name);
  }
}
