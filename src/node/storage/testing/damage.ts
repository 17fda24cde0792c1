import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Backend, BackendObject, LoggedBatch } from "../../../apiserver/storage/backend/backend.ts";
import { BackendError } from "../../../apiserver/storage/backend/backend-error.ts";
import { applyBatch } from "../../../apiserver/storage/backend/replay.ts";
import { openFileBackend } from "../file-backend.ts";
import { repairFolder } from "../file-repair.ts";

/** A deterministic source of random choices. */
interface Chance {
  below(end: number): number;
  oneIn(times: number): boolean;
}

/** A folder with the expected state at each of its revisions. */
export interface RecordedFolder {
  readonly directory: string;
  readonly revision: number;
  /** All objects after each group commit, by revision. */
  readonly states: ReadonlyMap<number, readonly BackendObject[]>;
  readonly history: readonly LoggedBatch[];
}

/** The outcome of opening a damaged folder. */
export type Verdict = "whole" | "cut, and said so" | "refused, repaired whole" | "refused, repaired with losses";

const byKey = (a: BackendObject, b: BackendObject): number => (a.key < b.key ? -1 : 1);
const sorted = (objects: Iterable<BackendObject>): readonly BackendObject[] => [...objects].sort(byKey);

async function historyOf(backend: Backend): Promise<readonly LoggedBatch[]> {
  const batches: LoggedBatch[] = [];
  for await (const portion of backend.history().batches()) batches.push(...portion);
  return batches;
}

/** Writes to a folder over several openings, with checkpoints in between, so that it contains files of all kinds. */
export async function recordFolder(chance: Chance): Promise<RecordedFolder> {
  const directory = mkdtempSync(join(tmpdir(), "kubepad-damage-"));
  const states = new Map<number, readonly BackendObject[]>();
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
    const backend = await openFileBackend({ directory });
    await backend.load();
    for (let at = 0; at < 12; at++) await write(backend);
    const segments = [sorted(state.values()).slice(0, 5), sorted(state.values()).slice(5)];
    if (opening < 3) await backend.checkpoint({ revision, compacted: Math.max(0, revision - 50), segments });
    for (let at = 0; at < 4; at++) await write(backend);
    await backend.close();
  }
  const backend = await openFileBackend({ directory });
  await backend.load();
  const history = await historyOf(backend);
  await backend.close();
  return { directory, revision, states, history };
}

/** Flips a bit or zeroes a block of one of the files. */
function damageOneFile(chance: Chance, directory: string): void {
  const names = readdirSync(directory);
  const path = join(directory, names[chance.below(names.length)] ?? "");
  const content = readFileSync(path);
  const at = chance.below(content.length);
  if (chance.oneIn(2)) content.writeUInt8(content.readUInt8(at) ^ (1 << chance.below(8)), at);
  else content.fill(0, at, Math.min(content.length, at + 1 + chance.below(512)));
  writeFileSync(path, content);
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function demand(isTrue: boolean, what: string): asserts isTrue {
  if (!isTrue) throw new Error(what);
}

/** Damages a copy of a folder and opens it. Throws if data is missing without a report. */
export async function damageAndOpen(folder: RecordedFolder, chance: Chance): Promise<Verdict> {
  const directory = mkdtempSync(join(tmpdir(), "kubepad-damage-"));
  try {
    cpSync(folder.directory, directory, { recursive: true });
    damageOneFile(chance, directory);
    return await openDamaged(folder, directory);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

async function openDamaged(folder: RecordedFolder, directory: string): Promise<Verdict> {
  const reports: string[] = [];
  let backend: Backend | undefined;
  try {
    backend = await openFileBackend({ directory, unsafeNoFsync: true, report: (message) => reports.push(message) });
    const { objects, revision } = await backend.load();
    demand(same(sorted(objects), folder.states.get(revision)), `not the state of revision ${revision}`);
    const history = await historyOf(backend);
    demand(same(history, folder.history.slice(0, history.length)), "not the history that was written");
    if (revision === folder.revision && same(history, folder.history)) return "whole";
    demand(reports.length > 0, `silently back to revision ${revision}`);
    return "cut, and said so";
  } catch (error) {
    if (!(error instanceof BackendError)) throw error;
    demand(error.message.includes(directory), `does not say where: ${error.message}`);
  } finally {
    await backend?.close();
  }
  return repairDamaged(folder, directory);
}

async function repairDamaged(folder: RecordedFolder, directory: string): Promise<Verdict> {
  const lines = await repairFolder(directory, new Date(0));
  const backend = await openFileBackend({ directory, unsafeNoFsync: true });
  const { objects, revision } = await backend.load();
  await backend.close();
  demand(revision >= folder.revision, `goes on from ${revision} after the repair`);
  if (lines.some((line) => line.startsWith("Lost: no object"))) {
    demand(same(sorted(objects), folder.states.get(folder.revision)), "lost objects and denied it");
    return "refused, repaired whole";
  }
  const written = new Set([...folder.states.values()].flat().map((object) => JSON.stringify(object)));
  demand(
    objects.every((object) => written.has(JSON.stringify(object))),
    "has what was never written",
  );
  demand(revision > folder.revision, "gives lost revisions out again");
  return "refused, repaired with losses";
}
