import { basename } from "node:path";
import { messageOf } from "../../apimachinery/message-of.ts";
import { BackendError } from "../../apiserver/storage/backend/backend-error.ts";
import type { BackendObject, BackendSegment, LoggedBatch } from "../../apiserver/storage/backend/backend.ts";
import {
  addSegment,
  isSamePlace,
  LogFollower,
  startOfLog,
  type LogPosition,
} from "../../apiserver/storage/backend/log-chain.ts";
import { lastRevision, replay } from "../../apiserver/storage/backend/replay.ts";
import { retain } from "../../apiserver/storage/backend/retention.ts";
import { scanFile, valueOf, type FileHeader, type FileRecord, type FileScan } from "./file-format.ts";
import { checkpointPrefix, logPrefix, type StorageFolder } from "./file-folder.ts";
import type { Leader } from "./file-leader.ts";
import { readBatch, readSegment } from "./logged-writes.ts";
import { isOfOwnForm, type OfForm } from "./text-form.ts";
import { readWhole } from "./read-whole.ts";

/** A log that is not written to any more. */
export interface ClosedLog {
  readonly number: number;
  /** The revision of its last group commit, or of the last one before it. */
  readonly last: number;
  /** Set for a log that could be neither begun nor removed. */
  readonly isEmpty?: boolean;
}

/** The end of the last log, which a crash left unfinished. */
export interface TornTail {
  readonly path: string;
  readonly offset: number;
  readonly bytes: number;
  readonly why: string;
  /**
   * Whether group commits were flushed before they were acknowledged, so that truncated data was never acknowledged.
   */
  readonly synced: boolean;
}

/** What a folder holds. */
export interface FolderState {
  readonly checkpoints: readonly number[];
  readonly logs: readonly ClosedLog[];
  readonly objects: readonly BackendObject[];
  /** The place behind the last group commit. Its revision is the last one that is in a log or checkpoint. */
  readonly end: LogPosition;
  readonly torn: TornTail | undefined;
}

/** What follows the segments of a checkpoint, so that one that lost its end is noticed. */
export interface CheckpointEnd {
  readonly segments: number;
  /** The checksum over the segments; absent in checkpoints of the second format. */
  readonly content?: number | undefined;
}

/** Returns what stands at the end of a checkpoint; undefined if that is missing. */
function endOf(records: readonly FileRecord[]): (CheckpointEnd & OfForm) | undefined {
  const last = records.at(-1);
  const end = last === undefined ? undefined : valueOf(last);
  return typeof end === "object" && end !== null && "segments" in end ? (end as CheckpointEnd) : undefined;
}

/** Returns the segments of a checkpoint that has its end. */
export function segmentsOf(records: readonly FileRecord[]): readonly BackendSegment[] {
  const isOwn = isOfOwnForm(endOf(records) ?? {});
  return records.slice(0, -1).map((record) => toSegment(record, isOwn));
}

export const newCorrupt = (path: string, offset: number, why: string): BackendError =>
  new BackendError(
    "Corrupt",
    `${path} is damaged at byte ${offset}: ${why}. Nothing was changed. Restore the folder from a copy, or keep what can be read with: npm run serve -- repair --storage DIR`,
  );

/**
 * Reads the newest state and checks every file. Only the tail of the last log may be torn, behind the place that the
 * log has reached for certain; throws Corrupt for any other damage, and changes nothing.
 */
export function readFolder(folder: StorageFolder, leader: Leader): FolderState {
  const mayBeFirst = leader.layout === 1;
  const revisions = folder.numbers(checkpointPrefix);
  const newest = revisions.at(-1) ?? 0;
  if (leader.checkpoint !== 0 && !revisions.includes(leader.checkpoint))
    throw newCorrupt(folder.numbered(checkpointPrefix, leader.checkpoint), 0, "the file is missing");
  const checkpoints = revisions.map((revision) => {
    const path = folder.numbered(checkpointPrefix, revision);
    return readCheckpoint(path, scanFile(readBytes(path), mayBeFirst), revision, revision === newest);
  });
  const { base } = retain(revisions, leader.compacted);
  const reader = new LogReader(folder, leader, checkpoints, mayBeFirst ? Infinity : base);
  const numbers = folder.numbers(logPrefix);
  for (const number of numbers) reader.read(number, number === numbers.at(-1));
  return {
    checkpoints: revisions,
    logs: reader.logs,
    objects: replay(checkpoints.at(-1)?.segments ?? [], reader.batches),
    end: reader.finish(),
    torn: reader.torn,
  };
}

