import { openDB } from "idb";
import { BackendError } from "./backend-error.ts";
import { toBackendError } from "./indexeddb-errors.ts";
import { abort, newDamaged, sent, type Database, type Layout } from "./indexeddb-layout.ts";
import { migrations } from "./indexeddb-migrations.ts";

/** Tracks whether the connection is open. The browser or another tab can close it. */
export class DatabaseLink {
  #database: Database | undefined;
  #lost: BackendError | undefined;

  attach(database: Database): void {
    this.#database = database;
  }

  check(): void {
    if (this.#lost !== undefined) throw this.#lost;
  }

  lose(error: BackendError): void {
    this.#lost ??= error;
    this.#database?.close();
  }
}

/** Opens the database and converts it from earlier layouts. */
export function openDatabase(name: string, link: DatabaseLink): Promise<Database> {
  let failure: unknown;
  return new Promise((resolve, reject) => {
    const opening = openDB<Layout>(name, migrations.length, {
      upgrade(database, oldVersion, _newVersion, transaction) {
        sent(transaction.done); // the opening reports that it was aborted
        sent(migrate(database, oldVersion, transaction).catch((err: unknown) => void (failure = err)));
      },
      blocked() {
        reject(
          new BackendError(
            "UpgradeBlocked",
            "Another tab holds an older version of this data open. Close it and reload.",
          ),
        );
        void opening.then(
          (database) => database.close(),
          () => undefined,
        );
      },
      blocking: (_version, wanted) =>
        link.lose(
          new BackendError(
            "ConnectionLost",
            wanted === null
              ? "The browser's database was deleted, perhaps by another tab. Reload the page to start anew."
              : "A newer version of this program has taken over this data. Reload the page.",
          ),
        ),
      terminated: () =>
        link.lose(
          new BackendError(
            "ConnectionLost",
            "The browser has closed the database, perhaps because its data was cleared. Reload the page.",
          ),
        ),
    });
    opening.then(resolve, (err: unknown) => reject(failedUpgrade(name, failure) ?? toBackendError(err)));
  });
}

/**
 * Returns the error of an upgrade that failed. It is never that of a browser which gives no database, since there is
 * data, which is as it was.
 */
function failedUpgrade(name: string, failure: unknown): BackendError | undefined {
  if (failure === undefined) return undefined;
  if (!(failure instanceof DOMException)) return newDamaged(name, "its rows of an earlier layout cannot be read");
  const { code, message } = toBackendError(failure);
  if (code !== "Aborted" && code !== "ConnectionLost") return new BackendError(code, message, { cause: failure });
  const said = `The data could not be converted from an earlier layout, and is as it was: ${message} Reload the page.`;
  return new BackendError("UpgradeBlocked", said, { cause: failure });
}

/** Converts the database layout by layout, in one transaction. */
async function migrate(
  database: Database,
  oldVersion: number,
  transaction: Parameters<(typeof migrations)[number]>[1],
): Promise<void> {
  try {
    for (const step of migrations.slice(oldVersion)) await step(database, transaction);
  } catch (err) {
    abort(transaction);
    throw err;
  }
}
