import type { EtcdClient } from "./etcd-client.ts";

/** The key by which the servers of one etcd agree on who compacts, and up to where. */
export const compactionKey = "compact_rev_key";

/**
 * Compacts what is older than two intervals, as k8s.io/apiserver's etcd3.compactor does, so that it can share an etcd
 * with other API servers: of those that ask in an interval, the first one compacts. Returns a function that ends it,
 * after which nothing is reported.
 */
export function compactEvery(intervalMs: number, client: EtcdClient, report: (error: unknown) => void): () => void {
  if (intervalMs === 0) return () => undefined;
  let version = 0;
  let revision = 0;
  let hasEnded = false;
  const failed = (error: unknown): void => {
    if (!hasEnded) report(error);
  };
  const timer = setInterval(() => {
    compact(client, version, revision).then((next) => ({ version, revision } = next), failed);
  }, intervalMs);
  timer.unref();
  return () => {
    hasEnded = true;
    clearInterval(timer);
  };
}

/** How often the key was written, and the newest revision at that time. */
interface CompactionTurn {
  readonly version: number;
  readonly revision: number;
}

/**
 * Takes the turn to compact, if nobody has taken it since it was `version`, and compacts up to `revision`. Returns the
 * next turn.
 */
export async function compact(client: EtcdClient, version: number, revision: number): Promise<CompactionTurn> {
  const value = new TextEncoder().encode(String(revision));
  const swapped = await client.swap({ key: compactionKey, compare: "version", expected: version, value });
  if (!swapped.succeeded) return { version: swapped.found?.version ?? 0, revision: swapped.revision };
  const next = { version: version + 1, revision: swapped.revision };
  if (revision !== 0) await client.compact(revision);
  return next;
}
