const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const printable = /^[^\p{C}]*$/u;
/** Seconds that are those of a time of the test rather than a number that a sample has. */
const recent = { from: 1.7e9, to: 2.1e9 };

/** The allocated ports of nodes. */
const ports = { from: 30086, to: 32767 };
const isIn = ({ from, to }: typeof recent, value: number): boolean => value >= from && value <= to;

type Value = number | Uint8Array;
type Field = readonly [number: number, value: Value];

/**
 * Prints an object in protobuf as JSON without knowing its type: members are named by the numbers of fields, in their
 * order and as often as they are there. Fields of metadata that differ between servers have their names; the revision
 * of a list, seconds and allocated ports are hidden. Undefined if the bytes are something else.
 */
export function printWireObject(bytes: Uint8Array): string | undefined {
  if (Buffer.from(bytes.subarray(0, 4)).toString("latin1") !== "k8s\0") return undefined;
  const fields = fieldsOf(bytes.subarray(4));
  return fields === undefined ? undefined : `{"protobuf":${printMessage(fields, 0)}}\n`;
}

/** Returns the fields of a message; undefined if the bytes are none. */
function fieldsOf(bytes: Uint8Array): readonly Field[] | undefined {
  const fields: Field[] = [];
  const cursor = { at: 0 };
  while (cursor.at < bytes.length) {
    const tag = varint(bytes, cursor);
    if (tag === undefined || tag < 8) return undefined;
    const value = valueOf(bytes, cursor, tag % 8);
    if (value === undefined) return undefined;
    fields.push([Math.floor(tag / 8), value]);
  }
  return fields;
}

function valueOf(bytes: Uint8Array, cursor: { at: number }, type: number): Value | undefined {
  if (type === 0) return varint(bytes, cursor);
  const size = type === 1 ? 8 : type === 5 ? 4 : type === 2 ? varint(bytes, cursor) : undefined;
  if (size === undefined || cursor.at + size > bytes.length) return undefined;
  const value = bytes.subarray(cursor.at, cursor.at + size);
  cursor.at += size;
  return value;
}

function varint(bytes: Uint8Array, cursor: { at: number }): number | undefined {
  let [value, factor] = [0, 1];
  for (let i = 0; i < 10; i++) {
    const byte = bytes[cursor.at++];
    if (byte === undefined) return undefined;
    value += (byte & 127) * factor;
    if (byte < 128) return value;
    factor *= 128;
  }
  return undefined;
}

const textOf = (value: Value | undefined): string =>
  value instanceof Uint8Array ? Buffer.from(value).toString("utf8") : String(value ?? "");

/** The fields of ObjectMeta that are named. */
const named: Readonly<Record<number, string>> = { 5: "uid", 6: "resourceVersion" };
const managedFields = 17;

function printMessage(fields: readonly Field[], depth: number): string {
  const isMetadata = fields.some(([number, value]) => number === 5 && uuid.test(textOf(value)));
  const members = fields
    .filter(([number]) => !isMetadata || number !== managedFields)
    .map(([number, value]) => {
      const isListRevision = depth === 2 && number === 2 && !isMetadata && /^[1-9]\d*$/.test(textOf(value));
      const name = (isMetadata ? named[number] : undefined) ?? String(number);
      return `"${name}":${isListRevision ? '"<list>"' : printValue(value, depth)}`;
    });
  const managers = isMetadata ? fields.filter(([number]) => number === managedFields) : [];
  const list = managers.map(([, value]) => printValue(value, depth)).join(",");
  return `{${[...members, ...(managers.length > 0 ? [`"managedFields":[${list}]`] : [])].join(",")}}`;
}

function printValue(value: Value, depth: number): string {
  if (typeof value === "number")
    return isIn(recent, value) ? '"<seconds>"' : isIn(ports, value) ? '"<port>"' : `${value}`;
  const text = textOf(value);
  if (printable.test(text) && Buffer.from(text).equals(value)) return JSON.stringify(text);
  const fields = fieldsOf(value);
  return fields === undefined ? `"${Buffer.from(value).toString("hex")}"` : printMessage(fields, depth + 1);
}
