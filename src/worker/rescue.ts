import {
  deleteIndexedDb,
  readDamagedIndexedDb,
  repairIndexedDb,
} from "../apiserver/storage/backend/indexeddb-rescue.ts";
import { createPacer } from "../component-base/piece-file.ts";
import { writeExportFile } from "../kube-apiserver/export-file.ts";

// Runs in the page, since there is no server for a database that it cannot be started on.

/** About what checking an object takes, as characters of a text that is read. */
const charactersPerObject = 300;

const pauseByObjects = () => {
  const pause = createPacer();
  return (objects: number): Promise<void> => pause(objects * charactersPerObject);
};

/** Reads what can be read of a damaged database, and changes nothing. */
export async function examineDatabase(database: string) {
  const { findings, objects, revision, isLess } = await readDamagedIndexedDb(database, pauseByObjects());
  return {
    findings,
    /** Whether something may be missing. A database that is not damaged can be read as well. */
    isLess,
    objects: objects.size,
    writeExport: (): Promise<Uint8Array> =>
      writeExportFile({
        compacted: revision,
        versions: [...objects.values()].map(({ key, revision: at, text }) => ({ key, revision: at, text })),
      }),
  };
}

/** Keeps what can be read of a damaged database, so that a server can be started on it. */
export const repairDatabase = (database: string): Promise<readonly string[]> => repairIndexedDb(database);

/** Deletes a database, so that a server starts on it as on a new one. */
export const deleteDatabase = (database: string): Promise<void> => deleteIndexedDb(database);
