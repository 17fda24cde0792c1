import type { KubeObject } from "../../../apimachinery/meta.ts";
import { listObjects } from "../../../share/collect-objects.ts";
import { createIndexedDbMemory, exists } from "../../../worker/host/kept-settings.ts";
import { pageAgent } from "../../data/send.ts";
import { databaseOf, type NamedWorld } from "../../platform/named-worlds.ts";
import type { Page } from "../../state/page.ts";

/** What was read of a world that is not shown. */
export interface ReadWorld {
  readonly objects: readonly KubeObject[];
  /** What of its data is damaged and what is lost, as sentences; none if all could be read. */
  readonly findings: readonly string[];
}

/**
 * Reads the objects and events of a world that this browser keeps, as they are now, and changes nothing: its database
 * is read, and its objects are listed on a server in memory with the same settings, on which no controllers run.
 */
export async function readWorld(
  { guests }: Page,
  { id }: NamedWorld,
  onFound: (found: number) => void,
  signal: AbortSignal,
): Promise<ReadWorld> {
  const database = databaseOf(id);
  if (!(await exists(database))) return { objects: [], findings: [] }; // nobody has opened it yet
  const { examineDatabase } = await import("../../../worker/rescue.ts");
  const { findings, isLess, writeExport } = await examineDatabase(database);
  const seed = await writeExport();
  const { chosen } = await createIndexedDbMemory(database).load();
  const server = await guests.openServer({ ...chosen, controllers: [], seed, signal });
  try {
    const options = { handle: server.handle, userAgent: pageAgent };
    const objects = await listObjects(options, { events: true, signal, onProgress: onFound });
    return { objects, findings: isLess ? findings : [] };
  } finally {
    server.close();
  }
}
