import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { BackendError } from "../../apiserver/storage/backend/backend-error.ts";
import type { BackendObject, BackendSegment, LoggedBatch } from "../../apiserver/storage/backend/backend.ts";
import { lastRevision, replay } from "../../apiserver/storage/backend/replay.ts";
import { retain } from "../../apiserver/storage/backend/retention.ts";
import { scanFile, valueOf, type FileRecord, type FileScan } from "./file-format.ts";
import { checkpointPrefix, logPrefix, type StorageFolder } from "./file-folder.ts";
import type { Leader } from "./file-leader.ts";

/** A log that is not written to any more. */
export interface ClosedLog {
  readonly number: number;
  /** The revision of its last group commit, or of the last one before it. */
  readonly last: number;
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
  /** The last revision that is in a log or checkpoint. */
  readonly logged: number;
  readonly torn: TornTail | undefined;
}

/** What follows the segments of a checkpoint, so that one that lost its end is noticed. */
export interface CheckpointEnd {
  readonly segments: number;
}

export const newCorrupt = (path: string, offset: number, why: string): BackendError =>
  new BackendError(
    "Corrupt",
    `${path} is damaged at byte ${offset}: ${why}. Nothing was changed. Restore the folder from a copy, or keep what can be read with: npm run serve -- repair --storage DIR`,
  );

/**
 * Reads the newest state and checks every file. Only the tail of the last log may be torn; throws Corrupt for any other
 * damage, and changes nothing.
 */
export function readFolder(folder: StorageFolder, leader: Leader): FolderState {
  const mayBeFirst = leader.layout === 1;
  const checkpoints = folder.numbers(checkpointPrefix);
  const newest = checkpoints.at(-1) ?? 0;
  if (newest < leader.checkpoint)
    throw newCorrupt(folder.numbered(checkpointPrefix, leader.checkpoint), 0, "the file is missing");
  const segments = checkpoints.map((revision) => {
    const path = folder.numbered(checkpointPrefix, revision);
    return readCheckpoint(path, scanFile(readFileSync(path), mayBeFirst), revision === newest);
  });
  const { base } = retain(checkpoints, leader.compacted);
  const reader = new LogReader(folder, newest, mayBeFirst ? Infinity : base, mayBeFirst);
  const numbers = folder.numbers(logPrefix);
  for (const number of numbers) reader.read(number, number === numbers.at(-1));
  return {
    checkpoints,
    logs: reader.logs,
    objects: replay(segments.at(-1) ?? [], reader.batches),
    logged: Math.max(newest, reader.last),
    torn: reader.torn,
  };
}

/** The segments of a checkpoint; parsed only where they are wanted. */
function readCheckpoint(path: string, scan: FileScan, isWanted: boolean): readonly BackendSegment[] {
  const { records, damage, first } = scan;
  if (damage !== undefined) throw newCorrupt(path, damage.offset, damage.why);
  if (first) return isWanted ? records.map(toSegment) : [];
  const end = records.at(-1);
  const { segments } = end === undefined ? { segments: -1 } : (valueOf(end) as CheckpointEnd);
  if (segments !== records.length - 1) throw newCorrupt(path, end?.offset ?? 0, "its end is missing");
  return isWanted ? records.slice(0, -1).map(toSegment) : [];
}

export const toSegment = (record: FileRecord): BackendSegment => valueOf(record) as BackendSegment;
export const toBatch = (record: FileRecord): LoggedBatch => valueOf(record) as LoggedBatch;

/** Reads logs in order and notes whether one is missing between them. */
class LogReader {
  readonly #folder: StorageFolder;
  readonly #newest: number;
  readonly #mayBeFirst: boolean;
  readonly logs: ClosedLog[] = [];
  /** Group commits above the newest checkpoint. */
  readonly batches: LoggedBatch[] = [];
  torn: TornTail | undefined;
  last = 0;
  /** The highest revision that may stand before the first log. */
  readonly #base: number;

  constructor(folder: StorageFolder, newest: number, base: number, mayBeFirst: boolean) {
    this.#folder = folder;
    this.#newest = newest;
    this.#base = base;
    this.#mayBeFirst = mayBeFirst;
  }

  read(number: number, isLast: boolean): void {
    const path = this.#folder.numbered(logPrefix, number);
    const content = readFileSync(path);
    const { header, records, damage } = scanFile(content, this.#mayBeFirst);
    if (damage !== undefined) {
      if (!isLast || !damage.torn) throw newCorrupt(path, damage.offset, damage.why);
      const { offset, why } = damage;
      this.torn = { path, offset, bytes: content.length - offset, why, synced: header?.synced ?? true };
    }
    if (header !== undefined) this.#checkOrder(path, header.after);
    for (const record of records) this.#take(record);
    this.logs.push({ number, last: this.last });
  }

  #checkOrder(path: string, after: number): void {
    const isGap = this.logs.length === 0 ? after > this.#base : after !== this.last;
    if (isGap) throw newCorrupt(path, 0, `group commits up to revision ${after}, which stood before it, are missing`);
    if (this.logs.length === 0) this.last = after;
  }

  #take(record: FileRecord): void {
    if (record.revision !== undefined && record.revision <= this.#newest) {
      this.last = record.revision;
      return;
    }
    const batch = toBatch(record);
    this.last = record.revision ?? lastRevision(batch);
    if (this.last > this.#newest) this.batches.push(batch);
  }
}

/** What a report says of a tail that is cut off. */
export const describeTorn = ({ path, offset, bytes, why }: TornTail): string =>
  `${path}: cut off ${bytes} bytes at byte ${offset} (${basename(path)}: ${why}). ` +
  "This is what a crash leaves in the middle of a write.";
