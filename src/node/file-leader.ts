import { closeSync, fsyncSync, openSync, readSync, writeSync } from "node:fs";
import { BackendError } from "../apiserver/storage/backend/backend-error.ts";

/** The layout this program writes; older ones would be migrated here, there is none yet. */
const layout = 1;
const fileBytes = 96;

/** Who leads on a folder, and which revisions are reserved. */
export interface Leader {
  readonly epoch: number;
  readonly reserved: number;
}

/** The small file that every append reads first: rewritten in place, in one write. */
export class LeaderFile {
  readonly #file: number;
  readonly #buffer = Buffer.alloc(fileBytes);

  constructor(path: string) {
    this.#file = openSync(path, openFlags(path));
  }

  read(): Leader {
    const bytes = readSync(this.#file, this.#buffer, 0, fileBytes, 0);
    if (bytes === 0) return { epoch: 0, reserved: 0 };
    return parse(this.#buffer.toString("latin1", 0, bytes));
  }

  write({ epoch, reserved }: Leader): void {
    writeSync(
      this.#file,
      JSON.stringify({ layout, epoch, reserved })
        .padEnd(fileBytes - 1)
        .concat("\n"),
      0,
    );
  }

  flush(): void {
    fsyncSync(this.#file);
  }

  close(): void {
    closeSync(this.#file);
  }
}

const openFlags = (path: string): string => {
  try {
    closeSync(openSync(path, "wx"));
  } catch {
    // It is there already.
  }
  return "r+";
};

function parse(text: string): Leader {
  let value: { readonly layout?: unknown; readonly epoch?: unknown; readonly reserved?: unknown };
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new BackendError("Corrupt", "The file that says who leads on this folder cannot be read.", { cause });
  }
  if (typeof value.layout === "number" && value.layout > layout) {
    throw new BackendError(
      "NewerLayout",
      "This folder was written by a newer version of this program. Use that version, or another folder.",
    );
  }
  const { epoch, reserved } = value;
  if (typeof epoch === "number" && typeof reserved === "number") return { epoch, reserved };
  throw new BackendError("Corrupt", "The file that says who leads on this folder cannot be read.");
}
