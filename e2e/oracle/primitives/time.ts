import type { Time } from "../../../src/apimachinery/civil-time.ts";
import { decodeDuration, formatDuration } from "../../../src/apimachinery/duration.ts";
import { decodeJson } from "../../../src/apimachinery/json/decode.ts";
import { encodeJson } from "../../../src/apimachinery/json/encode.ts";
import {
  decodeMicroTime,
  decodeTime,
  encodeMicroTime,
  encodeMicroTimeProto,
  encodeTime,
  encodeTimeProto,
} from "../../../src/apimachinery/time.ts";
import { difference, input, type OracleRecord } from "../record.ts";
import { messageOf, outcomeOf } from "./outcome.ts";

interface TimeKind {
  readonly name: "time" | "microTime";
  readonly decode: typeof decodeTime;
  readonly encode: (time: Time) => string;
  readonly proto: typeof encodeTimeProto;
}

const kinds: readonly TimeKind[] = [
  { name: "time", decode: decodeTime, encode: encodeTime, proto: encodeTimeProto },
  { name: "microTime", decode: decodeMicroTime, encode: encodeMicroTime, proto: encodeMicroTimeProto },
];

function base64(bytes: Uint8Array): string | null {
  return bytes.length === 0 ? null : btoa(String.fromCharCode(...bytes));
}

function describe({ name, decode, encode, proto }: TimeKind, text: string): object {
  let time: Time | undefined;
  const error = messageOf(() => (time = decode(decodeJson(text))));
  if (error !== undefined) return { [`${name}Error`]: error };
  return {
    [name]: time === undefined ? "null" : encodeJson(encode(time)),
    [`${name}Error`]: null,
    [`${name}MarshalError`]: null,
    [`${name}Proto`]: base64(proto(time)),
  };
}

function duration(text: string): object {
  const nanos = decodeDuration(decodeJson(text));
  return { json: encodeJson(formatDuration(nanos)), nanoseconds: String(nanos) };
}

function run(record: OracleRecord): object | undefined {
  const text = input<string>(record, "in");
  switch (record.op) {
    case "unmarshalJSON time and microTime":
      return Object.assign({}, ...kinds.map((kind) => describe(kind, text)));
    case "unmarshalJSON duration":
      return outcomeOf(() => duration(text));
    case "format duration":
      return { string: formatDuration(BigInt(text)) };
    default:
      return undefined;
  }
}

export function check(record: OracleRecord): string | undefined {
  const outcome = run(record);
  return outcome ? difference(record.expect, outcome) : `unknown operation ${record.op}`;
}
