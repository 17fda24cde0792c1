import { closeSync, fdatasync, fsyncSync, fstatSync, ftruncateSync, openSync, writeSync } from "node:fs";
import { promisify } from "node:util";
import { encodeHeader, type FileHeader } from "./file-format.ts";

const flush = promisify(fdatasync);

/** Readable by the owner only: Secrets are in it. */
export const fileMode = 0o600;

/** A log that is written to: what `append` rejected is not in it, or the log says that it is broken. */
export class LogWriter {
  readonly #file: number;
  readonly #fsync: boolean;
  #bytes: number;
  #broken = false;

  /** Begins a log; its header is on the disk before the first record where logs are flushed. */
  constructor(path: string, header: FileHeader) {
    this.#file = openSync(path, "ax", fileMode);
    this.#fsync = header.synced;
    this.#bytes = fstatSync(this.#file).size;
    try {
      this.#write(encodeHeader(header));
      if (this.#fsync) fsyncSync(this.#file);
    } catch (err) {
      closeSync(this.#file);
      throw err;
    }
  }

  /** True when nothing more can be written, since nobody knows what is in the file. */
  get broken(): boolean {
    return this.#broken;
  }

  async append(record: Buffer): Promise<void> {
    try {
      this.#write(record);
    } catch (err) {
      this.#cut();
      throw err;
    }
    if (this.#fsync) await this.#flush();
  }

  #write(bytes: Buffer): void {
    for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at);
    this.#bytes += bytes.length;
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
