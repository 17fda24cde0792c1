import type { Backend, BackendObject, LoggedBatch } from "../backend.ts";
import { BackendError } from "../backend-error.ts";
import { applyBatch } from "../replay.ts";

/** A deterministic source of random choices. */
export interface Chance {
  below(end: number): number;
  oneIn(times: number): boolean;
}

/** What was written to a backend: the expected state at each of its revisions, and the history at the end. */
export interface RecordedLog {
  readonly revision: number;
  /** All objects after each group commit, by revision. */
  readonly states: ReadonlyMap<number, readonly BackendObject[]>;
  readonly history: readonly LoggedBatch[];
}

/** The outcome of opening damaged data. */
export type Verdict = "whole" | "cut, and said so" | "refused, repaired whole" | "refused, repaired with losses";

/** How damaged data is opened and repaired. */
export interface DamagedData {
  open(report: (message: string) => void): Promise<Backend>;
  /** Returns the sentences on what was kept and lost. */
  repair(): Promise<readonly string[]>;
  /** What every refusal must name. */
  readonly name: string;
}

const byKey = (a: BackendObject, b: BackendObject): number => (a.key < b.key ? -1 : 1);
const sorted = (objects: Iterable<BackendObject>): readonly BackendObject[] => [...objects].sort(byKey);

async function historyOf(backend: Backend): Promise<readonly LoggedBatch[]> {
  const batches: LoggedBatch[] = [];
  for await (const portion of backend.history().batches()) batches.push(...portion);
  for await (const objects of backend.history().objects()) void objects.length;
  return batches;
}

/** Writes over several openings, with checkpoints in between, so that there is data of all kinds. */
export async function recordLog(open: () => Promise<Backend>, chance: Chance): Promise<RecordedLog> {
  const states = new Map<number, readonly BackendObject[]>([[0, []]]);
  const state = new Map<string, BackendObject>();
  let revision = 0;
  const write = async (backend: Backend): Promise<void> => {
    const writes = Array.from({ length: 1 + chance.below(4) }, () => {
      const key = `/registry/configmaps/${chance.below(30)}`;
      const isDeletion = state.has(key) && chance.oneIn(4);
      return { key, revision: ++revision, text: isDeletion ? null : `text ${revision} `.repeat(1 + chance.below(20)) };
    });
    await backend.append({ revision, at: revision, writes });
    applyBatch(state, { writes });
    states.set(revision, sorted(state.values()));
  };
  for (let opening = 0; opening < 4; opening++) {
    const backend = await open();
    await backend.load();
    for (let at = 0; at < 12; at++) await write(backend);
    const segments = [sorted(state.values()).slice(0, 5), sorted(state.values()).slice(5)];
    if (opening < 3) await backend.checkpoint({ revision, compacted: Math.max(0, revision - 50), segments });
    for (let at = 0; at < 4; at++) await write(backend);
    await backend.close();
  }
  const backend = await open();
  await backend.load();
  const history = await historyOf(backend);
  await backend.close();
  return { revision, states, history };
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function demand(isTrue: boolean, what: string): asserts isTrue {
  if (!isTrue) throw new Error(what);
}

/** Opens damaged data, and repairs it if it is refused. Throws if data is missing without a report. */
export async function judgeDamage(log: RecordedLog, data: DamagedData): Promise<Verdict> {
  const reports: string[] = [];
  let backend: Backend | undefined;
  let isOpen = false;
  try {
    backend = await data.open((message) => reports.push(message));
    const { objects, revision } = await backend.load();
    demand(same(sorted(objects), log.states.get(revision)), `not the state of revision ${revision}`);
    isOpen = true;
    const history = await historyOf(backend);
    demand(same(history, log.history.slice(0, history.length)), "not the history that was written");
    if (revision === log.revision && same(history, log.history)) return "whole";
    demand(reports.length > 0, `silently back to revision ${revision}`);
    return "cut, and said so";
  } catch (error) {
    if (!(error instanceof BackendError)) throw error;
    demand(error.message.includes(data.name), `does not say where: ${error.message}`);
    demand(error.code === "Corrupt", `is ${error.code}: ${error.message}`);
  } finally {
    await backend?.close();
  }
  return judgeRepair(log, data, isOpen);
}

/** Repairs data. If only its history could not be read, nothing of the newest state may be lost. */
async function judgeRepair(log: RecordedLog, data: DamagedData, isOpen: boolean): Promise<Verdict> {
  const lines = await data.repair();
  const backend = await data.open(() => undefined);
  const { objects, revision } = await backend.load();
  await historyOf(backend);
  await backend.close();
  demand(revision >= log.revision, `goes on from ${revision} after the repair`);
  if (lines.some((line) => line.startsWith("Lost: no object"))) {
    demand(same(sorted(objects), log.states.get(log.revision)), "lost objects and denied it");
    return "refused, repaired whole";
  }
  demand(!isOpen, "says that objects are lost, though it could be opened");
  const written = new Set([...log.states.values()].flat().map((object) => JSON.stringify(object)));
  demand(
    objects.every((object) => written.has(JSON.stringify(object))),
    "has what was never written",
  );
  demand(revision > log.revision, "gives lost revisions out again");
  return "refused, repaired with losses";
}
