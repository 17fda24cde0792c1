import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import type { Seeded } from "../../src/apiserver/storage/testing/seeded.ts";
import type { ApiServer } from "./api-server.ts";
import { eventOf, type Watched } from "./collection.ts";
import type { Finding } from "./change-log.ts";
import type { WatchRecord } from "./history.ts";

/** What a watch is resumed with. */
export interface Watching {
  readonly servers: readonly ApiServer[];
  readonly chance: Seeded;
  readonly collection: Watched;
  readonly record: WatchRecord;
  readonly signal: AbortSignal;
}

/** A watch lasts so long at most, so that it changes servers without a fault, too. */
const watchSeconds = 7;

/** A server that has just started knows nothing of the time before, so the watch goes on at another one. */
const mostTooOld = 1000;

/**
 * Watches a collection until the signal is aborted: when a watch ends, another one goes on from the last revision that
 * was seen, at any server. Resolves with a finding if one cannot go on.
 */
export async function watchOn(watching: Watching): Promise<readonly Finding[]> {
  const { servers, chance, record, signal } = watching;
  let tooOld = 0;
  while (!signal.aborted) {
    const server = servers[chance.below(servers.length)];
    if (server === undefined) break;
    try {
      await watchOnce(watching, server);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith("{")) throw error;
      const isTooOld = error.message.includes('"code":410') && ++tooOld < mostTooOld;
      if (!isTooOld && !error.message.includes('"code":504'))
        return [`watch ${record.name} cannot go on from ${record.seen} at ${server.life}: ${error.message}`];
    }
    record.resumed++;
    await setTimeout(20);
  }
  return [];
}

async function watchOnce({ collection, record, signal }: Watching, server: ApiServer): Promise<void> {
  const query = `watch=1&allowWatchBookmarks=true&timeoutSeconds=${watchSeconds}&resourceVersion=${record.seen}`;
  const response = await server.open(`${collection.path}?${query}`, signal);
  if (response === undefined) return;
  const isEvents = response.statusCode === 200;
  try {
    for await (const line of createInterface(response)) {
      if (!isEvents && (response.statusCode ?? 0) < 500) throw new Error(line);
      if (!isEvents) continue;
      const event = eventOf(collection, line);
      if (!("bookmark" in event)) record.events.push(event);
      record.seen = Math.max(record.seen, "bookmark" in event ? event.bookmark : event.version.revision);
    }
  } catch (error) {
    // a connection that breaks ends the watch; a line that is cut off is not an event
    if (error instanceof Error && error.message.startsWith("{")) throw error;
  } finally {
    response.destroy();
  }
}
