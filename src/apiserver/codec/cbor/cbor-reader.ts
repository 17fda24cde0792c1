import { decodeUtf8 } from "../../../apimachinery/utf8.ts";
import { ByteText } from "../binary/byte-text.ts";
import { CborError, invalidUtf8, unacceptable, type CborError as Problem } from "./cbor-error.ts";
import { CborHeads, indefinite, major, majorName } from "./cbor-head.ts";
import { checkWellFormed } from "./well-formed.ts";

const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const selfDescribed = 55799;
const none: readonly number[] = [];

/**
 * Reads a well-formed item. A value that does not fit its type is recorded in `problem`, and decoding continues after
 * it. The enclosing container takes the problem over, since upstream's decoder reports the first problem, or a later
 * one with precedence.
 */
export class CborReader extends CborHeads {
  /** Whether map keys without a matching field are errors. */
  strict = false;
  problem: Problem | undefined;
  /** A problem reported after all others, because upstream checks raw values last. */
  lateProblem: Problem | undefined;
  /** Tags 21 to 23 of the current value, which specify the text encoding of its bytes. */
  laterEncodings: readonly number[] = none;
  readonly #text: ByteText;
  /** Alternating start and end offsets of the values of the outermost map, known from the well-formedness check. */
  readonly spans: readonly number[];

  /** Throws CborError unless the bytes are one well-formed item. */
  constructor(bytes: Uint8Array) {
    super(bytes);
    this.spans = checkWellFormed(bytes);
    this.#text = new ByteText(bytes);
  }

  /** Restarts at the beginning. */
  rewind(strict: boolean): void {
    this.at = 0;
    this.strict = strict;
    this.problem = undefined;
    this.lateProblem = undefined;
    this.laterEncodings = none;
  }

  /** Returns and clears the problem of the last value. */
  takeProblem(): Problem | undefined {
    const { problem } = this;
    this.problem = undefined;
    return problem;
  }

  get nextIsNull(): boolean {
    const byte = this.bytes[this.at];
    return byte === 0xf6 || byte === 0xf7;
  }

  /** Skips the next item. */
  skip(): void {
    const { at } = this;
    for (let i = 0; i < this.spans.length; i += 2) {
      if (this.spans[i] !== at) continue;
      this.at = this.spans[i + 1] ?? at;
      return;
    }
    this.#skipItem();
  }

  #skipItem(): void {
    this.head();
    const { type, argument } = this;
    if (this.info === indefinite) {
      while (!this.foundBreak()) this.#skipItem();
    } else if (type === major.bytes || type === major.text) this.at += argument;
    else if (type === major.tag) this.#skipItem();
    else if (type === major.array || type === major.map) {
      for (let left = type === major.map ? argument * 2 : argument; left > 0; left--) this.#skipItem();
    }
  }

  /** Skips tags that only declare the content to be CBOR. */
  skipSelfDescription(): void {
    while (this.nextType === major.tag) {
      const before = this.at;
      this.head();
      if (this.argument === selfDescribed) continue;
      this.at = before;
      return;
    }
  }

  /** Checks the content of the next tags. Content that a tag does not allow is recorded as a problem. */
  checkTags(): boolean {
    const before = this.at;
    while (this.nextType === major.tag) {
      this.head();
      const problem = tagProblem(this.argument, this.bytes[this.at] ?? 0);
      if (problem === undefined) continue;
      this.skip();
      this.problem = problem;
      return false;
    }
    this.at = before;
    return true;
  }

  /** Enters the next container and returns its number of entries or items, or Infinity for indefinite length. */
  open(): number {
    this.head();
    return this.info === indefinite ? Infinity : this.argument;
  }

  /** Reports whether a container has an entry or item at an index. */
  more(index: number, count: number): boolean {
    return count === Infinity ? !this.foundBreak() : index < count;
  }

  /** Skips the entries of a map from an index on. */
  skipEntries(from: number, count: number): void {
    for (let i = from; this.more(i, count); i++) {
      this.skip();
      this.skip();
    }
  }

  /** Reads the next byte string as text. Most are ASCII; invalid UTF-8 becomes U+FFFD. */
  byteText(): string {
    const first = this.bytes[this.at] ?? 0;
    if (first < 0x58) {
      const from = this.at + 1;
      this.at = from + (first & 31);
      return this.#text.read(from, this.at);
    }
    this.head();
    if (this.info === indefinite) return decodeUtf8(this.#chunks());
    this.at += this.argument;
    return this.#text.read(this.at - this.argument, this.at);
  }

  /**
   * Reads the next byte string as text if it is short and untagged. Returns undefined, without reading, for anything
   * else.
   */
  shortText(): string | undefined {
    const first = this.bytes[this.at] ?? 0;
    if (first < 0x40 || first >= 0x58 || this.laterEncodings.length > 0) return undefined;
    const from = this.at + 1;
    this.at = from + first - 0x40;
    return this.#text.read(from, this.at);
  }

  /** Reads the byte string at an offset as text. */
  readonly byteTextAt = (at: number): string => {
    this.at = at;
    return this.byteText();
  };

  byteString(): Uint8Array {
    this.head();
    if (this.info === indefinite) return this.#chunks();
    this.at += this.argument;
    return this.bytes.subarray(this.at - this.argument, this.at);
  }

  #chunks(): Uint8Array {
    const parts: number[] = [];
    while (!this.foundBreak()) {
      this.head();
      for (const byte of this.bytes.subarray(this.at, this.at + this.argument)) parts.push(byte);
      this.at += this.argument;
    }
    return Uint8Array.from(parts);
  }

  /** Reads the next text string. Invalid UTF-8 is recorded as a problem and returns undefined. */
  textString(): string | undefined {
    this.head();
    if (this.info === indefinite) return this.#textChunks();
    this.at += this.argument;
    return this.#strictText(this.at - this.argument, this.at);
  }

  #textChunks(): string | undefined {
    let text: string | undefined = "";
    while (!this.foundBreak()) {
      this.head();
      this.at += this.argument;
      const chunk: string | undefined =
        text === undefined ? undefined : this.#strictText(this.at - this.argument, this.at);
      text = chunk === undefined || text === undefined ? undefined : text + chunk;
    }
    return text;
  }

  #strictText(from: number, to: number): string | undefined {
    const text = this.#text.read(from, to);
    if (!text.includes("\ufffd")) return text;
    try {
      return strictUtf8.decode(this.bytes.subarray(from, to));
    } catch {
      this.problem = invalidUtf8();
      return undefined;
    }
  }

  /** Records a problem for simple values other than false, true and null, after the head was read. */
  refuseSimpleValue(): boolean {
    const { argument } = this;
    if (this.info > 24 || argument === 20 || argument === 21 || argument === 22) return false;
    this.problem = unacceptable("primitives", `simple value ${argument} is not recognized`);
    return true;
  }
}

/** Checks the content of tags 0 and 1. */
function tagProblem(tag: number, content: number): CborError | undefined {
  const type = content >> 5;
  if (tag === 0 && type !== major.text) return inadmissible(0, "text string", type);
  if (tag === 1 && type > major.negative && (content < 0xf9 || content > 0xfb))
    return inadmissible(1, "integer or floating-point number", type);
  return undefined;
}

const inadmissible = (tag: number, wanted: string, type: number): CborError =>
  new CborError(`cbor: tag number ${tag} must be followed by ${wanted}, got ${majorName(type)}`);
