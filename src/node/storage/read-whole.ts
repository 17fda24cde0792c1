import { constants } from "node:buffer";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** How many bytes are read at once: one call of the system reads less than 2 GiB, and `readFileSync` no larger file. */
const largestPiece = 2 ** 30;

/** The largest size of a file, and of what is read of it at once, in bytes. */
export interface ReadLimits {
  readonly file: number;
  readonly piece: number;
}

const defaultLimits: ReadLimits = { file: constants.MAX_LENGTH, piece: largestPiece };

/** Reads a whole file, also one above 2 GiB. Throws if it is larger than this release of Node can hold. */
export function readWhole(path: string, { file: most, piece }: ReadLimits = defaultLimits): Buffer {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    if (size > most) throw new Error(`it has ${size} bytes, and this release of Node can read ${most} at most`);
    const content = Buffer.allocUnsafe(size);
    let length = 0;
    for (let read = -1; length < size && read !== 0; length += read)
      read = readSync(file, content, length, Math.min(piece, size - length), length);
    return content.subarray(0, length);
  } finally {
    closeSync(file);
  }
}
