import {
  deleteIndexedDb,
  readDamagedIndexedDb,
  repairIndexedDb,
} from "../apiserver/storage/backend/indexeddb-rescue.ts";
import { writeExportFile } from "../kube-apiserver/export-file.ts";

/** What can be read of a damaged database. */
export interface DamageReport {
  /** What is damaged and what a repair would keep, as user-facing sentences. */
  readonly findings: readonly string[];
  readonly objects: number;
  /** An export of the objects that can be read, which can be imported like any other. */
  writeExport(): Promise<Uint8Array>;
}

/** Reads what can be read of a damaged database, and changes nothing. */
export async function examineDatabase(database: string): Promise<DamageReport> {
  const { findings, objects, revision } = await readDamagedIndexedDb(database);
  return {
    findings,
    objects: objects.size,
    writeExport: () => writeExportFile({ revision, objects: [...objects.values()] }),
  };
}

/** Keeps what can be read of a damaged database, so that a server can be started on it. */
export const repairDatabase = (database: string): Promise<readonly string[]> => repairIndexedDb(database);

/** Deletes a database, so that a server starts on it as on a new one. */
export const deleteDatabase = (database: string): Promise<void> => deleteIndexedDb(database);
