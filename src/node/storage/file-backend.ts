import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, readdirSync, renameSync, statSync } from "node:fs";
import { messageOf } from "../../apimachinery/message-of.ts";
import { BackendError, newClosed, newEpochChanged } from "../../apiserver/storage/backend/backend-error.ts";
import type {
  Backend,
  BackendBatch,
  BackendCheckpoint,
  BackendHistory,
  BackendSegment,
  BackendState,
  BackendUsage,
  LoggedBatch,
  TransformedTexts,
} from "../../apiserver/storage/backend/backend.ts";
import { advance, isSamePlace, startOfLog, type LogPosition } from "../../apiserver/storage/backend/log-chain.ts";
import { retain } from "../../apiserver/storage/backend/retention.ts";
import { revisionBump } from "../../apiserver/storage/backend/salvage.ts";
import { writeCheckpointFile } from "./file-checkpoint.ts";
import {
  checkpointPrefix,
  flushFile,
  leaderName,
  lockName,
  logPrefix,
  StorageFolder,
  unfinishedPrefix,
} from "./file-folder.ts";
import { digestOf, encodeRecord, scanFile } from "./file-format.ts";
import { LeaderFile, nobody, type Leader } from "./file-leader.ts";
import { takeLock } from "./file-lock.ts";
import { LogWriter } from "./file-log.ts";
import { formOf, type OfForm } from "./text-form.ts";
import {
  describeTorn,
  isOutOfDescriptors,
  newCorrupt,
  readBytes,
  readFolder,
  segmentsOf,
  toBatch,
  type ClosedLog,
  type TornTail,
} from "./file-state.ts";

/** Where and how a folder keeps objects. */
export interface FileBackendOptions {
  /** The storage folder; created if it does not exist. */
  readonly directory: string;
  /**
   * Acknowledge group commits before they are flushed to the disk: they survive the end of the process, but not a power
   * failure (etcd's flag of this name).
   */
  readonly unsafeNoFsync?: boolean | undefined;
  /** Ignore the lock of another process, which is then no longer able to write. */
  readonly takeOver?: boolean | undefined;
  /** Receives user-facing messages on what was truncated, ignored or could not be done. */
  readonly report?: ((message: string) => void) | undefined;
}

/** Nothing is encrypted: texts that another opening of the folder has encrypted cannot be read. */
const plainTexts: TransformedTexts = {
  isStale: () => false,
  problem: (_key, text) =>
    text.startsWith("k8s:enc:") ? "identity transformer tried to read encrypted data" : undefined,
};

export function toBackendError(err: unknown): BackendError {
  if (err instanceof BackendError) return err;
  const message = messageOf(err);
  const full = err instanceof Error && "code" in err && (err.code === "ENOSPC" || err.code === "EDQUOT");
  if (isOutOfDescriptors(err))
    return new BackendError(
      "Aborted",
      `This process has no file descriptors left, so nothing was written: ${message}`,
      { cause: err },
    );
  if (full) return new BackendError("QuotaExceeded", `The disk is full: ${message}`, { cause: err });
  return new BackendError("Aborted", `The disk refused: ${message}`, { cause: err });
}

