import { nextTask } from "./event-loop.ts";
import { joinBytes } from "./join-bytes.ts";
import { checkPlainCbor } from "./plain-cbor.ts";
import { TooLargeError } from "./bounded-inflate.ts";

// A piece file is gzipped, and a sequence of CBOR byte strings of four-byte lengths, each of which holds one CBOR item.
// So it can be written and read piece by piece. The checksum and the length that gzip adds tell damage from an end.

/** The first byte of a piece: that of a CBOR byte string with a length of four bytes. */
const pieceHead = 0x5a;
const headLength = 5;

/** A piece holds some hundred objects, or a single one of any size that a server stores. */
const largestPiece = 16_000_000;

/** Input is passed on in parts of this size, so that a part unpacks to some megabytes at most. */
const step = 4096;

/** Long work on texts pauses after so many characters, which take some milliseconds. */
const sliceCharacters = 100_000;

/** Data that does not begin as a piece file does. */
export class NotPiecesError extends Error {
  constructor() {
    super("this is not a piece file");
    this.name = "NotPiecesError";
  }
}

/** `index-no-eval` is the build for pages whose content security policy forbids `eval`. */
const loadCbor = () => import("cbor-x/index-no-eval");

/** Returns a function that counts the characters that were worked on, and pauses until a later task now and then. */
export function createPacer(): (characters: number) => Promise<void> {
  let worked = 0;
  return async (characters) => {
    worked += characters;
    if (worked < sliceCharacters) return;
    worked = 0;
    await nextTask();
  };
}

/** Writes items to a piece file. */
export class PieceWriter {
  readonly #sink: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>;
  readonly #parts: Promise<readonly Uint8Array[]>;
  readonly #encode: (item: unknown) => Uint8Array;

  private constructor(encode: (item: unknown) => Uint8Array) {
    const gzip = new CompressionStream("gzip");
    this.#encode = encode;
    this.#sink = gzip.writable.getWriter() as WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>;
    this.#parts = readAll(gzip.readable);
    this.#parts.catch(() => undefined); // finish() reports it
  }

  static async open(): Promise<PieceWriter> {
    const { Encoder } = await loadCbor();
    const encoder = new Encoder({ useRecords: false, variableMapSize: true });
    return new PieceWriter((item) => encoder.encode(item));
  }

  /** Adds an item, and resolves when the next one may follow. */
  async add(item: unknown): Promise<void> {
    const content = this.#encode(item);
    const piece = new Uint8Array(headLength + content.length);
    piece[0] = pieceHead;
    new DataView(piece.buffer).setUint32(1, content.length);
    piece.set(content, headLength);
    await this.#sink.write(piece);
  }

  /** Returns the whole file. */
  async finish(): Promise<Uint8Array<ArrayBuffer>> {
    await this.#sink.close();
    return new Uint8Array(joinBytes(await this.#parts));
  }

  /** Ends a file that is not wanted any more. */
  abandon(): void {
    this.#sink.abort().catch(() => undefined);
  }
}

async function readAll(stream: ReadableStream<Uint8Array>): Promise<readonly Uint8Array[]> {
  const parts: Uint8Array[] = [];
  const reader = stream.getReader();
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read())
    if (value !== undefined) parts.push(value);
  return parts;
}

/**
 * Reads the items of a piece file that unpacks to at most `limit` bytes. Throws a NotPiecesError for another file, a
 * TooLargeError beyond the limit, and another error for a file that is damaged or cut off. Items are checked to be
 * plain (plain-cbor.ts) and nothing else: what they mean is for the caller to check.
 */
export async function* readPieces(bytes: Uint8Array, limit: number): AsyncGenerator<unknown> {
  const { Decoder } = await loadCbor();
  const decoder = new Decoder({ useRecords: false });
  const gunzip = new DecompressionStream("gzip");
  const feeding = new AbortController();
  const fed = feed(gunzip.writable.getWriter(), bytes, feeding.signal);
  fed.catch(() => undefined); // the reader reports it
  const reader = gunzip.readable.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  const pieces = new Pieces(limit);
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      for (const content of pieces.take(part.value)) {
        checkPlainCbor(content);
        const item: unknown = decoder.decode(content);
        yield item;
      }
    }
    pieces.end();
  } finally {
    feeding.abort();
    await reader.cancel().catch(() => undefined);
  }
}

async function feed(
  sink: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<void> {
  for (let at = 0; at < bytes.length && !signal.aborted; at += step)
    await sink.write(new Uint8Array(bytes.subarray(at, at + step)));
  await sink.close();
}

/** Cuts unpacked bytes into pieces. */
class Pieces {
  readonly #limit: number;
  #total = 0;
  #parts: Uint8Array[] = [];
  #held = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  *take(part: Uint8Array): Iterable<Uint8Array> {
    if (this.#total === 0 && part.length > 0 && part[0] !== pieceHead) throw new NotPiecesError();
    this.#total += part.length;
    if (this.#total > this.#limit) throw new TooLargeError(this.#limit);
    this.#parts.push(part);
    this.#held += part.length;
    for (let wanted = this.#wanted(); wanted !== undefined && this.#held >= wanted; wanted = this.#wanted()) {
      const held = joinBytes(this.#parts);
      yield held.subarray(headLength, wanted);
      this.#parts = [held.subarray(wanted)];
      this.#held -= wanted;
    }
  }

  /** Throws if a piece is not complete, or there was none. */
  end(): void {
    if (this.#held > 0 || this.#total === 0) throw new Error("unexpected EOF");
  }

  /** Returns the length of the next piece with its head; undefined if it is not known yet. */
  #wanted(): number | undefined {
    if (this.#held < headLength) return undefined;
    const [first = new Uint8Array()] = this.#parts;
    const head = first.length >= headLength ? first : joinBytes(this.#parts);
    if (head[0] !== pieceHead) throw new Error("a piece has another head");
    const length = new DataView(head.buffer, head.byteOffset).getUint32(1);
    if (length > largestPiece) throw new TooLargeError(largestPiece);
    return headLength + length;
  }
}
