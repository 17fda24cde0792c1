import type { Inspector } from "../client/inspector.ts";
import { type StoredVersion, writeWorldFile } from "../component-base/world-file.ts";
import type { OpenedServer, OpenServerOptions } from "./tabs/opened-servers.ts";

/** Where a fork begins, and how it is opened. */
export interface ForkServerOptions extends Pick<OpenServerOptions, "id" | "onProgress" | "signal" | "tokenAuthFile"> {
  /** A revision that is retained; the newest by default. */
  readonly revision?: number;
}

/**
 * Opens a server in memory that goes on from a revision of another one: with its objects, uids, revisions and history
 * until then, its settings and the time of its world. Rejects with a sentence if the revision cannot be read.
 */
export async function forkServer(
  inspect: Pick<Inspector, "versions" | "revisions" | "serverSettings" | "worldTime">,
  open: (options: OpenServerOptions) => Promise<OpenedServer>,
  { revision: wanted, ...options }: ForkServerOptions,
): Promise<OpenedServer> {
  const { revision, compacted, versions } = await versionsUpTo(inspect, wanted, options.signal);
  const { chosen } = await inspect.serverSettings();
  const worldTime = await timeAt(inspect, revision, wanted);
  const seed = await writeWorldFile(versions, { compacted, whole: true }, { signal: options.signal });
  return open({ ...options, ...chosen, seed, worldTime });
}

async function versionsUpTo(
  inspect: Pick<Inspector, "versions">,
  wanted: number | undefined,
  signal: AbortSignal | undefined,
) {
  const versions: StoredVersion[] = [];
  let upTo = wanted;
  let after: string | undefined;
  let compacted = 0;
  do {
    const portion = await inspect.versions({ after, upTo });
    signal?.throwIfAborted();
    upTo ??= portion.revision;
    compacted = Math.max(compacted, portion.compacted);
    if (upTo > portion.revision) throw new Error(`there is no revision ${upTo} yet; the newest is ${portion.revision}`);
    if (compacted > upTo) throw new Error(`the state of revision ${upTo} is compacted; history begins at ${compacted}`);
    for (const version of portion.versions) versions.push(version);
    after = portion.next;
  } while (after !== undefined);
  return { revision: upTo, compacted, versions };
}

/** Returns the time of the world at a revision, as far as it is known; of the newest one, the present time. */
async function timeAt(
  inspect: Pick<Inspector, "revisions" | "worldTime">,
  revision: number,
  wanted: number | undefined,
): Promise<OpenServerOptions["worldTime"]> {
  const { now, paused, speed } = await inspect.worldTime();
  const { entries, revision: newest } = await inspect.revisions({ after: revision - 1, upTo: revision });
  const start = wanted === undefined || wanted === newest ? now : (entries[0]?.at ?? now);
  return { start, paused, speed };
}
