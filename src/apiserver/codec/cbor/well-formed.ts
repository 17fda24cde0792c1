import { CborError, unacceptable, unexpectedEnd } from "./cbor-error.ts";
import { CborHeads, indefinite, major, majorName } from "./cbor-head.ts";

const maxDepth = 64;
const maxItems = 1024;

/** Checks that bytes are one item of CBOR within upstream's limits, before anything of it is decoded. Throws CborError. */
export function checkWellFormed(bytes: Uint8Array): void {
  if (bytes.length === 0) throw new CborError("EOF");
  const heads = new CborHeads(bytes);
  checkItem(heads, 0);
  const left = bytes.length - heads.at;
  if (left > 0) throw new CborError(`cbor: ${left} bytes of extraneous data starting at index ${heads.at}`);
}

function checkItem(heads: CborHeads, depth: number): void {
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

function deeper(depth: number): number {
  if (depth >= maxDepth) throw new CborError(`cbor: exceeded max nested level ${maxDepth}`);
  return depth + 1;
}

/** A Go int is what upstream counts with. */
const isTooLarge = ({ info, wide }: CborHeads): boolean => info === 27 && wide > 0x7fffffffffffffffn;

function checkString(heads: CborHeads): void {
  if (isTooLarge(heads)) throw new CborError(`cbor: ${majorName(heads.type)} length ${heads.wide} is too large, causing integer overflow`);
  if (heads.bytes.length - heads.at < heads.argument) throw unexpectedEnd();
  heads.at += heads.argument;
}

function checkChunks(heads: CborHeads, type: number): void {
  while (!heads.foundBreak()) {
    if (heads.atEnd) throw unexpectedEnd();
    if (heads.nextType !== type) throw new CborError(`cbor: wrong element type ${majorName(heads.nextType)} for indefinite-length ${majorName(type)}`);
    if (((heads.bytes[heads.at] ?? 0) & 31) === indefinite) throw new CborError(`cbor: indefinite-length ${majorName(type)} chunk is not definite-length`);
    heads.head();
    checkString(heads);
  }
}

function refuseCount(type: number): never {
  throw new CborError(type === major.array ? `cbor: exceeded max number of elements ${maxItems} for CBOR array` : `cbor: exceeded max number of key-value pairs ${maxItems} for CBOR map`);
}

function checkContainer(heads: CborHeads, depth: number): void {
  const { type, argument } = heads;
  if (heads.info === indefinite) return checkUntilBreak(heads, type, depth);
  if (isTooLarge(heads)) throw new CborError(`cbor: ${majorName(type)} length ${heads.wide} is too large, it would cause integer overflow`);
  if (argument > maxItems) refuseCount(type);
  for (let left = type === major.map ? argument * 2 : argument; left > 0; left--) checkItem(heads, depth);
}

function checkUntilBreak(heads: CborHeads, type: number, depth: number): void {
  let count = 0;
  while (!heads.foundBreak()) {
    if (heads.atEnd) throw unexpectedEnd();
    checkItem(heads, depth);
    count++;
    if (count > (type === major.map ? maxItems * 2 + 1 : maxItems)) refuseCount(type);
  }
  if (type === major.map && count % 2 === 1) throw new CborError('cbor: unexpected "break" code');
}

/** Tags in a row count as levels from the second on. */
function checkTagged(heads: CborHeads, depth: number): void {
  let level = depth;
  for (;;) {
    if (heads.atEnd) throw unexpectedEnd();
    if (heads.argument === 2 || heads.argument === 3) throw unacceptable("tag", "bignum");
    if (heads.nextType !== major.tag) return checkItem(heads, level);
    heads.head();
    level = deeper(level);
  }
}

