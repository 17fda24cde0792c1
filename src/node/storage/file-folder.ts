import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, readdirSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileMode } from "./file-log.ts";

export const logPrefix = "log-";
export const checkpointPrefix = "checkpoint-";
/**
 * The prefix of an unfinished checkpoint. It is followed by the epoch, since a frozen leader may continue to write its
 * own.
 */
export const unfinishedPrefix = "unfinished-";
/** The prefix of copies of damaged files, made by a repair. */
export const damagedPrefix = "damaged-";
export const leaderName = "leader";
export const lockName = "lock";
const tlsName = "tls";
/** The time of the world, where somebody changed it. */
export const worldTimeName = "world-time";

type NumberedPrefix = typeof logPrefix | typeof checkpointPrefix | typeof unfinishedPrefix;

const numberedPrefixes: readonly NumberedPrefix[] = [logPrefix, checkpointPrefix, unfinishedPrefix];
const digits = 16;
const folderMode = 0o700;

const isNumbered = (name: string, prefix: string): boolean =>
  name.startsWith(prefix) && name.length === prefix.length + digits && /^\d+$/.test(name.slice(prefix.length));

/** The files of a storage folder by name, and operations on the folder as a whole. */
export class StorageFolder {
  readonly directory: string;

  constructor(directory: string) {
    this.directory = directory;
  }

  path(name: string): string {
    return join(this.directory, name);
  }

  numbered(prefix: NumberedPrefix, number: number): string {
    return this.path(prefix + String(number).padStart(digits, "0"));
  }

  /** Returns the numbers in the names of files with a prefix, in ascending order. */
  numbers(prefix: NumberedPrefix): number[] {
    const names = readdirSync(this.directory).filter((name) => isNumbered(name, prefix));
    return names.map((name) => Number(name.slice(prefix.length))).sort((a, b) => a - b);
  }

  /** Returns file names that start with the prefix of a log or checkpoint but are not valid names of either. */
  strays(): string[] {
    return readdirSync(this.directory).filter((name) =>
      numberedPrefixes.some((prefix) => name.startsWith(prefix) && !isNumbered(name, prefix)),
    );
  }

  /** Whether there is no log and no checkpoint. */
  isEmpty(): boolean {
    return this.numbers(logPrefix).length === 0 && this.numbers(checkpointPrefix).length === 0;
  }

  /** Returns the names of the files that hold data. */
  dataFiles(): string[] {
    return readdirSync(this.directory).filter(
      (name) => name === leaderName || isNumbered(name, logPrefix) || isNumbered(name, checkpointPrefix),
    );
  }

  /**
   * Creates the folder if it does not exist, and restricts it and its files to the owner. A folder that also contains
   * other files keeps its mode.
   */
  secure(): void {
    const first = mkdirSync(this.directory, { recursive: true, mode: folderMode });
    if (first !== undefined) flushParents(resolve(this.directory), dirname(resolve(first)));
    const names = readdirSync(this.directory);
    const files = names.filter(
      (name) =>
        name === leaderName ||
        name.startsWith(worldTimeName) || // and what a process that wrote one of these left behind
        name.startsWith(lockName) ||
        numberedPrefixes.some((prefix) => isNumbered(name, prefix)),
    );
    for (const name of files) chmodSync(this.path(name), fileMode);
    const others = names.filter(
      (name) => !files.includes(name) && name !== tlsName && !name.startsWith(damagedPrefix) && !this.#isStray(name),
    );
    if (others.length === 0) chmodSync(this.directory, folderMode);
  }

  remove(path: string): void {
    rmSync(path, { force: true });
  }

  /**
   * Flushes the directory, which makes the creation, renaming and deletion of files durable if the system supports it.
   */
  flush(): void {
    flushDirectory(this.directory);
  }

  #isStray(name: string): boolean {
    return numberedPrefixes.some((prefix) => name.startsWith(prefix));
  }
}

/** Flushes the directories above one that was created, up to the last one that existed before. */
function flushParents(created: string, existed: string): void {
  for (let at = created; at !== existed && at !== dirname(at); at = dirname(at)) flushDirectory(dirname(at));
}

/** Flushes a directory. Windows does not support opening one. */
export function flushDirectory(path: string): void {
  if (process.platform !== "win32") flush(path, "r");
}

/** Flushes a file that another process may have written. */
export const flushFile = (path: string): void => flush(path, "r+");

function flush(path: string, flags: string): void {
  const file = openSync(path, flags);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
