import { warmUpMs } from "../pace.ts";
import { interleave } from "../row.ts";
import { Connection, statusOf } from "./connection.ts";

/** A server and the connections that load it. */
export interface Target {
  readonly url: string;
  readonly connections: readonly Connection[];
}

/** Opens the given number of connections to a server. */
export async function openTarget(url: string, connections: number): Promise<Target> {
  return { url, connections: await Promise.all(Array.from({ length: connections }, () => Connection.open(url))) };
}

/** Keeps all connections busy and returns the exchanges per second. `request` returns the n-th request. */
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

/** The request to repeat, and the expected status. */
export interface Load {
  readonly target: Target;
  request(): string;
  readonly status: number;
}

/** Compares the exchanges per second of two servers, which are loaded in turn after a warm-up. */
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
