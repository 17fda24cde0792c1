// The file format of a storage folder: a header, followed by records. The header and each record have their own
// checksums, so that an incompletely written record can be distinguished from one that was damaged later.
import { crc32 } from "node:zlib";
import type { LogPosition } from "../../apiserver/storage/backend/log-chain.ts";

/**
 * The format version of files written. The first format had no file header and no checksum of lengths; the header of
 * the second one did not say how many group commits are before the file.
 */
const formatVersion = 3;
const fileMagic = Buffer.from("kubepad\n");
const recordMagic = 0x4b504c52;
const recordMagicBytes = Buffer.from([0x52, 0x4c, 0x50, 0x4b]);
const fileHeaderBytes = 32;
const recordHeaderBytes = 24;
const firstHeaderBytes = 8;

export interface FileHeader {
  /** The revision of the last group commit before this file; in a checkpoint, its own revision. */
  readonly after: number;
  /** The place in the log at which this file begins, or for which a checkpoint stands; undefined in earlier formats. */
  readonly place: LogPosition | undefined;
  /** Whether every record was flushed to disk before it was acknowledged. */
  readonly synced: boolean;
}

/** A complete record in a file. */
export interface FileRecord {
  readonly offset: number;
  /** The revision of a group commit; undefined in files of the first format. */
  readonly revision: number | undefined;
  readonly payload: Buffer;
  /** The checksum of the payload. */
  readonly digest: number;
}

/** A position that does not hold a complete record. */
export interface Damage {
  readonly offset: number;
  readonly why: string;
  /** Whether it looks like an incomplete write, with no data after it. */
  readonly torn: boolean;
}

/** The result of scanning a file up to its end or the first damage. */
export interface FileScan {
  /** Undefined for files of the first format, and if the header is damaged. */
  readonly header: FileHeader | undefined;
  readonly first: boolean;
  readonly records: readonly FileRecord[];
  readonly damage: Damage | undefined;
}

export function encodeHeader(place: LogPosition, synced: boolean): Buffer {
  const header = Buffer.alloc(fileHeaderBytes);
  fileMagic.copy(header);
  header.writeUInt16LE(formatVersion, 8);
  header.writeUInt16LE(synced ? 1 : 0, 10);
  header.writeUInt32LE(place.sum, 12);
  header.writeDoubleLE(place.revision, 16);
  header.writeUInt32LE(place.batches, 24);
  header.writeUInt32LE(crc32(header.subarray(0, 28)), 28);
  return header;
}

export function encodeRecord(revision: number, value: unknown): Buffer {
  const payload = Buffer.from(JSON.stringify(value));
  const record = Buffer.allocUnsafe(recordHeaderBytes + payload.length);
  record.writeUInt32LE(recordMagic, 0);
  record.writeUInt32LE(payload.length, 4);
  record.writeUInt32LE(crc32(payload), 8);
  record.writeDoubleLE(revision, 12);
  record.writeUInt32LE(crc32(record.subarray(0, 20)), 20);
  payload.copy(record, recordHeaderBytes);
  return record;
}

/** Returns the checksum of the payload of an encoded record. */
export const digestOf = (record: Buffer): number => record.readUInt32LE(8);

/** Parses the payload of a record. JSON.parse only fails for data that was not written by this program. */
export const valueOf = ({ payload }: FileRecord): unknown => JSON.parse(payload.toString());

/** Whether a file has the first format: its first payload starts where later formats have their version. */
const isFirstFormat = (content: Buffer): boolean =>
  content.length > firstHeaderBytes && (content[firstHeaderBytes] === 0x7b || content[firstHeaderBytes] === 0x5b);

/** Scans a file up to its end or the first damage. `mayBeFirst` is set if the folder has the first layout. */
export function scanFile(content: Buffer, mayBeFirst: boolean): FileScan {
  const isNew = content.subarray(0, fileMagic.length).equals(fileMagic);
  if (mayBeFirst && !isNew && (isFirstFormat(content) || content.length <= firstHeaderBytes || isZero(content, 0)))
    return { header: undefined, first: true, ...scanRecords(content, 0, readFirstRecord) };
  const header = readHeader(content);
  if ("why" in header) return { header: undefined, first: false, records: [], damage: header };
  const read = (at: number): FileRecord | Damage => readRecord(content, at, header.synced);
  return { header, first: false, ...scanRecords(content, fileHeaderBytes, read) };
}

function scanRecords(content: Buffer, start: number, read: (at: number, content: Buffer) => FileRecord | Damage) {
  const records: FileRecord[] = [];
  for (let at = start; at < content.length;) {
    const record = read(at, content);
    if ("why" in record) return { records, damage: record };
    records.push(record);
    at = record.payload.byteOffset - content.byteOffset + record.payload.length;
  }
  return { records, damage: undefined };
}

