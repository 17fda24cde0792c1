import { processMs } from "../event-loop-time.ts";
import { warmUpMs } from "../pace.ts";
import { interleave } from "../row.ts";
import { Connection, statusOf } from "./connection.ts";

/** A server and the connections that load it. */
export interface Target {
  readonly url: string;
  readonly connections: readonly Connection[];
  /** The server's process, if it runs on this machine. */
  readonly pid?: number | undefined;
}

/** Opens the given number of connections to a server. */
export async function openTarget(url: string, connections: number, pid?: number): Promise<Target> {
  return { url, pid, connections: await Promise.all(Array.from({ length: connections }, () => Connection.open(url))) };
}

/** Counts operations of a server and the processor time of its process that they take. */
export class CostMeter {
  readonly #pid: number | undefined;
  #ms = 0;
  #operations = 0;

  constructor({ pid }: Pick<Target, "pid">) {
    this.#pid = pid;
  }

  /** Measures work, which returns how many operations it was. */
  async measure(work: () => Promise<number>): Promise<void> {
    const start = this.#now();
    this.#operations += await work();
    this.#ms += this.#now() - start;
  }

  /** The microseconds for an operation; undefined if the process is not known. */
  get micros(): number | undefined {
    return this.#pid === undefined || this.#operations === 0 ? undefined : (this.#ms * 1000) / this.#operations;
  }

  #now(): number {
    return this.#pid === undefined ? 0 : processMs(this.#pid);
  }
}

/** What was measured of two servers: operations a second, and the subject's processor time for each. */
export interface Compared {
  readonly subject: number;
  readonly floor: number;
  readonly cpuMicros?: number | undefined;
}

/** Keeps all connections busy and returns the number of exchanges. `request` returns the n-th request. */
async function exchanges(
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
  return done;
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
): Promise<Compared> {
  const run = ({ target, request, status }: Load, ms: number) => exchanges(target, ms, request, status);
  for (const load of [subject, floor]) await run(load, warmUpMs);
  const meter = new CostMeter(subject.target);
  const pace = async (load: Load): Promise<number> => {
    const start = performance.now();
    let done = 0;
    const work = async (): Promise<number> => (done = await run(load, roundMs));
    await (load === subject ? meter.measure(work) : work());
    return done / ((performance.now() - start) / 1000);
  };
  const paces = await interleave(
    rounds,
    () => pace(subject),
    () => pace(floor),
  );
  return { ...paces, cpuMicros: meter.micros };
}
