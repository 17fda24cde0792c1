/** Reads request headers; names are case-insensitive. `Headers` satisfies it, and so may anything lighter. */
export interface HeaderReader {
  get(name: string): string | null;
  /**
   * Every header as it was sent, repeated ones apart where the carrier keeps them apart. Who cannot list headers has
   * none beyond those that `get` knows.
   */
  [Symbol.iterator]?(): Iterator<readonly [name: string, value: string]>;
}

/** True for headers that can be listed. */
export const isListed = (
  headers: HeaderReader,
): headers is HeaderReader & Iterable<readonly [name: string, value: string]> => Symbol.iterator in headers;

/** What a body may be on the way in: nothing, all of it, or a stream of parts. */
export type RequestBody = Uint8Array | ReadableStream<Uint8Array> | null;

/**
 * What a body may be on the way out: ready text or bytes, texts to be joined, or a stream that ends when the iterator
 * does.
 */
export type AnswerBody = string | Uint8Array | readonly string[] | AsyncIterable<string | Uint8Array>;

/** One request as the core takes it, whatever carried it here. */
export interface Exchange {
  /** Upper-case HTTP method. */
  readonly method: string;
  /** The raw request target: path with its escapes and query, e.g. `/api/v1/pods?limit=1`. */
  readonly target: string;
  readonly headers: HeaderReader;
  readonly body: RequestBody;
  /** The address of whoever sent it, where it came over a network. */
  readonly remoteAddress?: string | undefined;
  /** Aborted when whoever asked is gone. */
  readonly signal: AbortSignal;
}

/**
 * A header of an answer: its value as HTTP carries it, one character a byte. A name may occur more than once (Warning).
 */
export type AnswerHeader = readonly [name: string, value: string];

/** One answer. A streaming body must be iterated or returned, so that the server lets go of it. */
export interface Answer {
  readonly status: number;
  readonly headers: readonly AnswerHeader[];
  readonly body: AnswerBody;
}

/** The only door of the server: Node host, worker protocol, controllers and page go through it. It never rejects. */
export type Handle = (exchange: Exchange) => Promise<Answer>;

/** True for bodies that arrive over time. */
export function isStream(body: AnswerBody): body is AsyncIterable<string | Uint8Array> {
  return typeof body === "object" && Symbol.asyncIterator in body;
}
