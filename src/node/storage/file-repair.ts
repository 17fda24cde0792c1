import { cpSync, existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { basename, join } from "node:path";
import { BackendError } from "../../apiserver/storage/backend/backend-error.ts";
import {
  segmentSize,
  type BackendObject,
  type BackendSegment,
  type LoggedBatch,
} from "../../apiserver/storage/backend/backend.ts";
import { applyBatch, lastRevision } from "../../apiserver/storage/backend/replay.ts";
import { revisionBump, toBackendError, writeCheckpointFile } from "./file-backend.ts";
import {
  checkpointPrefix,
  damagedPrefix,
  flushDirectory,
  leaderName,
  lockName,
  logPrefix,
  StorageFolder,
  unfinishedPrefix,
} from "./file-folder.ts";
import { nextRecord, scanFile, scanFrom, valueOf, type FileRecord } from "./file-format.ts";
import { LeaderFile, nobody, type Leader } from "./file-leader.ts";
import { takeLock } from "./file-lock.ts";
import { readFolder, toBatch } from "./file-state.ts";

/** A part of a file that cannot be read. */
interface LostPart {
  readonly path: string;
  readonly offset: number;
  readonly bytes: number;
  readonly why: string;
}

/** All complete records of a file, with any damage between them skipped. */
interface Salvaged {
  readonly records: readonly FileRecord[];
  readonly lost: readonly LostPart[];
}

/** The state recovered from a folder. */
interface SalvagedState {
  readonly objects: ReadonlyMap<string, BackendObject>;
  readonly revision: number;
  /** The findings, as user-facing sentences. */
  readonly findings: readonly string[];
  /** Whether acknowledged writes may be missing. */
  readonly isLess: boolean;
}

/**
 * Repairs a damaged folder so that it can be opened: copies its files, then writes the recovered state as a checkpoint.
 * Returns user-facing sentences on what was kept and lost.
 */
export async function repairFolder(directory: string, now: Date): Promise<readonly string[]> {
  if (!existsSync(directory)) throw new BackendError("Aborted", `There is no folder ${directory}.`);
  const folder = new StorageFolder(directory);
  const unlock = takeLock(folder.path(lockName), false);
  try {
    const leader = readLeader(folder);
    if (leader !== undefined && isWhole(folder, leader)) return [`${directory} is not damaged; nothing was changed.`];
    return await repair(folder, leader, now);
  } catch (err) {
    throw toBackendError(err);
  } finally {
    unlock();
  }
}

async function repair(folder: StorageFolder, leader: Leader | undefined, now: Date): Promise<readonly string[]> {
  const state = salvage(folder, leader);
  const copy = copyFiles(folder, now);
  const stored = Math.max(state.revision, leader?.revision ?? 0);
  const revision = state.isLess ? stored + revisionBump : stored;
  const unfinished = folder.numbered(unfinishedPrefix, 0);
  await writeCheckpointFile(unfinished, revision, inSegments(state.objects), true);
  renameSync(unfinished, folder.numbered(checkpointPrefix, revision));
  folder.flush();
  folder.remove(folder.path(leaderName));
  const file = new LeaderFile(folder.path(leaderName));
  file.write({ layout: 2, epoch: leader?.epoch ?? 0, revision, compacted: revision, checkpoint: revision });
  file.flush();
  file.close();
  for (const number of folder.numbers(logPrefix)) folder.remove(folder.numbered(logPrefix, number));
  for (const number of folder.numbers(checkpointPrefix))
    if (number !== revision) folder.remove(folder.numbered(checkpointPrefix, number));
  folder.flush();
  return [
    ...state.findings,
    `Kept: ${state.objects.size} objects as of revision ${state.revision}.`,
    ...(state.isLess
      ? [`Writes may be missing, so revisions go on from ${revision}: none is given out again.`]
      : ["Lost: no object; all acknowledged writes that the files tell of are there."]),
    `History begins at revision ${revision}: watches from older ones are answered with 410 (Expired).`,
    `The files as they were are in ${copy}.`,
  ];
}

/** Returns the leader record, or undefined if it cannot be read. */
function readLeader(folder: StorageFolder): Leader | undefined {
  const path = folder.path(leaderName);
  const unwritten = folder.isEmpty() ? nobody : undefined;
  if (!existsSync(path)) return unwritten;
  const file = new LeaderFile(path);
  try {
    return file.read() ?? unwritten;
  } catch (err) {
    if (err instanceof BackendError && err.code === "Corrupt") return undefined;
    throw err;
  } finally {
    file.close();
  }
}

function isWhole(folder: StorageFolder, leader: Leader): boolean {
  try {
    readFolder(folder, leader);
    return true;
  } catch (err) {
    if (err instanceof BackendError && err.code === "Corrupt") return false;
    throw err;
  }
}

/**
 * Recovers the state from the newest complete checkpoint and all later group commits. Without a complete checkpoint,
 * uses the readable part of the newest one.
 */
function salvage(folder: StorageFolder, leader: Leader | undefined): SalvagedState {
  const findings: string[] = leader === undefined ? [`${folder.path(leaderName)} cannot be read.`] : [];
  const checkpoints = folder.numbers(checkpointPrefix).map((revision) => {
    const path = folder.numbered(checkpointPrefix, revision);
    const { records, lost } = salvageFile(path);
    const isWhole = lost.length === 0 && hasEnd(records);
    findings.push(...lost.map(describeLost), ...(isWhole ? [] : [`${path} is not whole.`]));
    return { revision, segments: records.map(valueOf).filter(isSegment), isWhole };
  });
  const logs = folder.numbers(logPrefix).map((number) => salvageFile(folder.numbered(logPrefix, number)));
  for (const { lost } of logs) findings.push(...lost.map(describeLost));
  const batches = logs.flatMap(({ records }) => records.map(toBatch));
  const whole = checkpoints.findLast(({ isWhole }) => isWhole);
  const start = whole ?? checkpoints.at(-1);
  const objects = new Map<string, BackendObject>();
  const from = start?.revision ?? 0;
  if (whole === undefined) for (const batch of batches) if (lastRevision(batch) <= from) applyBatch(objects, batch);
  for (const segment of start?.segments ?? []) for (const object of segment) objects.set(object.key, object);
  const gaps = [...gapsAfter(from, batches)];
  for (const batch of batches) if (lastRevision(batch) > from) applyBatch(objects, batch);
  const isLess =
    leader === undefined ||
    gaps.length > 0 ||
    (whole === undefined && checkpoints.length > 0) ||
    (leader.checkpoint > from && leader.checkpoint > lastOf(batches)) ||
    lostAtEnd(logs);
  return {
    objects,
    revision: Math.max(from, lastOf(batches)),
    findings: [...findings, ...gaps],
    isLess,
  };
}

const lastOf = (batches: readonly LoggedBatch[]): number => {
  const last = batches.at(-1);
  return last === undefined ? 0 : lastRevision(last);
};

/** Whether there is unreadable data after the last readable group commit. */
function lostAtEnd(logs: readonly Salvaged[]): boolean {
  const last = logs.findLastIndex(({ records }) => records.length > 0);
  const end = logs[last]?.records.at(-1)?.offset ?? -1;
  return logs.some(({ lost }, i) => i >= last && lost.some(({ offset }) => i > last || offset > end));
}

/** Reports revisions that are missing between group commits. A failed write leaves such a gap as well. */
function* gapsAfter(from: number, batches: readonly LoggedBatch[]): IterableIterator<string> {
  let last = from;
  for (const batch of batches) {
    const first = batch.writes[0]?.revision ?? 0;
    if (lastRevision(batch) <= from) continue;
    if (first > last + 1) yield `Lost: the writes of revisions ${last + 1} to ${first - 1}, where there were any.`;
    last = lastRevision(batch);
  }
}

function salvageFile(path: string): Salvaged {
  const content = readFileSync(path);
  const { records, damage, first } = scanFile(content, true);
  const all = [...records];
  const lost: LostPart[] = [];
  for (let found = damage; found !== undefined;) {
    const next = nextRecord(content, found.offset + 1, first);
    lost.push({ path, offset: found.offset, bytes: (next ?? content.length) - found.offset, why: found.why });
    if (next === undefined) break;
    const more = scanFrom(content, next, first);
    all.push(...more.records);
    found = more.damage;
  }
  return { records: all, lost };
}

/** Whether a checkpoint is complete. One of the first format has no end marker. */
function hasEnd(records: readonly FileRecord[]): boolean {
  const last = records.at(-1);
  if (last === undefined || last.revision === undefined) return last !== undefined;
  const end = valueOf(last);
  return !isSegment(end) && Reflect.get(Object(end), "segments") === records.length - 1;
}

const isSegment = (value: unknown): value is BackendSegment => Array.isArray(value);

const describeLost = ({ path, offset, bytes, why }: LostPart): string =>
  `${basename(path)}: ${bytes} bytes at byte ${offset} cannot be read (${why}).`;

function copyFiles(folder: StorageFolder, now: Date): string {
  const copy = folder.path(`${damagedPrefix}${now.toISOString().replaceAll(/[:.]/g, "-")}`);
  mkdirSync(copy, { mode: 0o700 });
  for (const name of folder.dataFiles()) cpSync(folder.path(name), join(copy, name), { preserveTimestamps: true });
  flushDirectory(copy);
  folder.flush();
  return copy;
}

function* inSegments(objects: ReadonlyMap<string, BackendObject>): IterableIterator<BackendSegment> {
  const sorted = [...objects.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  for (let at = 0; at < sorted.length; at += segmentSize) yield sorted.slice(at, at + segmentSize);
}
