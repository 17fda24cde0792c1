import type { BackendObject, BackendWrite } from "../../apiserver/storage/backend/backend.ts";
import { valueOf, type FileRecord } from "./file-format.ts";
import { isOfOwnForm } from "./text-form.ts";

/** The texts of a record. */
interface Texts {
  readonly payload: Buffer;
  /** Whether codecs of this program have written them, in the form in which they write now. */
  readonly isOwn: boolean;
}

/**
 * An object of a record. Its text stays in the bytes of the file until it is first read, since parsing and copying all
 * texts is most of what a start of a large store would do.
 */
class LoggedObject implements BackendObject {
  readonly key: string;
  readonly revision: number;
  /** The size of the text as it stands in the file. */
  readonly size: number;
  readonly isOwn: boolean;
  /** The text, or the bytes that it stands in. */
  #text: string | Buffer;
  readonly #start: number;

  /** The text is a JSON string of `size` bytes and its quotation marks, from `start` on. */
  constructor(key: string, revision: number, { payload, isOwn }: Texts, start: number, size: number) {
    this.key = key;
    this.isOwn = isOwn;
    this.revision = revision;
    this.size = size;
    this.#text = payload;
    this.#start = start;
  }

  get text(): string {
    if (typeof this.#text !== "string")
      this.#text = JSON.parse(this.#text.toString("utf8", this.#start, this.#start + this.size + 2)) as string;
    return this.#text;
  }

  toJSON(): BackendObject {
    return { key: this.key, revision: this.revision, text: this.text };
  }
}

const bytesOf = (text: string): Buffer => Buffer.from(text, "latin1");

const writeOpening = bytesOf('{"key":"');
const nextWrite = bytesOf('},{"key":"');
const beforeRevision = bytesOf('","revision":');
const beforeText = bytesOf(',"text":');
const noText = bytesOf("null}");
const [quote, backslash, closingBrace] = [0x22, 0x5c, 0x7d];

/** Whether bytes stand at a place. */
function has(payload: Buffer, at: number, wanted: Buffer): boolean {
  for (let i = 0; i < wanted.length; i++) if (payload[at + i] !== wanted[i]) return false;
  return true;
}

const isDigit = (byte: number | undefined): byte is number => byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** A write, and where it ends. */
interface Located {
  readonly write: BackendWrite;
  readonly end: number;
}

/**
 * Returns the writes of a record, which stand between two places, without reading their texts; undefined if they do not
 * have the form in which `JSON.stringify` writes them. `last` is the revision of the last write, where that is known.
 */
function locateWrites(texts: Texts, start: number, end: number, last: number): BackendWrite[] | undefined {
  const writes: BackendWrite[] = [];
  for (let at = start; at < end;) {
    const found = locateWrite(texts, at, end, last);
    if (found === undefined) return undefined;
    writes.push(found.write);
    at = found.end + 1; // behind the comma
  }
  return writes;
}

function locateWrite(texts: Texts, at: number, limit: number, last: number): Located | undefined {
  const { payload } = texts;
  const keyStart = at + writeOpening.length;
  const keyEnd = has(payload, at, writeOpening) ? endOfPlainText(payload, keyStart) : -1;
  if (keyEnd < 0 || !has(payload, keyEnd, beforeRevision)) return undefined;
  const { value: revision, end: digit } = numberAt(payload, keyEnd + beforeRevision.length);
  if (!has(payload, digit, beforeText)) return undefined;
  const textStart = digit + beforeText.length;
  // `{"` cannot stand within a string, whose quotation marks are escaped.
  const next = revision === last ? -1 : payload.indexOf(nextWrite, textStart);
  const end = next < 0 ? limit : next + 1;
  const key = payload.toString("latin1", keyStart, keyEnd);
  if (has(payload, textStart, noText)) return { write: { key, revision, text: null }, end };
  if (payload[textStart] !== quote || payload[end - 2] !== quote || payload[end - 1] !== closingBrace) return undefined;
  return { write: new LoggedObject(key, revision, texts, textStart, end - textStart - 3), end };
}

/** Returns where a string ends; -1 if it has escapes or bytes above ASCII. */
function endOfPlainText(payload: Buffer, start: number): number {
  for (let at = start; at < payload.length; at++) {
    const byte = payload[at];
    if (byte === quote) return at;
    if (byte === undefined || byte === backslash || byte > 0x7f) return -1;
  }
  return -1;
}

const batchOpening = bytesOf('{"at":');
const beforeForm = bytesOf(',"form":');
const beforeWrites = bytesOf(',"writes":[');
const batchEnd = bytesOf("]}");

/** Returns the group commit of a record as it was written, whose texts may still have to be read. */
export function readBatch(record: FileRecord): unknown {
  return locateBatch(record) ?? valueOf(record);
}

/** A number that stands in bytes, and where it ends. */
interface LocatedNumber {
  readonly value: number;
  readonly end: number;
}

function numberAt(payload: Buffer, start: number): LocatedNumber {
  let [value, end] = [0, start];
  for (let byte = payload[end]; isDigit(byte); byte = payload[++end]) value = value * 10 + byte - 0x30;
  return { value, end };
}

function locateBatch({ payload, revision = 0 }: FileRecord): object | undefined {
  if (!has(payload, 0, batchOpening)) return undefined;
  const at = numberAt(payload, batchOpening.length);
  const hasForm = has(payload, at.end, beforeForm);
  const form = hasForm ? numberAt(payload, at.end + beforeForm.length) : undefined;
  const place = form?.end ?? at.end;
  const end = payload.length - batchEnd.length;
  if (!has(payload, place, beforeWrites) || !has(payload, end, batchEnd)) return undefined;
  const texts = { payload, isOwn: isOfOwnForm({ form: form?.value }) };
  const writes = locateWrites(texts, place + beforeWrites.length, end, revision);
  return writes && { at: at.value, writes };
}

/** Returns the segment of a record as it was written, whose texts may still have to be read. */
export function readSegment(record: FileRecord, isOwn: boolean): unknown {
  const { payload } = record;
  const isList = payload[0] === 0x5b && payload.at(-1) === 0x5d;
  return (isList ? locateWrites({ payload, isOwn }, 1, payload.length - 1, 0) : undefined) ?? valueOf(record);
}
