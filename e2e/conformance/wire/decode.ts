import type { Json } from "../recorded-case.ts";
import { textOf, toBase64, viewOf } from "./bytes.ts";
import { CborReader } from "./cbor.ts";
import { decodeMessage, decodeProtobufObject } from "./protobuf.ts";

/** Decodes a body: JSON as is, protobuf and CBOR under a key with the format's name, anything else as text. */
export function decodeBody(type: string, bytes: Uint8Array, undecoded: boolean): Json {
  if (/protobuf|cbor/.test(type)) return undecoded ? { base64: toBase64(bytes) } : decodeBinary(type, bytes);
  const text = textOf(bytes);
  return /\bjson\b/.test(type) && !undecoded ? jsonOrText(text) : text;
}

/**
 * Decodes the first event in the bytes and returns its length; undefined while it is incomplete. An empty line contains
 * no event.
 */
export function decodeEvent(
  type: string,
  bytes: Uint8Array,
): { readonly size: number; readonly event: Json | undefined } | undefined {
  if (/protobuf/.test(type)) return protobufEvent(bytes);
  if (/cbor/.test(type)) return cborEvent(bytes);
  const size = bytes.indexOf(0x0a) + 1;
  if (size === 0) return undefined;
  const text = textOf(bytes.subarray(0, size)).trim();
  return { size, event: text === "" ? undefined : (JSON.parse(text) as Json) };
}

function jsonOrText(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

function decodeBinary(type: string, bytes: Uint8Array): Json {
  try {
    return /cbor/.test(type) ? { cbor: new CborReader(bytes).item() } : { protobuf: decodeProtobufObject(bytes) };
  } catch {
    return { base64: toBase64(bytes) };
  }
}

function protobufEvent(bytes: Uint8Array): { size: number; event: Json } | undefined {
  const size = bytes.length < 4 ? Number.POSITIVE_INFINITY : 4 + viewOf(bytes).getUint32(0);
  return bytes.length < size
    ? undefined
    : { size, event: { protobuf: decodeMessage(bytes.subarray(4, size), "WatchEvent") } };
}

function cborEvent(bytes: Uint8Array): { size: number; event: Json } | undefined {
  try {
    const reader = new CborReader(bytes);
    const event = { cbor: reader.item() };
    return { size: reader.at, event };
  } catch {
    return undefined;
  }
}
