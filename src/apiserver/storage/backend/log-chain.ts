import type { BackendSegment, LoggedBatch } from "./backend.ts";

/** A place in a log: what stands before it, counted and summed up. */
export interface LogPosition {
  /** The revision of the last group commit before this place. */
  readonly revision: number;
  /** The number of group commits before this place. */
  readonly batches: number;
  /** The checksum over all of them, in their order. */
  readonly sum: number;
}

/** A finished checkpoint: its place in the log, and what it consists of. */
export interface CheckpointFacts extends LogPosition {
  readonly segments: number;
  /** The checksum over the segments, in their order. */
  readonly content: number;
}

/** The beginning of a log. */
export const startOfLog: LogPosition = { revision: 0, batches: 0, sum: 0 };

const prime = 0x01000193;

const encoder = new TextEncoder();
/** Where the bytes of texts are put while they are summed up. It holds nothing between two calls. */
const scratch = new Uint8Array(1 << 14);

/** Continues a checksum with a text (FNV-1a over UTF-16 code units). */
function digestText(sum: number, text: string): number {
  let digest = Math.imul(sum ^ text.length, prime);
  for (let from = 0; from < text.length;) {
    const part = from === 0 && text.length <= scratch.length ? text : text.slice(from, from + scratch.length);
    const { read, written } = encoder.encodeInto(part, scratch);
    // Bytes of ASCII are its code units, and are read in half the time.
    if (read === written) for (let at = 0; at < written; at++) digest = Math.imul(digest ^ (scratch[at] ?? 0), prime);
    else for (let at = 0; at < read; at++) digest = Math.imul(digest ^ part.charCodeAt(at), prime);
    from += read;
  }
  return digest;
}

/** Continues a checksum with a number, such as a revision or another checksum. */
const digestNumber = (sum: number, value: number): number =>
  Math.imul(Math.imul(sum ^ Math.floor(value / 2 ** 32), prime) ^ (value | 0), prime);

function digestWrites(sum: number, writes: LoggedBatch["writes"]): number {
  let digest = digestNumber(sum, writes.length);
  for (const { key, revision, text } of writes) {
    digest = digestText(digestNumber(digest, revision), key);
    digest = text === null ? digestNumber(digest, -1) : digestText(digest, text);
  }
  return digest >>> 0;
}

/** Returns the checksum of the content of a group commit. */
export const digestBatch = ({ at = -1, writes }: LoggedBatch): number => digestWrites(digestNumber(0, at), writes);

/** Returns the checksum of the content of a segment. */
export const digestSegment = (segment: BackendSegment): number => digestWrites(0, segment);

/** Continues the checksum of a checkpoint with that of its next segment. */
export const addSegment = (content: number, digest: number): number => digestNumber(content, digest) >>> 0;

/** Returns the checksum of a record that describes the log, whose members are in a fixed order. */
export const digestRecord = (record: object): number => digestText(0, JSON.stringify(record)) >>> 0;

/** Returns the place behind a group commit, given the checksum of its content. */
export const advance = ({ batches, sum }: LogPosition, revision: number, digest: number): LogPosition => ({
  revision,
  batches: batches + 1,
  sum: digestNumber(digestNumber(sum, revision), digest) >>> 0,
});

/** Whether the same group commits stand before two places. */
export const isSamePlace = (a: LogPosition, b: LogPosition): boolean => a.batches === b.batches && a.sum === b.sum;

/** Whether a place is the end of the log. Group commits of earlier layouts are not counted, hence the revision. */
const isAt = (place: LogPosition, end: LogPosition): boolean =>
  isSamePlace(place, end) && place.revision >= end.revision;

/**
 * Follows a log from a known place and decides whether it is whole: the group commits ascend, none is missing, repeated
 * or changed, and the known end is reached. Of what stands behind that end only the order is known.
 */
export class LogFollower {
  readonly #end: LogPosition;
  #position: LogPosition;
  #reachedEnd: boolean;

  constructor(start: LogPosition, end: LogPosition) {
    this.#position = start;
    this.#end = end;
    this.#reachedEnd = isAt(start, end);
  }

  /** The place behind the last group commit that was taken. */
  get position(): LogPosition {
    return this.#position;
  }

  /** Whether everything that is known to have been written was taken. */
  get reachedEnd(): boolean {
    return this.#reachedEnd;
  }

  /**
   * Takes the next group commit: the checksum of its content, which earlier layouts did not store, and its number,
   * where that stands beside it. Returns what is wrong, as the end of a sentence.
   */
  take(revision: number, digest: number | undefined, batches?: number): string | undefined {
    const before = this.#position;
    const expected = before.batches + 1;
    if (batches !== undefined && batches > expected) return describeMissing(before, batches - 1);
    if ((batches !== undefined && batches < expected) || revision <= before.revision)
      return `a group commit of revision ${revision} stands behind revision ${before.revision}`;
    this.#position = digest === undefined ? { ...before, revision } : advance(before, revision, digest);
    this.#reachedEnd ||= isAt(this.#position, this.#end);
    return undefined;
  }

  /** Returns what is missing when the log is over, as the end of a sentence. */
  finish(): string | undefined {
    if (this.#reachedEnd) return undefined;
    if (this.#position.batches < this.#end.batches) return describeMissing(this.#position, this.#end.batches);
    return `the group commits up to revision ${this.#end.revision} are not those that were written`;
  }
}

const describeMissing = ({ batches, revision }: LogPosition, last: number): string =>
  batches + 1 === last
    ? `group commit ${last}, after revision ${revision}, is missing`
    : `group commits ${batches + 1} to ${last}, after revision ${revision}, are missing`;
