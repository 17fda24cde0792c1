import { cpSync, existsSync, mkdirSync, renameSync } from "node:fs";
import { basename, join } from "node:path";
import { BackendError } from "../../apiserver/storage/backend/backend-error.ts";
import type { BackendSegment } from "../../apiserver/storage/backend/backend.ts";
import { startOfLog } from "../../apiserver/storage/backend/log-chain.ts";
import { lastRevision } from "../../apiserver/storage/backend/replay.ts";
import {
  inSegments,
  salvage,
  type FoundBatch,
  type FoundCheckpoint,
  type FoundLog,
} from "../../apiserver/storage/backend/salvage.ts";
import { toBackendError } from "./file-backend.ts";
import { writeCheckpointFile } from "./file-checkpoint.ts";
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
import { nextRecord, scanFile, scanFrom, valueOf, type FileRecord, type FileScan } from "./file-format.ts";
import { LeaderFile, nobody, type Leader } from "./file-leader.ts";
import { takeLock } from "./file-lock.ts";
import { isBatch, isWholeCheckpoint, readFolder, toBatch } from "./file-state.ts";
import { readWhole } from "./read-whole.ts";

/** A part of a file that cannot be read. */
interface LostPart {
  readonly path: string;
  readonly offset: number;
  readonly bytes: number;
  readonly why: string;
  /** Whether it looks like the rest of a group commit that was not written to its end, and so not acknowledged. */
  readonly torn: boolean;
}

/** All complete records of a file, with any damage between them skipped. */
interface Salvaged extends Pick<FileScan, "header" | "first"> {
  readonly records: readonly FileRecord[];
  readonly lost: readonly LostPart[];
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
  const state = salvage(findLog(folder, leader));
  const copy = copyFiles(folder, now);
  const { revision } = state;
  const end = { ...((state.isLess ? undefined : leader?.end) ?? startOfLog), revision };
  const unfinished = folder.numbered(unfinishedPrefix, 0);
  await writeCheckpointFile(unfinished, end, inSegments(state.objects), { synced: true, isOwn: false });
  renameSync(unfinished, folder.numbered(checkpointPrefix, revision));
  folder.flush();
  folder.remove(folder.path(leaderName));
  const file = new LeaderFile(folder.path(leaderName));
  file.write({ ...nobody, epoch: leader?.epoch ?? 0, revision, compacted: revision, checkpoint: revision, end });
  file.flush();
  file.close();
  for (const number of folder.numbers(logPrefix)) folder.remove(folder.numbered(logPrefix, number));
  for (const number of folder.numbers(checkpointPrefix))
    if (number !== revision) folder.remove(folder.numbered(checkpointPrefix, number));
  folder.flush();
  return [...state.findings, `The files as they were are in ${copy}.`];
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

/** Reads what can be read of a folder. */
function findLog(folder: StorageFolder, leader: Leader | undefined): FoundLog {
  const findings: string[] = leader === undefined ? [`${folder.path(leaderName)} cannot be read.`] : [];
  const checkpoints = new Map<number, FoundCheckpoint>();
  for (const named of folder.numbers(checkpointPrefix)) {
    const path = folder.numbered(checkpointPrefix, named);
    const checkpoint = findCheckpoint(path, named, findings);
    const { revision } = checkpoint.position;
    if (revision !== named) findings.push(`${path} is the checkpoint of revision ${revision}.`);
    if (checkpoints.get(revision)?.isWhole !== true) checkpoints.set(revision, checkpoint);
  }
  const batches = new Map<number, FoundBatch>();
  const unread: number[] = [];
  let known = Math.max(
    leader?.revision ?? 0,
    leader?.compacted ?? 0,
    leader?.checkpoint ?? 0,
    leader?.end?.revision ?? 0,
  );
  for (const number of folder.numbers(logPrefix)) {
    const { header, records, lost } = salvageFile(folder.numbered(logPrefix, number));
    findings.push(...lost.map(describeLost));
    known = Math.max(known, header?.after ?? 0);
    for (const part of lost)
      if (!part.torn) unread.push(lastBefore(part, records) ?? header?.after ?? [...batches.keys()].at(-1) ?? 0);
    // The records of a file whose header cannot be read are of the same format, unless the folder is of an earlier one.
    const isCounted = header === undefined ? leader?.layout === 3 : header.place !== undefined;
    for (const record of records.filter(isBatch)) {
      const batch = toBatch(record);
      batches.set(lastRevision(batch), { batch, digest: isCounted ? record.digest : undefined });
    }
  }
  const revisions = [...checkpoints.keys(), ...batches.keys()];
  return {
    checkpoints: [...checkpoints.values()].sort((a, b) => a.position.revision - b.position.revision),
    batches: [...batches].sort(([a], [b]) => a - b).map(([, batch]) => batch),
    end: leader?.end,
    known: revisions.reduce((a, b) => Math.max(a, b), known),
    findings,
    unread,
  };
}

/** Returns the revision of the last group commit before a part that cannot be read; undefined if there is none. */
function lastBefore({ offset }: LostPart, records: readonly FileRecord[]): number | undefined {
  const last = records.findLast((record) => record.offset < offset && isBatch(record));
  return last && lastRevision(toBatch(last));
}

/** Reads a checkpoint. Where its header cannot be read, its name says of which revision it is. */
function findCheckpoint(path: string, named: number, findings: string[]): FoundCheckpoint {
  const { header, records, lost, first } = salvageFile(path);
  const isWhole = lost.length === 0 && (first ? records.length > 0 : isWholeCheckpoint(records));
  findings.push(...lost.map(describeLost), ...(isWhole ? [] : [`${path} is not whole.`]));
  const revision = header?.after ?? (Number.isSafeInteger(named) ? named : 0);
  return {
    position: header?.place ?? { ...startOfLog, revision },
    segments: records.map(valueOf).filter(isSegment),
    isWhole,
  };
}

function salvageFile(path: string): Salvaged {
  const content = readWhole(path);
  const { header, records, damage, first } = scanFile(content, true);
  const all = [...records];
  const lost: LostPart[] = [];
  for (let found = damage; found !== undefined;) {
    const next = nextRecord(content, found.offset + 1, first);
    const { offset, why } = found;
    const torn = found.torn && next === undefined && header?.synced === true;
    lost.push({ path, offset, bytes: (next ?? content.length) - offset, why, torn });
    if (next === undefined) break;
    const more = scanFrom(content, next, first);
    all.push(...more.records);
    found = more.damage;
  }
  return { header, first, records: all, lost };
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
