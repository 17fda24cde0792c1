import { closeSync, fsyncSync, openSync, readSync, writeSync } from "node:fs";
import { crc32 } from "node:zlib";
import { BackendError } from "../../apiserver/storage/backend/backend-error.ts";
import { startOfLog, type LogPosition } from "../../apiserver/storage/backend/log-chain.ts";
import { fileMode } from "./file-log.ts";

/**
 * The layout version written. The first layout reserved revisions and kept no history; the second one did not know
 * where the log ends.
 */
const newestLayout = 3;
/** Within one sector of any disk, so that a power failure leaves the record as it was or as it is. */
const fileBytes = 256;

/** The leader of a folder, and which revisions and files are valid. */
export interface Leader {
  readonly layout: 1 | 2 | 3;
  readonly epoch: number;
  /** Revisions up to this one may have been assigned, even if they are not in the log. */
  readonly revision: number;
  readonly compacted: number;
  /** The newest finished checkpoint; 0 for none. */
  readonly checkpoint: number;
  /** A place that the log has reached for certain; undefined in earlier layouts. */
  readonly end: LogPosition | undefined;
  /** Whether group commits up to that place were flushed to the disk before they were acknowledged. */
  readonly synced: boolean;
}

/** The leader record of a new folder. */
export const nobody: Leader = {
  layout: 3,
  epoch: 0,
  revision: 0,
  compacted: 0,
  checkpoint: 0,
  end: startOfLog,
  synced: true,
};

/** The leader file, which every append reads first. It is overwritten in place with a single write. */
export class LeaderFile {
  readonly #path: string;
  readonly #file: number;
  readonly #buffer = Buffer.alloc(fileBytes);
  /** The content read or written last, so that an unchanged file is not parsed again. */
  #known: { readonly text: Buffer; readonly leader: Leader } | undefined;

  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, openFlags(path));
  }

  /** Returns the leader record, or undefined if none was written yet, or the first one not to its end. */
  read(): Leader | undefined {
    const bytes = readSync(this.#file, this.#buffer, 0, fileBytes, 0);
    const text = this.#buffer.subarray(0, bytes);
    if (isUnwritten(text)) return undefined;
    if (this.#known?.text.equals(text) === true) return this.#known.leader;
    const leader = parseLeader(text.toString("latin1"), this.#path);
    this.#known = { text: Buffer.from(text), leader };
    return leader;
  }

  write(leader: Leader): void {
    const text = Buffer.from(encodeLeader(leader));
    this.#known = undefined;
    writeSync(this.#file, text, 0, text.length, 0);
    this.#known = { text, leader };
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
    closeSync(openSync(path, "wx", fileMode));
  } catch (err) {
    if (!(err instanceof Error && "code" in err && err.code === "EEXIST")) throw err;
  }
  return "r+";
};

/** Whether a crash left the first record short or zero-filled. Later ones are written over one of the same length. */
const isUnwritten = (text: Buffer): boolean =>
  (text.length < fileBytes && !text.includes("}")) || text.every((byte) => byte === 0);

function encodeLeader(leader: Leader): string {
  const members = membersOf(leader);
  const check = crc32(JSON.stringify(members));
  return `${JSON.stringify({ layout: leader.layout, ...members, check }).padEnd(fileBytes - 1)}\n`;
}

/** The stored members of a leader record in its own layout, which stays until the folder is converted. */
function membersOf({ layout, epoch, revision, compacted, checkpoint, end, synced }: Leader): object {
  if (layout === 1) return { epoch, reserved: revision };
  if (layout === 2 || end === undefined) return { epoch, revision, compacted, checkpoint };
  return { epoch, revision, compacted, checkpoint, end: [end.revision, end.batches, end.sum], synced };
}

type Members = Readonly<Record<string, unknown>>;

const newDamaged = (path: string, cause?: unknown): BackendError =>
  new BackendError("Corrupt", `${path}, which says who leads on this folder, is damaged at byte 0.`, { cause });

function parseLeader(text: string, path: string): Leader {
  const { layout, check, ...members } = parseMembers(text, path);
  if (typeof layout === "number" && layout > newestLayout) {
    throw new BackendError(
      "NewerLayout",
      "This folder was written by a newer version of this program. Use that version, or another folder.",
    );
  }
  const { epoch, revision, compacted, checkpoint, reserved, end, synced = true } = members;
  const isWhole = check === crc32(JSON.stringify(members)) || (layout === 1 && check === undefined);
  if (!isWhole || typeof epoch !== "number" || typeof synced !== "boolean") throw newDamaged(path);
  if (layout === 1 && typeof reserved === "number")
    return { layout, epoch, revision: reserved, compacted: reserved, checkpoint: 0, end: undefined, synced };
  if (typeof revision !== "number" || typeof compacted !== "number" || typeof checkpoint !== "number")
    throw newDamaged(path);
  const common = { epoch, revision, compacted, checkpoint, synced };
  if (layout === 2) return { layout, ...common, end: undefined };
  return { layout: 3, ...common, end: parsePlace(end, path) };
}

function parsePlace(value: unknown, path: string): LogPosition {
  const [revision, batches, sum] = Array.isArray(value) ? (value as unknown[]) : [];
  if (typeof revision === "number" && typeof batches === "number" && typeof sum === "number")
    return { revision, batches, sum };
  throw newDamaged(path);
}

function parseMembers(text: string, path: string): Members {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return { ...value };
  } catch (cause) {
    throw newDamaged(path, cause);
  }
  throw newDamaged(path);
}
