import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileMode } from "./file-log.ts";

export const logPrefix = "log-";
export const checkpointPrefix = "checkpoint-";
/** A checkpoint that is being written: by epoch, since a frozen leader may go on writing to its own. */
export const unfinishedPrefix = "unfinished-";
/** Copies of damaged files that a repair made. */
export const damagedPrefix = "damaged-";
export const leaderName = "leader";
export const lockName = "lock";
const tlsName = "tls";

type NumberedPrefix = typeof logPrefix | typeof checkpointPrefix | typeof unfinishedPrefix;

const numberedPrefixes: readonly NumberedPrefix[] = [logPrefix, checkpointPrefix, unfinishedPrefix];
const digits = 16;
const folderMode = 0o700;

const isNumbered = (name: string, prefix: string): boolean =>
  name.startsWith(prefix) && name.length === prefix.length + digits && /^\d+$/.test(name.slice(prefix.length));

/** The names in a storage folder, and what may be done to the folder as a whole. */
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

  /** The numbers in the names of files with a prefix, ascending. */
  numbers(prefix: NumberedPrefix): number[] {
    const names = readdirSync(this.directory).filter((name) => isNumbered(name, prefix));
    return names.map((name) => Number(name.slice(prefix.length))).sort((a, b) => a - b);
  }

  /** Names that begin like those of logs and checkpoints, and are none. */
  strays(): string[] {
    return readdirSync(this.directory).filter((name) =>
      numberedPrefixes.some((prefix) => name.startsWith(prefix) && !isNumbered(name, prefix)),
    );
  }

  /** The names of the files that hold data. */
  dataFiles(): string[] {
    return readdirSync(this.directory).filter(
      (name) => name === leaderName || isNumbered(name, logPrefix) || isNumbered(name, checkpointPrefix),
    );
  }

  /**
   * Makes the folder where it is missing, and takes it and its files away from everybody but the owner. A folder that
   * holds other things as well keeps its mode.
   */
  secure(): void {
    mkdirSync(this.directory, { recursive: true, mode: folderMode });
    const names = readdirSync(this.directory);
    const files = names.filter(
      (name) => name === leaderName || name === lockName || numberedPrefixes.some((prefix) => isNumbered(name, prefix)),
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

  /** Makes the creation, renaming and deletion of files durable, where the system can. */
  flush(): void {
    flushDirectory(this.directory);
  }

  #isStray(name: string): boolean {
    return numberedPrefixes.some((prefix) => name.startsWith(prefix));
  }
}

/** Not every system lets one open a folder. */
export function flushDirectory(path: string): void {
  if (process.platform === "win32") return;
  const directory = openSync(path, "r");
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}
