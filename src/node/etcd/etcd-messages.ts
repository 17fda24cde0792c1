import { BackwardWriter } from "../../apiserver/codec/binary/backward-writer.ts";
import { ProtobufReader } from "../../apiserver/codec/protobuf/protobuf-reader.ts";

// The messages of etcd's API (etcdserverpb/rpc.proto, mvccpb/kv.proto) as far as they are used here.

/** A key with its value (mvccpb.KeyValue). */
export interface KeyValue {
  readonly key: string;
  readonly value: Uint8Array;
  readonly createRevision: number;
  readonly modRevision: number;
  readonly version: number;
  /** The ID of the lease by which the key ends; 0 for none. */
  readonly lease: bigint;
}

/** What a range reads (RangeRequest). */
export interface RangeRequest {
  readonly key: string;
  /** The key that ends the range; one key alone if absent. */
  readonly end?: string | undefined;
  readonly limit?: number | undefined;
  readonly revision?: number | undefined;
  readonly keysOnly?: boolean;
  readonly countOnly?: boolean;
  /** Keys that were last changed before are left out, but counted. */
  readonly minModRevision?: number | undefined;
}

/** What every answer says of the member that gave it (ResponseHeader). */
export interface AnsweredBy {
  readonly revision: number;
  /** The ID of the cluster of the member. */
  readonly cluster: number | bigint;
}

export interface RangeResponse extends AnsweredBy {
  readonly kvs: readonly KeyValue[];
  readonly more: boolean;
  readonly count: number;
}

/** A write of one key if it was last changed at a revision, 0 for a key that is not there (TxnRequest). */
export interface SwapRequest {
  readonly key: string;
  readonly expected: number;
  /** Which of a key is compared: by default, its revision. */
  readonly compare?: "modRevision" | "version";
  /** The new value, or undefined for a deletion. */
  readonly value: Uint8Array | undefined;
  readonly lease?: bigint | undefined;
}

export interface SwapResponse extends AnsweredBy {
  readonly succeeded: boolean;
  /** The key as it is, if the write was refused. */
  readonly found?: KeyValue | undefined;
}

/** One change of a key (mvccpb.Event). */
export interface WatchedEvent {
  readonly deleted: boolean;
  readonly kv: KeyValue;
  readonly before?: KeyValue | undefined;
}

export interface WatchResponse extends AnsweredBy {
  readonly created: boolean;
  readonly canceled: boolean;
  readonly compactRevision: number;
  readonly cancelReason: string;
  /** Whether more of the same revision follows. */
  readonly fragment: boolean;
  readonly events: readonly WatchedEvent[];
}

const varintType = 0;
const bytesType = 2;
const tag = (field: number, type: number): number => (field << 3) | type;

/** Writes fields from the last to the first. */
export class MessageWriter {
  readonly #writer = new BackwardWriter();

  int(field: number, value: number | bigint = 0): this {
    if (value === 0 || value === 0n) return this;
    this.#writer.int64(value);
    this.#writer.byte(tag(field, varintType));
    return this;
  }

  bool(field: number, value = false): this {
    return this.int(field, value ? 1 : 0);
  }

  bytes(field: number, value: Uint8Array | undefined): this {
    if (value === undefined) return this;
    this.#writer.bytes(value);
    this.#writer.varint(value.length);
    this.#writer.byte(tag(field, bytesType));
    return this;
  }

  text(field: number, value: string | undefined): this {
    if (value === undefined) return this;
    this.#writer.varint(this.#writer.text(value));
    this.#writer.byte(tag(field, bytesType));
    return this;
  }

  message(field: number, write: (writer: MessageWriter) => unknown): this {
    const before = this.#writer.length;
    write(this);
    this.#writer.varint(this.#writer.length - before);
    this.#writer.byte(tag(field, bytesType));
    return this;
  }

  finish(): Uint8Array {
    return this.#writer.finish();
  }
}

/** Returns the message whose fields a function writes. */
export const message = (write: (writer: MessageWriter) => unknown): Uint8Array => {
  const writer = new MessageWriter();
  write(writer);
  return writer.finish();
};

const writeRange = (writer: MessageWriter, { key, end, limit, revision, ...how }: RangeRequest): unknown =>
  writer
    .int(10, how.minModRevision)
    .bool(9, how.countOnly)
    .bool(8, how.keysOnly)
    .int(4, revision)
    .int(3, limit)
    .text(2, end)
    .text(1, key);

export const encodeRange = (request: RangeRequest): Uint8Array => message((writer) => writeRange(writer, request));

/** The values of Compare.CompareTarget, and the fields that their values are in. */
const targets = { version: [0, 4], modRevision: [2, 6] } as const;

export function encodeSwap({ key, expected, compare = "modRevision", value, lease }: SwapRequest): Uint8Array {
  const [target, field] = targets[compare];
  return message((txn) =>
    txn
      .message(3, (op) => op.message(1, (range) => range.text(1, key)))
      .message(2, (op) =>
        value === undefined
          ? op.message(3, (deletion) => deletion.text(1, key))
          : op.message(2, (put) => put.int(3, lease).bytes(2, value).text(1, key)),
      )
      .message(1, (comparison) => comparison.int(field, expected).text(3, key).int(2, target)),
  );
}

export const encodeCompaction = (revision: number): Uint8Array => message((writer) => writer.int(1, revision));

export const encodeLeaseGrant = (seconds: number): Uint8Array => message((writer) => writer.int(1, seconds));

/** What a watch follows (WatchCreateRequest). */
export interface WatchRequest {
  readonly key: string;
  readonly end: string;
  readonly startRevision: number;
  readonly prevKv?: boolean;
}

