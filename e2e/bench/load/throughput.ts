import { warmUpMs } from "../pace.ts";
import { interleave } from "../row.ts";
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
async function throughput(
  { connections }: Target,
  ms: number,
  request: () => string,
  wantedStatus: number,
): Promise<number> {
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

/** What to send to a server again and again, and the status that must come. */
export interface Load {
  readonly target: Target;
  request(): string;
  readonly status: number;
}

/** The exchanges a second of two servers that are loaded in turns, once both are warm. */
export async function compareThroughput(
  { rounds, roundMs }: { readonly rounds: number; readonly roundMs: number },
  subject: Load,
  floor: Load,
): Promise<{ subject: number; floor: number }> {
  const pace = ({ target, request, status }: Load, ms: number) => throughput(target, ms, request, status);
  for (const load of [subject, floor]) await pace(load, warmUpMs);
  return interleave(
    rounds,
    () => pace(subject, roundMs),
    () => pace(floor, roundMs),
  );
}
