import { TooLargeError } from "./bounded-inflate.ts";
import { createPacer, PieceWriter, readPieces } from "./piece-file.ts";

// The content of a `.kubepad` file of version 2 (docs/sharing.md): a header, lists of rows, and an end that tells how
// many there were. A row is the text of an object as clients see it, or a version of a key as the store keeps it. Rows
// that are alike stand beside each other, so that compression finds what they have in common.

/** The value of the `format` field of a header, and the newest version. */
export const worldFileFormat = "kubepad";
export const worldFileVersion = 2;

/** A version of a key in the store; a deletion has no text. */
export interface StoredVersion {
  readonly key: string;
  readonly revision: number;
  readonly text: string | null;
}

export type WorldFileRow = { readonly object: string } | StoredVersion;

/** What a file holds, as texts whose meaning is not checked. */
export interface WorldFileContent {
  /** JSON of what belongs to the world besides its objects. */
  readonly parts: string | undefined;
  /** Whether it is the export of a whole server, which replaces what another one has. */
  readonly whole: boolean;
  /** JSON of objects. */
  readonly objects: readonly string[];
  /** All versions that a store had retained, and the revision at which its history begins; empty without history. */
  readonly versions: readonly StoredVersion[];
  readonly compacted: number;
}

export interface WorldFileProgress {
  readonly done: number;
  readonly total: number;
}

export interface WorldFileOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: WorldFileProgress) => void) | undefined;
}

/** A file of a version that is not known. */
export class WorldFileVersionError extends Error {
  constructor(found: number) {
    super(
      `This file has version ${found} of the format; this version of Kubepad reads version ${worldFileVersion} and older.`,
    );
    this.name = "WorldFileVersionError";
  }
}

const largestContent = 512_000_000;
const mostRows = 2_000_000;
const longestKey = 4096;
/** Leaves room for all writes to come. */
const highestRevision = 2 ** 50;

/** A piece ends with the row by which it has so many characters. */
const pieceCharacters = 200_000;

/** What is written beside the rows. */
export interface WorldFileFacts extends Pick<WorldFileContent, "compacted"> {
  readonly parts?: string | undefined;
  readonly whole?: boolean | undefined;
}

/** Writes a file, in slices. */
export async function writeWorldFile(
  rows: readonly WorldFileRow[],
  { parts, whole = false, compacted }: WorldFileFacts,
  { signal, onProgress }: WorldFileOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = await PieceWriter.open();
  const pause = createPacer();
  try {
    const header = { format: worldFileFormat, version: worldFileVersion, rows: rows.length };
    await writer.add({ ...header, ...(whole && { whole }), ...(parts !== undefined && { parts }) });
    for (let at = 0; at < rows.length;) {
      const { piece, characters } = pieceOf(rows, at);
      if (characters === 0) break;
      await writer.add(piece);
      at += piece.length;
      onProgress?.({ done: at, total: rows.length });
      await pause(characters);
      signal?.throwIfAborted();
    }
    await writer.add({ end: rows.length, compacted });
    return await writer.finish();
  } catch (error) {
    writer.abandon();
    throw error;
  }
}

function pieceOf(rows: readonly WorldFileRow[], from: number) {
  const piece: unknown[] = [];
  let characters = 0;
  for (let at = from; at < rows.length && characters < pieceCharacters; at++) {
    const row = rows[at];
    if (row === undefined) break;
    piece.push("object" in row ? [row.object] : [row.key, row.revision, row.text]);
    characters += 1 + ("object" in row ? row.object : (row.text ?? "")).length;
  }
  return { piece, characters };
}

const damaged = (): Error => new Error("the content is not in the form that Kubepad writes");

const isCount = (value: unknown, most: number): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0 && value <= most;

const membersOf = (item: unknown): Readonly<Record<string, unknown>> =>
  typeof item === "object" && item !== null && !Array.isArray(item) ? (item as Readonly<Record<string, unknown>>) : {};

/**
 * Reads a file, in slices. Throws a NotPiecesError for a file of an older version, a WorldFileVersionError for one of a
 * newer version, a TooLargeError for one that unpacks to too much, and another error for one that is not complete or
 * not in this form.
 */
export async function readWorldFile(
  bytes: Uint8Array,
  { signal, onProgress }: WorldFileOptions = {},
): Promise<WorldFileContent> {
  const pause = createPacer();
  let rows: RowReader | undefined;
  let facts: Pick<WorldFileContent, "parts" | "whole"> | undefined;
  let end: number | undefined;
  for await (const item of readPieces(bytes, largestContent)) {
    if (end !== undefined) throw damaged();
    if (rows === undefined) ({ rows, facts } = readHeader(item));
    else if (Array.isArray(item)) rows.add(item);
    else end = rows.end(item);
    onProgress?.(rows.progress);
    await pause(pieceCharacters);
    signal?.throwIfAborted();
  }
  if (rows === undefined || facts === undefined || end === undefined) throw damaged();
  const { objects, versions } = rows;
  return { ...facts, objects, versions, compacted: end };
}

function readHeader(item: unknown) {
  const { format, version, rows, parts, whole = false } = membersOf(item);
  if (format !== worldFileFormat || typeof version !== "number") throw damaged();
  if (version > worldFileVersion) throw new WorldFileVersionError(version);
  if (version !== worldFileVersion || !isCount(rows, Number.MAX_SAFE_INTEGER)) throw damaged();
  if (rows > mostRows) throw new TooLargeError(largestContent);
  if (parts !== undefined && typeof parts !== "string") throw damaged();
  if (typeof whole !== "boolean") throw damaged();
  return { rows: new RowReader(rows), facts: { parts, whole } };
}

/** Checks rows: the versions of a key follow each other, oldest first, and no two writes have the same revision. */
class RowReader {
  readonly objects: string[] = [];
  readonly versions: StoredVersion[] = [];
  readonly #total: number;
  readonly #revisions = new Set<number>();
  readonly #keys = new Set<string>();

  constructor(total: number) {
    this.#total = total;
  }

  get progress(): WorldFileProgress {
    return { done: this.objects.length + this.versions.length, total: this.#total };
  }

  add(items: readonly unknown[]): void {
    for (const item of items) {
      if (!Array.isArray(item)) throw damaged();
      if (item.length === 1) this.#addObject(item[0]);
      else if (item.length === 3) this.#addVersion(item[0], item[1], item[2]);
      else throw damaged();
    }
    if (this.progress.done > this.#total) throw damaged();
  }

  /** Returns the revision at which the history begins. */
  end(item: unknown): number {
    const { end, compacted } = membersOf(item);
    if (end !== this.#total || this.progress.done !== this.#total || !isCount(compacted, highestRevision))
      throw damaged();
    return compacted;
  }

  #addObject(text: unknown): void {
    if (typeof text !== "string") throw damaged();
    this.objects.push(text);
  }

  #addVersion(key: unknown, revision: unknown, text: unknown): void {
    if (typeof key !== "string" || !key.startsWith("/") || key.length > longestKey) throw damaged();
    if (!isCount(revision, highestRevision) || revision === 0 || this.#revisions.has(revision)) throw damaged();
    if (text !== null && typeof text !== "string") throw damaged();
    const before = this.versions.at(-1);
    if (before?.key === key ? before.revision > revision : this.#keys.has(key)) throw damaged();
    this.#revisions.add(revision);
    this.#keys.add(key);
    this.versions.push({ key, revision, text });
  }
}
