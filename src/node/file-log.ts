import { closeSync, fdatasync, fstatSync, ftruncateSync, openSync, readFileSync, writeSync } from "node:fs";
import { promisify } from "node:util";
import { crc32 } from "node:zlib";

const headerBytes = 8;
const flush = promisify(fdatasync);

/** One record: length, checksum, JSON. */
export function encodeRecord(value: unknown): Buffer {
  const payload = Buffer.from(JSON.stringify(value));
  const record = Buffer.allocUnsafe(headerBytes + payload.length);
  record.writeUInt32LE(payload.length, 0);
  record.writeUInt32LE(crc32(payload), 4);
  payload.copy(record, headerBytes);
  return record;
}

/** What a log holds, and how many of its bytes are whole records; the rest was being written when the process ended. */
export interface ReadLog {
  readonly values: readonly unknown[];
  readonly wholeBytes: number;
  readonly bytes: number;
}

/** Reads records until the end or the first that is not whole. */
export function readLog(path: string): ReadLog {
  const content = readFileSync(path);
  const values: unknown[] = [];
  let at = 0;
  while (at + headerBytes <= content.length) {
    const start = at + headerBytes;
    const end = start + content.readUInt32LE(at);
    const payload = content.subarray(start, end);
    if (end > content.length || crc32(payload) !== content.readUInt32LE(at + 4)) break;
    values.push(JSON.parse(payload.toString()));
    at = end;
  }
  return { values, wholeBytes: at, bytes: content.length };
}

/** Cuts a log behind its last whole record. */
export function cutLog(path: string, bytes: number): void {
  const file = openSync(path, "r+");
  try {
    ftruncateSync(file, bytes);
  } finally {
    closeSync(file);
  }
}

/** A log that is written to: what `append` rejected is not in it, or the log says that it is broken. */
export class LogWriter {
  readonly #file: number;
  readonly #fsync: boolean;
  #bytes: number;
  #broken = false;

  constructor(path: string, fsync: boolean) {
    this.#file = openSync(path, "a");
    this.#fsync = fsync;
    this.#bytes = fstatSync(this.#file).size;
  }

  /** True when nothing more can be written, since nobody knows what is in the file. */
  get broken(): boolean {
    return this.#broken;
  }

  async append(record: Buffer): Promise<void> {
    try {
      for (let at = 0; at < record.length;) at += writeSync(this.#file, record, at);
    } catch (err) {
      this.#cut();
      throw err;
    }
    if (this.#fsync) await this.#flush();
    this.#bytes += record.length;
  }

  async #flush(): Promise<void> {
    try {
      await flush(this.#file);
    } catch (err) {
      // After a failed fsync the kernel may have dropped the pages or not: only reading the file again tells.
      this.#broken = true;
      throw err;
    }
  }

  #cut(): void {
    try {
      ftruncateSync(this.#file, this.#bytes);
    } catch {
      this.#broken = true;
    }
  }

  close(): void {
    closeSync(this.#file);
  }
}
