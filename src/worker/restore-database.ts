import { openIndexedDbBackend } from "../apiserver/storage/backend/indexeddb.ts";
import { restoreVersions, type RestoreOptions, type RetainedVersions } from "../apiserver/storage/backend/restore.ts";

// Runs in the page, since there is no server for a database before it has its content.

/** Fills a new database with versions of objects, so that a server that is started on it has the same history. */
export const restoreDatabase = async (
  database: string,
  versions: RetainedVersions,
  options: RestoreOptions,
): Promise<void> => restoreVersions(await openIndexedDbBackend({ name: database }), versions, options);