/** Whether this process, or all together, have too many files open, which says nothing of the file. */
export const isOutOfDescriptors = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "EMFILE" || error.code === "ENFILE");

/** Reads a file. One that cannot be read is damaged. */
export function readBytes(path: string): Buffer {
  try {
    return readWhole(path);
  } catch (cause) {
    if (isOutOfDescriptors(cause)) throw cause;
    throw newCorrupt(path, 0, messageOf(cause));
  }
}

/** A checkpoint that is whole. */
interface ReadCheckpoint {
  readonly revision: number;
  readonly place: LogPosition | undefined;
  /** Parsed only where they are wanted. */
  readonly segments: readonly BackendSegment[];
}

function readCheckpoint(path: string, scan: FileScan, revision: number, isWanted: boolean): ReadCheckpoint {
  const { header, records, damage, first } = scan;
  if (damage !== undefined) throw newCorrupt(path, damage.offset, damage.why);
  if (first)
    return { revision, place: undefined, segments: isWanted ? records.map((record) => toSegment(record, false)) : [] };
  if (header?.after !== revision) throw newCorrupt(path, 0, `it is the checkpoint of revision ${header?.after}`);
  if (!isWholeCheckpoint(records)) throw newCorrupt(path, records.at(-1)?.offset ?? 0, "its end is missing");
  return { revision, place: header.place, segments: isWanted ? segmentsOf(records) : [] };
}

/** Whether a checkpoint has its end and all segments before it. */
export function isWholeCheckpoint(records: readonly FileRecord[]): boolean {
  const end = endOf(records);
  if (end === undefined) return false;
  const { segments, content } = end;
  const found = records.slice(0, -1);
  const sum = found.reduce((before, { digest }) => addSegment(before, digest), 0);
  return segments === found.length && (content === undefined || content === sum);
}

const toSegment = (record: FileRecord, isOwn: boolean): BackendSegment => readSegment(record, isOwn) as BackendSegment;
export const toBatch = (record: FileRecord): LoggedBatch => readBatch(record) as LoggedBatch;

/** Whether a record holds a group commit: that of a file which another one replaced may not. */
export const isBatch = (record: FileRecord): boolean => {
  const value = valueOf(record);
  return typeof value === "object" && value !== null && Array.isArray(Reflect.get(value, "writes"));
};

/** Reads logs in order, and decides whether they are whole. */
class LogReader {
  readonly #folder: StorageFolder;
  readonly #leader: Leader;
  readonly #mayBeFirst: boolean;
  readonly #newest: number;
  /** Checkpoints whose place in the log was not passed yet. */
  readonly #ahead: ReadCheckpoint[];
  /** The highest revision that may stand before the first log. */
  readonly #base: number;
  #follower: LogFollower;
  /** Whether a log was read. */
  #hasBegun = false;
  readonly logs: ClosedLog[] = [];
  /** Group commits above the newest checkpoint. */
  readonly batches: LoggedBatch[] = [];
  torn: TornTail | undefined;

  constructor(folder: StorageFolder, leader: Leader, checkpoints: readonly ReadCheckpoint[], base: number) {
    const newest = checkpoints.at(-1);
    this.#folder = folder;
    this.#leader = leader;
    this.#mayBeFirst = leader.layout === 1;
    this.#newest = newest?.revision ?? 0;
    this.#ahead = [...checkpoints];
    this.#base = base;
    this.#follower = this.#followFrom(newest?.place ?? { ...startOfLog, revision: this.#newest });
  }

