import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import {
  reservation,
  type Backend,
  type BackendBatch,
  type BackendCheckpoint,
  type BackendObject,
  type BackendState,
  type BackendUsage,
} from "../apiserver/storage/backend/backend.ts";
import { BackendError, newClosed, newEpochChanged } from "../apiserver/storage/backend/backend-error.ts";
import { replay } from "../apiserver/storage/backend/replay.ts";
import { LeaderFile, type Leader } from "./file-leader.ts";
import { takeLock } from "./file-lock.ts";
import { cutLog, encodeRecord, LogWriter, readLog } from "./file-log.ts";

export interface FileBackendOptions {
  /** The folder; made where it is missing. */
  readonly directory: string;
  /** Flush every group commit to the disk: survives a power failure, not only the end of the process. */
  readonly fsync?: boolean | undefined;
  /** Ignore the lock of another process: it can write no more from then on. */
  readonly takeOver?: boolean | undefined;
}

/** A group commit as it stands in a log. */
type LoggedBatch = Pick<BackendBatch, "revision" | "writes">;

const logPrefix = "log-";
const checkpointPrefix = "checkpoint-";
/** A checkpoint that is being written: by epoch, since a frozen leader may go on writing to its own. */
const unfinishedPrefix = "unfinished-";

const numbered = (prefix: string, number: number): string => prefix + String(number).padStart(16, "0");

function toBackendError(err: unknown): BackendError {
  if (err instanceof BackendError) return err;
  const message = err instanceof Error ? err.message : String(err);
  const full = err instanceof Error && "code" in err && (err.code === "ENOSPC" || err.code === "EDQUOT");
  if (full) return new BackendError("QuotaExceeded", `The disk is full: ${message}`, { cause: err });
  return new BackendError("Aborted", `The disk refused: ${message}`, { cause: err });
}

/** Opens a folder for leadership: an append-only log, replaced by checkpoints now and then. */
export function openFileBackend(options: FileBackendOptions): Promise<Backend> {
  return guard(async () => new FileBackend(options));
}

async function guard<R>(act: () => Promise<R>): Promise<R> {
  try {
    return await act();
  } catch (err) {
    throw toBackendError(err);
  }
}

class FileBackend implements Backend {
  readonly kind = "file";
  readonly persistent = true;
  readonly #directory: string;
  readonly #fsync: boolean;
  readonly #unlock: () => void;
  readonly #leaderFile: LeaderFile;
  /** What was stored before this opening. */
  readonly #before: Leader;
  readonly #epoch: number;
  /** The number of the log that is written to. */
  #sequence: number;
  #log: LogWriter | undefined;
  #closed = false;

  constructor({ directory, fsync = false, takeOver = false }: FileBackendOptions) {
    mkdirSync(directory, { recursive: true });
    this.#directory = directory;
    this.#fsync = fsync;
    this.#unlock = takeLock(join(directory, "lock"), takeOver);
    this.#leaderFile = new LeaderFile(join(directory, "leader"));
    try {
      this.#before = this.#leaderFile.read();
    } catch (err) {
      this.#release();
      throw err;
    }
    this.#epoch = this.#before.epoch + 1;
    this.#sequence = (this.#numbers(logPrefix).at(-1) ?? 0) + 1;
    this.#writeLeader(this.#before.reserved + reservation);
  }

