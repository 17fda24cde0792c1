import { CborError, unacceptable, unexpectedEnd } from "./cbor-error.ts";
import { CborHeads, indefinite, major, majorName } from "./cbor-head.ts";

const maxDepth = 64;
const maxItems = 1024;
/** The maximum number of recorded spans; objects have few members. */
const mostSpans = 8;

class CheckedHeads extends CborHeads {
  /** Alternating start and end offsets of the values of the outermost map. */
  readonly spans: number[] = [];
}

/**
 * Checks that bytes are one well-formed CBOR item within upstream's limits, before any of it is decoded. Returns
 * alternating start and end offsets of the values of an outermost map. Throws CborError.
 */
export function checkWellFormed(bytes: Uint8Array): readonly number[] {
  if (bytes.length === 0) throw new CborError("EOF");
  const heads = new CheckedHeads(bytes);
  checkItem(heads, 0);
  const left = bytes.length - heads.at;
  if (left > 0) throw new CborError(`cbor: ${left} bytes of extraneous data starting at index ${heads.at}`);
  return heads.spans;
}

function checkItem(heads: CheckedHeads, depth: number): void {
  if (passesShort(heads)) return;
  heads.head();
  switch (heads.type) {
    case major.bytes:
    case major.text:
      return heads.info === indefinite ? checkChunks(heads, heads.type) : checkString(heads);
    case major.array:
    case major.map:
      return checkContainer(heads, deeper(depth));
    case major.tag:
      return checkTagged(heads, depth);
  }
}

/** Skips a short byte string, a small integer, false, true or null, the most common items. */
function passesShort(heads: CheckedHeads): boolean {
  const { bytes, at } = heads;
  const first = bytes[at] ?? 0xff;
  const end =
    first >= 0x40 && first < 0x58 ? at + first - 0x3f : first < 0x18 || (first >= 0xf4 && first < 0xf7) ? at + 1 : 0;
  if (end === 0 || end > bytes.length) return false;
  heads.at = end;
  return true;
}

function deeper(depth: number): number {
  if (depth >= maxDepth) throw new CborError(`cbor: exceeded max nested level ${maxDepth}`);
  return depth + 1;
}

/** Reports whether a length exceeds a Go int, which upstream uses. */
const isTooLarge = ({ info, wide }: CheckedHeads): boolean => info === 27 && wide > 0x7fffffffffffffffn;

function checkString(heads: CheckedHeads): void {
  if (isTooLarge(heads))
    throw new CborError(`cbor: ${majorName(heads.type)} length ${heads.wide} is too large, causing integer overflow`);
  if (heads.bytes.length - heads.at < heads.argument) throw unexpectedEnd();
  heads.at += heads.argument;
}

function checkChunks(heads: CheckedHeads, type: number): void {
  while (!heads.foundBreak()) {
    if (heads.atEnd) throw unexpectedEnd();
    if (heads.nextType !== type)
      throw new CborError(
        `cbor: wrong element type ${majorName(heads.nextType)} for indefinite-length ${majorName(type)}`,
      );
    if (((heads.bytes[heads.at] ?? 0) & 31) === indefinite)
      throw new CborError(`cbor: indefinite-length ${majorName(type)} chunk is not definite-length`);
    heads.head();
    checkString(heads);
  }
}

function refuseCount(type: number): never {
  throw new CborError(
    type === major.array
      ? `cbor: exceeded max number of elements ${maxItems} for CBOR array`
      : `cbor: exceeded max number of key-value pairs ${maxItems} for CBOR map`,
  );
}

function checkContainer(heads: CheckedHeads, depth: number): void {
  const { type, argument } = heads;
  if (heads.info === indefinite) return checkUntilBreak(heads, type, depth);
  if (isTooLarge(heads))
    throw new CborError(`cbor: ${majorName(type)} length ${heads.wide} is too large, it would cause integer overflow`);
  if (argument > maxItems) refuseCount(type);
  if (depth === 1 && type === major.map) return checkOutermost(heads, argument);
  for (let left = type === major.map ? argument * 2 : argument; left > 0; left--) checkItem(heads, depth);
}

function checkOutermost(heads: CheckedHeads, count: number): void {
  for (let i = 0; i < count; i++) {
    checkItem(heads, 1);
    const start = heads.at;
    checkItem(heads, 1);
    if (i < mostSpans) heads.spans.push(start, heads.at);
  }
}

function checkUntilBreak(heads: CheckedHeads, type: number, depth: number): void {
  let count = 0;
  while (!heads.foundBreak()) {
    if (heads.atEnd) throw unexpectedEnd();
    checkItem(heads, depth);
    count++;
    if (count > (type === major.map ? maxItems * 2 + 1 : maxItems)) refuseCount(type);
  }
  if (type === major.map && count % 2 === 1) throw new CborError('cbor: unexpected "break" code');
}

/** Checks tagged items. Consecutive tags count as nesting levels from the second on. */
function checkTagged(heads: CheckedHeads, depth: number): void {
  let level = depth;
  for (;;) {
    if (heads.atEnd) throw unexpectedEnd();
    if (heads.argument === 2 || heads.argument === 3) throw unacceptable("tag", "bignum");
    if (heads.nextType !== major.tag) return checkItem(heads, level);
    heads.head();
    level = deeper(level);
  }
}