/** Opens a folder as its leader. The folder holds an append-only log and periodic checkpoints. */
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
  readonly reopens = true;
  readonly transformed = plainTexts;
  readonly #folder: StorageFolder;
  readonly #synced: boolean;
  readonly #report: (message: string) => void;
  readonly #unlock: () => void;
  readonly #leaderFile: LeaderFile;
  #leader: Leader;
  /** The number of the current log. */
  #sequence = 1;
  #log: LogWriter | undefined;
  /** Logs that are no longer written to. */
  #logs: ClosedLog[] = [];
  #checkpoints: readonly number[] = [];
  /** The place behind the last group commit. Its revision is the last one that is in a log or checkpoint. */
  #end: LogPosition = startOfLog;
  /** Whether the leader file tells of that place, as far as this backend has reached it. */
  #isEndNoted = true;
  #closed = false;

  constructor({ directory, unsafeNoFsync = false, takeOver = false, report = () => undefined }: FileBackendOptions) {
    this.#folder = new StorageFolder(directory);
    this.#synced = !unsafeNoFsync;
    this.#report = report;
    this.#folder.secure();
    this.#unlock = takeLock(this.#folder.path(lockName), takeOver);
    try {
      this.#leaderFile = new LeaderFile(this.#folder.path(leaderName));
    } catch (err) {
      this.#unlock();
      throw err;
    }
    try {
      const before = this.#leaderFile.read() ?? (this.#folder.isEmpty() ? nobody : this.#missingLeader());
      this.#leader = { ...before, epoch: before.epoch + 1 };
      this.#sequence = (this.#folder.numbers(logPrefix).at(-1) ?? 0) + 1;
      this.#writeLeader({});
      this.#flushFolder();
    } catch (err) {
      this.#release();
      throw err;
    }
  }

  load(): Promise<BackendState> {
    return guard(async () => {
      this.#check();
      for (const name of this.#folder.strays()) this.#report(`${this.#folder.path(name)} is ignored: it is no log.`);
      const { checkpoints, logs, objects, end, torn } = readFolder(this.#folder, this.#leader);
      this.#clean();
      this.#checkpoints = checkpoints;
      this.#logs = logs.filter(({ number }) => number < this.#sequence);
      this.#end = end;
      if (torn !== undefined) this.#cut(torn);
      if (this.#leader.layout === 1) await this.#migrate(objects);
      if (this.#leader.layout === 2) this.#writeLeader({ layout: 3, end });
      this.#secureEnd();
      const { epoch, revision, compacted } = this.#leader;
      return { epoch, revision: Math.max(revision, this.#end.revision), compacted, objects };
    });
  }

  history(): BackendHistory {
    const { base } = retain(this.#checkpoints, this.#leader.compacted);
    const logs = this.#logs.filter(({ isEmpty }) => isEmpty !== true);
    return { batches: () => this.#batchesAfter(base, logs), objects: () => this.#segmentsOf(base) };
  }

  append({ revision, at, compact, writes, isOwn = false }: BackendBatch): Promise<void> {
    return guard(async () => {
      this.#check();
      if (compact !== undefined) this.#writeLeader({ compacted: Math.max(this.#leader.compacted, compact) });
      if (writes.length === 0) return;
      const batch: LoggedBatch & OfForm = { at, ...formOf(isOwn), writes };
      this.#log ??= this.#newLog();
      const record = encodeRecord(revision, batch);
      await this.#log.append(record);
      this.#end = advance(this.#end, revision, digestOf(record));
      this.#markEnd();
    });
  }

  checkpoint({ revision, compacted, segments, isOwn }: BackendCheckpoint): Promise<void> {
    return guard(async () => {
      this.#check();
      this.#closeLog();
      await this.#writeCheckpoint({ ...this.#end, revision }, segments, isOwn);
      const floor = Math.max(this.#leader.compacted, compacted);
      this.#checkpoints = [...new Set([...this.#checkpoints, revision])].sort((a, b) => a - b);
      this.#writeLeader({ compacted: floor, checkpoint: revision, end: this.#end });
      this.#forget(floor);
    });
  }

  async usage(): Promise<BackendUsage> {
    let usage = 0;
    for (const name of readdirSync(this.#folder.directory))
      usage += statSync(this.#folder.path(name), { throwIfNoEntry: false })?.size ?? 0;
    return { usage };
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    if (!this.#isEndNoted) this.#markEnd();
    await guard(async () => this.#release());
  }

  /** Closes all files and releases the lock, also if one of them cannot be closed. */
  #release(): void {
    try {
      this.#log?.close();
    } finally {
      try {
        this.#leaderFile.close();
      } finally {
        this.#unlock();
      }
    }
  }

  /** Verifies the stored epoch, which any other process that opened the folder has increased. */
  #check(): void {
    if (this.#closed) throw newClosed();
    if (this.#leaderFile.read()?.epoch !== this.#leader.epoch) throw newEpochChanged();
    if (this.#log?.broken === true)
      throw new BackendError(
        "ConnectionLost",
        "The log could not be written to the end. Restart to see what is in it.",
      );
  }

  #missingLeader(): never {
    throw newCorrupt(this.#folder.path(leaderName), 0, "it is missing or empty, though there are logs");
  }

  #writeLeader(change: Partial<Leader>): void {
    this.#leader = { ...this.#leader, ...change };
    this.#leaderFile.write(this.#leader);
    if (this.#synced) this.#leaderFile.flush();
  }

  /**
   * Notes where the log ends, so that an end which goes missing is noticed. The group commit is in the log already: if
   * this fails, the next one notes its own end, or the backend when it is closed. It is not flushed, so after a power
   * failure it may be an earlier place.
   */
  #markEnd(): void {
    this.#isEndNoted = false;
    try {
      if (this.#leaderFile.read()?.epoch !== this.#leader.epoch) return; // the next leader has read this group commit
      this.#leader = { ...this.#leader, end: this.#end };
      this.#leaderFile.write(this.#leader);
      this.#isEndNoted = true;
    } catch {
      return;
    }
  }

  #newLog(): LogWriter {
    const path = this.#folder.numbered(logPrefix, this.#sequence);
    try {
      const log = new LogWriter(path, this.#end, this.#synced);
      try {
        this.#flushFolder();
        if (this.#leader.synced !== this.#synced) this.#writeLeader({ synced: this.#synced });
      } catch (err) {
        log.discard();
        throw err;
      }
      return log;
    } catch (err) {
      if (existsSync(path)) this.#logs.push({ number: this.#sequence++, last: this.#end.revision, isEmpty: true });
      throw err;
    }
  }

  #closeLog(): void {
    const number = this.#sequence++;
    if (this.#log === undefined) return;
    this.#log.close();
    this.#log = undefined;
    this.#logs.push({ number, last: this.#end.revision });
  }

  /**
   * Flushes and notes what the last process has appended without doing so: from now on it is told to clients, and must
   * not go missing without a word.
   */
  #secureEnd(): void {
    if (this.#leader.end !== undefined && isSamePlace(this.#end, this.#leader.end)) return;
    const last = this.#logs.at(-1);
    if (this.#synced && last !== undefined) flushFile(this.#folder.numbered(logPrefix, last.number));
    this.#writeLeader({ end: this.#end });
  }

  /** Truncates a torn tail. If it may have held acknowledged writes, their revisions are not assigned again. */
  #cut(torn: TornTail): void {
    this.#report(describeTorn(torn));
    const file = openSync(torn.path, "r+");
    try {
      if (torn.offset > 0) ftruncateSync(file, torn.offset);
      if (this.#synced) fsyncSync(file);
    } finally {
      closeSync(file);
    }
    if (torn.offset === 0) {
      this.#folder.remove(torn.path);
      this.#logs = this.#logs.filter(({ number }) => this.#folder.numbered(logPrefix, number) !== torn.path);
      this.#flushFolder();
    }
    if (torn.synced) return;
    const revision = Math.max(this.#leader.revision, this.#end.revision) + revisionBump;
    this.#writeLeader({ revision, compacted: revision, ...(this.#leader.end !== undefined && { end: this.#end }) });
    this.#report(`The log was written with --unsafe-no-fsync: revisions go on from ${revision}, history begins there.`);
  }

  /**
   * Migrates the first layout to a checkpoint. That layout had no history, and its revisions are bounded by the
   * reserved one.
   */
  async #migrate(objects: BackendSegment): Promise<void> {
    const revision = Math.max(this.#leader.revision, this.#end.revision);
    const end = { ...startOfLog, revision };
    await this.#writeCheckpoint(end, objects.length === 0 ? [] : [objects]);
    this.#checkpoints = [...new Set([...this.#checkpoints, revision])];
    this.#forget(revision); // files of the first layout are read only as long as the leader file says that layout
    this.#writeLeader({ layout: 3, revision, compacted: revision, checkpoint: revision, end });
    this.#end = end;
  }

  async #writeCheckpoint(place: LogPosition, segments: Iterable<BackendSegment>, isOwn = false): Promise<void> {
    const unfinished = this.#folder.numbered(unfinishedPrefix, this.#leader.epoch);
    try {
      await writeCheckpointFile(unfinished, place, segments, { synced: this.#synced, isOwn });
      this.#check();
      renameSync(unfinished, this.#folder.numbered(checkpointPrefix, place.revision));
    } catch (err) {
      this.#folder.remove(unfinished);
      throw err;
    }
    this.#flushFolder();
  }

  async *#batchesAfter(base: number, logs: readonly ClosedLog[]): AsyncIterable<readonly LoggedBatch[]> {
    for (const { number } of logs) {
      const path = this.#folder.numbered(logPrefix, number);
      const { records, damage } = scanFile(readBytes(path), false);
      if (damage !== undefined) throw newCorrupt(path, damage.offset, damage.why);
      const wanted = records.filter(({ revision = 0 }) => revision > base);
      for (let at = 0; at < wanted.length; at += batchPortion) {
        yield wanted.slice(at, at + batchPortion).map(toBatch);
        await nextTurn();
      }
    }
  }

  async *#segmentsOf(base: number): AsyncIterable<BackendSegment> {
    if (base === 0) return;
    const path = this.#folder.numbered(checkpointPrefix, base);
    const { records, damage } = scanFile(readBytes(path), false);
    if (damage !== undefined) throw newCorrupt(path, damage.offset, damage.why);
    for (const segment of segmentsOf(records)) {
      yield segment;
      await nextTurn();
    }
  }

  /** Removes unfinished files of earlier leaders. */
  #clean(): void {
    for (const epoch of this.#folder.numbers(unfinishedPrefix))
      if (epoch < this.#leader.epoch) this.#folder.remove(this.#folder.numbered(unfinishedPrefix, epoch));
  }

  /** Removes files that are needed neither for startup nor for history. */
  #forget(compacted: number): void {
    const { checkpoints, base } = retain(this.#checkpoints, compacted);
    for (const { number, last } of this.#logs)
      if (last <= base) this.#folder.remove(this.#folder.numbered(logPrefix, number));
    for (const revision of this.#checkpoints)
      if (!checkpoints.includes(revision)) this.#folder.remove(this.#folder.numbered(checkpointPrefix, revision));
    this.#logs = this.#logs.filter(({ last }) => last > base);
    this.#checkpoints = checkpoints;
    this.#flushFolder();
  }

  #flushFolder(): void {
    if (this.#synced) this.#folder.flush();
  }
}

/** The number of group commits to parse before yielding to the event loop. */
const batchPortion = 200;

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