function readHeader(content: Buffer): FileHeader | Damage {
  const header = content.subarray(0, fileHeaderBytes);
  const written = lastNonZero(content, 0) + 1;
  if (header.length < fileHeaderBytes || written < fileHeaderBytes)
    return { offset: 0, why: "its header was not written to its end", torn: true };
  if (crc32(header.subarray(0, 28)) !== header.readUInt32LE(28) || !header.subarray(0, 8).equals(fileMagic))
    return { offset: 0, why: "its header is damaged", torn: false };
  if (header.readUInt16LE(8) > formatVersion)
    return { offset: 0, why: "it was written by a newer version of this program", torn: false };
  const after = header.readDoubleLE(16);
  const counted = { revision: after, batches: header.readUInt32LE(24), sum: header.readUInt32LE(12) };
  const place = header.readUInt16LE(8) < formatVersion ? undefined : counted;
  return { after, place, synced: header.readUInt16LE(10) === 1 };
}

function readRecord(content: Buffer, at: number, synced: boolean): FileRecord | Damage {
  const start = at + recordHeaderBytes;
  if (start > content.length) return { offset: at, why: "its last record is short", torn: true };
  const written = lastNonZero(content, at) + 1;
  if (!isRecordHeader(content, at)) {
    const torn = written < start;
    return { offset: at, why: torn ? "its last record is zero-filled" : "a record's header is damaged", torn };
  }
  const end = start + content.readUInt32LE(at + 4);
  if (end > content.length) return { offset: at, why: "its last record is short", torn: true };
  const payload = content.subarray(start, end);
  if (crc32(payload) !== content.readUInt32LE(at + 8)) {
    // A payload never ends in a zero byte. In a synced log no record is started after an incomplete one.
    const torn = written < end && (!synced || end === content.length);
    return { offset: at, why: torn ? "its last record is zero-filled" : "a record is damaged", torn };
  }
  return { offset: at, revision: content.readDoubleLE(at + 12), payload, digest: content.readUInt32LE(at + 8) };
}

const isRecordHeader = (content: Buffer, at: number): boolean =>
  at + recordHeaderBytes <= content.length &&
  content.readUInt32LE(at) === recordMagic &&
  crc32(content.subarray(at, at + 20)) === content.readUInt32LE(at + 20);

/** Reads a record of the first format: length, checksum of the payload, payload. */
function readFirstRecord(at: number, content: Buffer): FileRecord | Damage {
  const start = at + firstHeaderBytes;
  const length = start > content.length ? Infinity : content.readUInt32LE(at);
  const end = start + length;
  if (end > content.length || length === 0) {
    const torn = length === 0 ? isZero(content, at) : nextFirstRecord(content, at + 1) === undefined;
    return { offset: at, why: torn ? "its last record is short" : "a record's length is damaged", torn };
  }
  const payload = content.subarray(start, end);
  const digest = content.readUInt32LE(at + 4);
  if (crc32(payload) === digest) return { offset: at, revision: undefined, payload, digest };
  const torn = lastNonZero(content, at) + 1 < end;
  return { offset: at, why: torn ? "its last record is zero-filled" : "a record is damaged", torn };
}

/** Returns the offset of the next complete record after damage, or undefined if there is none. */
export function nextRecord(content: Buffer, from: number, first: boolean): number | undefined {
  if (first) return nextFirstRecord(content, from);
  for (let at = nextMagic(content, from); at >= 0; at = nextMagic(content, at + 1)) {
    if (!isRecordHeader(content, at)) continue;
    if (!("why" in readRecord(content, at, true))) return at;
  }
  return undefined;
}

/** Returns where the next record may begin, or -1. `indexOf` knows no offsets from 2 GiB on, so it sees windows. */
export function nextMagic(content: Buffer, from: number, window = 2 ** 30): number {
  for (let start = from; start < content.length; start += window) {
    const found = content.subarray(start, start + window + recordMagicBytes.length - 1).indexOf(recordMagicBytes);
    if (found >= 0) return start + found;
  }
  return -1;
}

function nextFirstRecord(content: Buffer, from: number): number | undefined {
  for (let at = from; at + firstHeaderBytes < content.length; at++) {
    const opening = content[at + firstHeaderBytes];
    const end = at + firstHeaderBytes + content.readUInt32LE(at);
    if ((opening !== 0x7b && opening !== 0x5b) || end > content.length) continue;
    if (crc32(content.subarray(at + firstHeaderBytes, end)) === content.readUInt32LE(at + 4)) return at;
  }
  return undefined;
}

/** Scans the records from an offset up to the next damage. */
export const scanFrom = (content: Buffer, at: number, first: boolean) =>
  scanRecords(content, at, first ? readFirstRecord : (offset) => readRecord(content, offset, true));

function lastNonZero(content: Buffer, from: number): number {
  let at = content.length - 1;
  while (at >= from && content[at] === 0) at--;
  return at;
}

const isZero = (content: Buffer, from: number): boolean => lastNonZero(content, from) < from;