  load(): Promise<BackendState> {
    return guard(async () => {
      this.#check();
      this.#clean();
      const checkpoint = this.#numbers(checkpointPrefix).at(-1);
      const segments = checkpoint === undefined ? [] : this.#readCheckpoint(checkpoint);
      const batches = this.#readLogs(checkpoint ?? 0);
      const revision = Math.max(this.#before.reserved, checkpoint ?? 0, batches.at(-1)?.revision ?? 0);
      if (revision > this.#before.reserved) this.#writeLeader(revision + reservation);
      return { revision, reserved: revision + reservation, objects: replay(segments, batches) };
    });
  }

  append({ revision, reserve, writes }: BackendBatch): Promise<void> {
    return guard(async () => {
      this.#check();
      if (reserve !== undefined) this.#writeLeader(reserve);
      if (writes.length === 0) return;
      this.#log ??= new LogWriter(this.#path(logPrefix, this.#sequence), this.#fsync);
      const batch: LoggedBatch = { revision, writes };
      await this.#log.append(encodeRecord(batch));
    });
  }

  checkpoint({ revision, segments }: BackendCheckpoint): Promise<void> {
    return guard(async () => {
      this.#check();
      const obsolete = this.#sequence++;
      this.#log?.close();
      this.#log = undefined;
      const unfinished = this.#path(unfinishedPrefix, this.#epoch);
      await writeRecords(unfinished, segments);
      this.#check();
      renameSync(unfinished, this.#path(checkpointPrefix, revision));
      await this.#flushDirectory();
      this.#forget(revision, obsolete);
    });
  }

  async usage(): Promise<BackendUsage> {
    let usage = 0;
    for (const name of readdirSync(this.#directory))
      usage += statSync(join(this.#directory, name), { throwIfNoEntry: false })?.size ?? 0;
    return { usage };
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#release();
  }

  #release(): void {
    this.#log?.close();
    this.#leaderFile.close();
    this.#unlock();
  }

  /** Reads the stored epoch: whoever else opened the folder has raised it. */
  #check(): void {
    if (this.#closed) throw newClosed();
    if (this.#leaderFile.read().epoch !== this.#epoch) throw newEpochChanged();
    if (this.#log?.broken === true)
      throw new BackendError(
        "ConnectionLost",
        "The log could not be written to the end. Restart to see what is in it.",
      );
  }

  #writeLeader(reserved: number): void {
    this.#leaderFile.write({ epoch: this.#epoch, reserved });
    if (this.#fsync) this.#leaderFile.flush();
  }

  #path(prefix: string, number: number): string {
    return join(this.#directory, numbered(prefix, number));
  }

  /** The numbers in the names of files with a prefix, ascending. */
  #numbers(prefix: string): number[] {
    const names = readdirSync(this.#directory).filter((name) => name.startsWith(prefix));
    return names.map((name) => Number(name.slice(prefix.length))).sort((a, b) => a - b);
  }

  #readCheckpoint(revision: number): readonly (readonly BackendObject[])[] {
    const path = this.#path(checkpointPrefix, revision);
    const { values, wholeBytes, bytes } = readLog(path);
    if (wholeBytes < bytes) throw new BackendError("Corrupt", `The checkpoint ${path} is damaged.`);
    return values as BackendObject[][];
  }

  /**
   * All batches after a revision, oldest first. A torn tail is what was being written when the process ended: nobody
   * was told of it.
   */
  #readLogs(after: number): LoggedBatch[] {
    const batches: LoggedBatch[] = [];
    for (const number of this.#numbers(logPrefix)) {
      if (number >= this.#sequence) break;
      const path = this.#path(logPrefix, number);
      const { values, wholeBytes, bytes } = readLog(path);
      if (wholeBytes < bytes) cutLog(path, wholeBytes);
      for (const batch of values as LoggedBatch[]) if (batch.revision > after) batches.push(batch);
    }
    return batches;
  }

  /** Removes what earlier leaders began and did not finish. */
  #clean(): void {
    for (const epoch of this.#numbers(unfinishedPrefix))
      if (epoch < this.#epoch) rmSync(this.#path(unfinishedPrefix, epoch), { force: true });
  }

  /** Removes what a checkpoint has made superfluous. */
  #forget(checkpoint: number, lastLog: number): void {
    for (const number of this.#numbers(logPrefix))
      if (number <= lastLog) rmSync(this.#path(logPrefix, number), { force: true });
    for (const number of this.#numbers(checkpointPrefix))
      if (number < checkpoint) rmSync(this.#path(checkpointPrefix, number), { force: true });
  }

  /** Makes the renaming of a file durable, where the system can. */
  async #flushDirectory(): Promise<void> {
    const directory = await open(this.#directory, "r").catch(() => undefined);
    await directory?.sync().catch(() => undefined);
    await directory?.close();
  }
}

async function writeRecords(path: string, values: Iterable<unknown>): Promise<void> {
  const file = await open(path, "w");
  try {
    for (const value of values) await file.writeFile(encodeRecord(value));
    await file.sync();
  } finally {
    await file.close();
  }
}
