/** The encodings of a body that is written as JSON in a sequence. */
export type BodyEncoding = "cbor" | "protobuf";

type Members = { readonly [name: string]: unknown };

/** Bytes in a value that is to be encoded as CBOR, as hexadecimal digits: what JSON cannot say. */
export const cborMember = "$cbor";

/** Encodes a JSON text. */
export function encodeBody(encoding: BodyEncoding, json: string): Buffer {
  const value: unknown = JSON.parse(json);
  return encoding === "cbor" ? encodeCbor(value) : encodeConfigMap(value as Members);
}

function encodeCbor(value: unknown): Buffer {
  if (value === null) return Buffer.from([0xf6]);
  if (typeof value === "boolean") return Buffer.from([value ? 0xf5 : 0xf4]);
  if (typeof value === "number") return encodeNumber(value);
  if (typeof value === "string") return withLength(3, Buffer.from(value));
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(encodeCbor)]);
  const members = Object.entries(value as Members);
  const [first] = members;
  if (first?.[0] === cborMember) return Buffer.from(String(first[1]), "hex");
  return Buffer.concat([
    head(5, members.length),
    ...members.flatMap(([name, member]) => [withLength(3, Buffer.from(name)), encodeCbor(member)]),
  ]);
}

function encodeNumber(value: number): Buffer {
  if (Number.isSafeInteger(value)) return value < 0 ? head(1, -1 - value) : head(0, value);
  const bytes = Buffer.alloc(9);
  bytes[0] = 0xfb;
  bytes.writeDoubleBE(value, 1);
  return bytes;
}

const withLength = (major: number, bytes: Buffer): Buffer => Buffer.concat([head(major, bytes.length), bytes]);

/** The start of an item: its major type and its length or value, in the least bytes. */
function head(major: number, value: number): Buffer {
  const type = major << 5;
  if (value < 24) return Buffer.from([type | value]);
  if (value < 0x100) return Buffer.from([type | 24, value]);
  const bytes = Buffer.alloc(value < 0x10000 ? 3 : value < 0x100000000 ? 5 : 9);
  if (bytes.length === 3) bytes.writeUInt16BE(value, 1);
  else if (bytes.length === 5) bytes.writeUInt32BE(value, 1);
  else bytes.writeBigUInt64BE(BigInt(value), 1);
  bytes[0] = type | { 3: 25, 5: 26, 9: 27 }[bytes.length as 3 | 5 | 9];
  return bytes;
}

const magic = Buffer.from([0x6b, 0x38, 0x73, 0]);

/** Encodes a ConfigMap in the envelope of Kubernetes; members that are none of its fields are left out. */
function encodeConfigMap({ apiVersion, kind, metadata, data, immutable }: Members): Buffer {
  const object = message([
    [1, encodeMetadata((metadata ?? {}) as Members)],
    ...entries(2, data),
    ...(typeof immutable === "boolean" ? ([[4, immutable ? 1 : 0]] as const) : []),
  ]);
  const typeMeta = message([
    [1, text(apiVersion)],
    [2, text(kind)],
  ]);
  return Buffer.concat([
    magic,
    message([
      [1, typeMeta],
      [2, object],
    ]),
  ]);
}

function encodeMetadata(metadata: Members): Buffer {
  const texts = { name: 1, generateName: 2, namespace: 3, selfLink: 4, uid: 5, resourceVersion: 6 };
  return message([
    ...Object.entries(texts).flatMap(([name, number]): Field[] =>
      typeof metadata[name] === "string" ? [[number, text(metadata[name])]] : [],
    ),
    ...(typeof metadata["generation"] === "number" ? ([[7, metadata["generation"]]] as const) : []),
    ...entries(11, metadata["labels"]),
    ...entries(12, metadata["annotations"]),
    ...(Array.isArray(metadata["finalizers"]) ? metadata["finalizers"].map((each): Field => [14, text(each)]) : []),
  ]);
}

/** A field: its number, and bytes or a number. */
type Field = readonly [number: number, value: Buffer | number];

const message = (fields: readonly Field[]): Buffer =>
  Buffer.concat(
    fields.flatMap(([number, value]) =>
      typeof value === "number"
        ? [varint(number << 3), varint(value)]
        : [varint((number << 3) | 2), varint(value.length), value],
    ),
  );

const text = (value: unknown): Buffer => Buffer.from(String(value));

const entries = (number: number, map: unknown): Field[] =>
  Object.entries((map ?? {}) as Members).map(([key, value]) => [
    number,
    message([
      [1, text(key)],
      [2, text(value)],
    ]),
  ]);

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = BigInt(value);
  for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return Buffer.from([...bytes, Number(rest)]);
}
