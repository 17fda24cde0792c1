import { joinBytes } from "./join-bytes.ts";

/** Input is passed on in parts of this size, so that a part yields at most about a megabyte. */
const step = 1024;

/** Data that unpacks to more bytes than allowed. */
export class TooLargeError extends Error {
  constructor(limit: number) {
    super(`it unpacks to more than ${Math.floor(limit / 1_000_000)} MB`);
    this.name = "TooLargeError";
  }
}

/** Decompresses raw deflate data to at most `limit` bytes. Throws for damaged or incomplete data. */
export async function inflateWithin(data: Uint8Array, limit: number, dictionary: Uint8Array): Promise<Uint8Array> {
  const { Inflate } = await import("fflate");
  return unpackWithin(data, limit, (ondata) => new Inflate({ dictionary }, ondata));
}

/** Decompresses gzip data to at most `limit` bytes. Throws for damaged or incomplete data. */
export async function gunzipWithin(data: Uint8Array, limit: number): Promise<Uint8Array> {
  const { Gunzip } = await import("fflate");
  const unpacked = unpackWithin(data, limit, (ondata) => new Gunzip(ondata));
  // the length at the end tells data that was cut off, which fflate may take for complete
  const end = data.subarray(-4);
  if (end.length < 4 || new DataView(end.buffer, end.byteOffset).getUint32(0, true) !== unpacked.length % 2 ** 32)
    throw new Error("unexpected EOF");
  return unpacked;
}

interface Unpacking {
  push(part: Uint8Array, final: boolean): void;
}

function unpackWithin(
  data: Uint8Array,
  limit: number,
  start: (ondata: (part: Uint8Array) => void) => Unpacking,
): Uint8Array {
  const parts: Uint8Array[] = [];
  let length = 0;
  const unpacking = start((part) => {
    length += part.length;
    if (length > limit) throw new TooLargeError(limit);
    parts.push(part);
  });
  for (let at = 0; at < Math.max(data.length, 1); at += step)
    unpacking.push(data.subarray(at, at + step), at + step >= data.length);
  return joinBytes(parts);
}