export const encodeWatchCreate = ({ key, end, startRevision, prevKv }: WatchRequest): Uint8Array =>
  message((request) =>
    request.message(1, (create) =>
      create.bool(8, true).bool(6, prevKv).bool(4, true).int(3, startRevision).text(2, end).text(1, key),
    ),
  );

const safe = (value: number | bigint): number => Number(value);

/** Calls `read` for each field of the message that a reader is in. */
function eachField(reader: ProtobufReader, name: string, read: (field: number) => boolean): void {
  while (reader.tag(name)) if (!read(reader.field)) reader.skip();
}

function nested(reader: ProtobufReader, name: string, read: (field: number) => boolean): true {
  const outer = reader.enter();
  eachField(reader, name, read);
  reader.leave(outer);
  return true;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const nobody: AnsweredBy = { revision: 0, cluster: 0 };

function readHeader(reader: ProtobufReader, answer: Mutable<AnsweredBy>): true {
  return nested(reader, "ResponseHeader", (field) => {
    if (field === 1) answer.cluster = reader.int64();
    else if (field === 3) answer.revision = safe(reader.int64());
    else return false;
    return true;
  });
}

const noBytes: Uint8Array = new Uint8Array();

const noKeyValue: KeyValue = {
  key: "",
  value: noBytes,
  createRevision: 0,
  modRevision: 0,
  version: 0,
  lease: 0n,
};

function readKeyValue(reader: ProtobufReader): KeyValue {
  const kv: Mutable<KeyValue> = { ...noKeyValue };
  nested(reader, "KeyValue", (field) => {
    switch (field) {
      case 1:
        kv.key = reader.text();
        return true;
      case 2:
        kv.createRevision = safe(reader.int64());
        return true;
      case 3:
        kv.modRevision = safe(reader.int64());
        return true;
      case 4:
        kv.version = safe(reader.int64());
        return true;
      case 5:
        kv.value = reader.view();
        return true;
      case 6:
        kv.lease = BigInt(reader.int64());
        return true;
      default:
        return false;
    }
  });
  return kv;
}

interface RangeFields extends Mutable<AnsweredBy> {
  kvs: KeyValue[];
  more: boolean;
  count: number;
}

const rangeFields =
  (reader: ProtobufReader, found: RangeFields) =>
  (field: number): boolean => {
    switch (field) {
      case 1:
        return readHeader(reader, found);
      case 2:
        found.kvs.push(readKeyValue(reader));
        return true;
      case 3:
        found.more = reader.bool();
        return true;
      case 4:
        found.count = safe(reader.int64());
        return true;
      default:
        return false;
    }
  };

export function decodeRange(bytes: Uint8Array): RangeResponse {
  const reader = new ProtobufReader(bytes, 0);
  const found: RangeFields = { ...nobody, kvs: [], more: false, count: 0 };
  eachField(reader, "RangeResponse", rangeFields(reader, found));
  return found;
}

export function decodeSwap(bytes: Uint8Array): SwapResponse {
  const reader = new ProtobufReader(bytes, 0);
  const answer: Mutable<SwapResponse> = { ...nobody, succeeded: false };
  eachField(reader, "TxnResponse", (field) => {
    if (field === 1) return readHeader(reader, answer);
    if (field === 2) answer.succeeded = reader.bool();
    else if (field === 3)
      nested(reader, "ResponseOp", (op) => {
        if (op !== 1) return false;
        const range: RangeFields = { ...nobody, kvs: [], more: false, count: 0 };
        nested(reader, "RangeResponse", rangeFields(reader, range));
        [answer.found] = range.kvs;
        return true;
      });
    else return false;
    return true;
  });
  return answer;
}

/** Returns the ID of a lease (LeaseGrantResponse). */
export function decodeLeaseGrant(bytes: Uint8Array): bigint {
  const reader = new ProtobufReader(bytes, 0);
  let id = 0n;
  eachField(reader, "LeaseGrantResponse", (field) => {
    if (field !== 2) return false;
    id = BigInt(reader.int64());
    return true;
  });
  return id;
}

/** What a member says of itself (StatusResponse). */
export interface MemberStatus {
  readonly version: string;
  readonly dbSize: number;
}

export function decodeStatus(bytes: Uint8Array): MemberStatus {
  const reader = new ProtobufReader(bytes, 0);
  const status = { version: "", dbSize: 0 };
  eachField(reader, "StatusResponse", (field) => {
    if (field === 2) status.version = reader.text();
    else if (field === 3) status.dbSize = safe(reader.int64());
    else return false;
    return true;
  });
  return status;
}

function readEvent(reader: ProtobufReader): WatchedEvent {
  const event: { deleted: boolean; kv: KeyValue; before?: KeyValue } = {
    deleted: false,
    kv: noKeyValue,
  };
  nested(reader, "Event", (field) => {
    if (field === 1) event.deleted = reader.int32() === 1;
    else if (field === 2) event.kv = readKeyValue(reader);
    else if (field === 3) event.before = readKeyValue(reader);
    else return false;
    return true;
  });
  return event;
}

export function decodeWatch(bytes: Uint8Array): WatchResponse {
  const reader = new ProtobufReader(bytes, 0);
  const events: WatchedEvent[] = [];
  const answer = {
    ...nobody,
    created: false,
    canceled: false,
    compactRevision: 0,
    cancelReason: "",
    fragment: false,
    events,
  };
  eachField(reader, "WatchResponse", (field) => {
    if (field === 1) return readHeader(reader, answer);
    if (field === 3) answer.created = reader.bool();
    else if (field === 4) answer.canceled = reader.bool();
    else if (field === 5) answer.compactRevision = safe(reader.int64());
    else if (field === 6) answer.cancelReason = reader.text();
    else if (field === 7) answer.fragment = reader.bool();
    else if (field === 11) events.push(readEvent(reader));
    else return false;
    return true;
  });
  return answer;
}
