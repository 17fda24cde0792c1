import { createWriteStream, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";

/** A sink for audit events, one per line. */
export interface AuditLog {
  write(event: string): void;
  /** Resolves when every line is written. */
  close(): Promise<void>;
}

/**
 * Opens an audit log that appends to a file that only its owner can read, or writes to standard output if the path is
 * `-`. Throws if the file cannot be opened.
 */
export function openAuditLog(path: string, report: (error: Error) => void): AuditLog {
  if (path === "-")
    return { write: (event) => void process.stdout.write(`${event}\n`), close: () => Promise.resolve() };
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const stream = createWriteStream(path, { fd: openSync(path, "a", 0o600) });
  stream.on("error", report);
  return {
    write: (event) => void stream.write(`${event}\n`),
    close: () => new Promise((resolve) => (stream.destroyed ? resolve() : stream.end(() => resolve()))),
  };
}