  read(number: number, isLast: boolean): void {
    const path = this.#folder.numbered(logPrefix, number);
    const content = readBytes(path);
    const { header, records, damage } = scanFile(content, this.#mayBeFirst);
    if (damage?.offset === 0 && damage.torn && !isLast && !this.#mayBeFirst) {
      // It was never begun: the next log tells whether group commits before it are missing.
      this.logs.push({ number, last: this.#follower.position.revision, isEmpty: true });
      return;
    }
    if (header !== undefined) this.#begin(path, header);
    else if (this.#mayBeFirst && !this.#hasBegun) this.#follower = this.#followFrom(startOfLog);
    this.#hasBegun = true;
    for (const record of records) this.#take(path, record, header?.place !== undefined);
    if (damage !== undefined) {
      const { offset, why } = damage;
      // What was acknowledged for certain is there, or was acknowledged before it was flushed.
      const mayBeTorn = this.#leader.end === undefined || this.#follower.reachedEnd || !this.#leader.synced;
      if (!isLast || !damage.torn || !mayBeTorn) throw newCorrupt(path, offset, why);
      const synced = header?.synced ?? this.#leader.synced;
      this.torn = { path, offset, bytes: content.length - offset, why, synced };
    }
    this.logs.push({ number, last: this.#follower.position.revision });
  }

  /** Checks that the end of the log was reached, and returns it. */
  finish(): LogPosition {
    this.#passTo(Infinity);
    const { position } = this.#follower;
    const problem = this.torn === undefined && this.#leader.end !== undefined ? this.#follower.finish() : undefined;
    if (problem !== undefined) throw newCorrupt(this.#lastPath(), 0, problem);
    return { ...position, revision: Math.max(this.#newest, position.revision) };
  }

  #lastPath(): string {
    const last = this.logs.at(-1);
    return last === undefined ? this.#folder.directory : this.#folder.numbered(logPrefix, last.number);
  }

  #followFrom(place: LogPosition): LogFollower {
    return new LogFollower(place, this.#leader.end ?? startOfLog);
  }

  #begin(path: string, { after, place }: FileHeader): void {
    const { position } = this.#follower;
    const isFirst = !this.#hasBegun;
    if (isFirst ? after > this.#base : after !== position.revision)
      throw newCorrupt(path, 0, `group commits up to revision ${after}, which stood before it, are missing`);
    if (isFirst) this.#follower = this.#followFrom(place ?? { ...startOfLog, revision: after });
    else if (place !== undefined && !isSamePlace(place, position))
      throw newCorrupt(path, 0, `the ${place.batches} group commits before it are not those that were written`);
  }

  #take(path: string, record: FileRecord, isCounted: boolean): void {
    const isNew = record.revision === undefined || record.revision > this.#newest;
    const batch = isNew ? toBatch(record) : undefined;
    if (batch !== undefined && !Array.isArray(batch.writes))
      throw newCorrupt(path, record.offset, "it holds no group commits");
    const revision = record.revision ?? (batch === undefined ? 0 : lastRevision(batch));
    this.#passTo(revision - 1);
    // Writes of the first layout that a checkpoint made obsolete may stand in any order.
    const problem =
      this.#mayBeFirst && revision <= this.#follower.position.revision
        ? undefined
        : this.#follower.take(revision, isCounted ? record.digest : undefined);
    if (problem !== undefined) throw newCorrupt(path, record.offset, problem);
    if (batch !== undefined && revision > this.#newest) this.batches.push(batch);
  }

  /** Checks the places of the checkpoints up to a revision. */
  #passTo(revision: number): void {
    for (let next = this.#ahead[0]; next !== undefined && next.revision <= revision; next = this.#ahead[0]) {
      this.#ahead.shift();
      if (next.place === undefined || (!this.#hasBegun && this.#follower.position.batches === 0)) continue;
      if (next.revision < this.#follower.position.revision || isSamePlace(next.place, this.#follower.position))
        continue;
      throw newCorrupt(
        this.#folder.numbered(checkpointPrefix, next.revision),
        0,
        "the group commits before it are not those that the log has",
      );
    }
  }
}

/** What a report says of a tail that is cut off. */
export const describeTorn = ({ path, offset, bytes, why }: TornTail): string =>
  `${path}: cut off ${bytes} bytes at byte ${offset} (${basename(path)}: ${why}). ` +
  "This is what a crash leaves in the middle of a write.";
