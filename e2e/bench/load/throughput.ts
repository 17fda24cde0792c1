import { Connection, statusOf } from "./connection.ts";

/** A server and the connections that load it. */
export interface Target {
  readonly url: string;
  readonly connections: readonly Connection[];
}

/** Opens so many connections to a server. */
export async function openTarget(url: string, connections: number): Promise<Target> {
  return { url, connections: await Promise.all(Array.from({ length: connections }, () => Connection.open(url))) };
}

/** Keeps every connection busy for a while and gives exchanges a second. `request` makes the n-th request. */
export async function throughput({ connections }: Target, ms: number, request: () => string, wantedStatus: number): Promise<number> {
  const start = performance.now();
  let done = 0;
  const load = async (connection: Connection): Promise<void> => {
    while (performance.now() - start < ms) {
      const status = statusOf(await connection.exchange(request()));
      if (status !== wantedStatus) throw new Error(`answered ${status} instead of ${wantedStatus}`);
      done += 1;
    }
  };
  await Promise.all(connections.map(load));
  return done / ((performance.now() - start) / 1000);
}
