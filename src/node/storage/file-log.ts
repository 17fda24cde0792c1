import { closeSync, fdatasync, fsyncSync, fstatSync, ftruncateSync, openSync, rmSync, writeSync } from "node:fs";
import type { LogPosition } from "../../apiserver/storage/backend/log-chain.ts";
import { encodeHeader } from "./file-format.ts";

const flush = (file: number): Promise<void> =>
  new Promise((resolve, reject) => {
    fdatasync(file, (error) => (error === null ? resolve() : reject(error)));
  });

/** The mode of data files: accessible to the owner only, since they contain Secrets. */
export const fileMode = 0o600;

/** A log open for writing. A write that `append` rejected is not in the log, or the log is marked as broken. */
export class LogWriter {
  readonly #path: string;
  readonly #file: number;
  readonly #fsync: boolean;
  #bytes: number;
  #broken = false;

  /**
   * Creates a log; throws, and leaves the file, if there is one of that name. If logs are flushed, its header is on
   * disk before the first record.
   */
  constructor(path: string, place: LogPosition, synced: boolean) {
    this.#path = path;
    this.#file = openSync(path, "ax", fileMode);
    this.#fsync = synced;
    this.#bytes = fstatSync(this.#file).size;
    try {
      this.#write(encodeHeader(place, synced));
      if (this.#fsync) fsyncSync(this.#file);
    } catch (err) {
      this.discard();
      throw err;
    }
  }

  /** True if the log can no longer be written to, because the content of the file is unknown. */
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
      // After a failed fsync, it is unknown whether the kernel dropped the pages until the file is read again.
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

  /** Closes and removes a log without records. */
  discard(): void {
    this.close();
    rmSync(this.#path, { force: true });
  }

  close(): void {
    closeSync(this.#file);
  }
}
