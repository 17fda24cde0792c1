/**
 * Read access to request headers, by case-insensitive name. `Headers` satisfies it, and so do lighter implementations.
 * Of a repeated header `get` returns the first value, as Go's Header.Get (`Headers` joins them before).
 */
export interface HeaderReader {
  get(name: string): string | null;
  /**
   * Iterates over all headers as sent; repeated headers are separate if the transport preserves them. Implementations
   * without it offer only the headers that `get` returns.
   */
  [Symbol.iterator]?(): Iterator<readonly [name: string, value: string]>;
}

/** Reports whether the headers can be iterated over. */
export const isListed = (
  headers: HeaderReader,
): headers is HeaderReader & Iterable<readonly [name: string, value: string]> => Symbol.iterator in headers;

/** A request body: none, complete, or a stream of chunks. */
export type RequestBody = Uint8Array | ReadableStream<Uint8Array> | null;

/**
 * A response body: text or bytes, strings to be concatenated, or a stream that ends with its iterator (a watch, or the
 * pieces of a long list).
 */
export type AnswerBody = string | Uint8Array | readonly string[] | AsyncIterable<string | Uint8Array>;

/** The pieces of a complete body, each produced when it is read. Unlike a watch, it must not end early. */
export interface BodyPieces extends AsyncIterable<string | Uint8Array> {
  readonly finite: true;
}

/** A request as the server handles it, independent of the transport. */
export interface Exchange {
  /** The HTTP method in upper case. */
  readonly method: string;
  /** The raw request target: path with its escapes and query, e.g. `/api/v1/pods?limit=1`. */
  readonly target: string;
  readonly headers: HeaderReader;
  readonly body: RequestBody;
  /** The address of the client, if the request came over a network. */
  readonly remoteAddress?: string | undefined;
  /**
   * Whether the transport has found that a trusted front proxy sends the request: then its X-Remote-* headers name the
   * user. No client can set it.
   */
  readonly viaFrontProxy?: boolean | undefined;
  /**
   * The user whom the client's certificate names, which the transport has verified, or that its certificate is not one
   * of this server's users. No client can set it.
   */
  readonly certificateUser?: CertificateUser | "invalid" | undefined;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  /** Follows the steps of the request; absent but in tests of races. */
  readonly steps?: RequestSteps | undefined;
}

/** The user that a client certificate names. */
export interface CertificateUser {
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** Follows the steps of one request. */
export interface RequestSteps {
  /** Wraps the storage that the request uses. */
  around<T extends object>(storage: T): T;
  /** Awaited before an object is admitted that is to be created; changes are admitted within the storage. */
  admission(): Promise<void>;
}

/** A response header. The value has one character per byte, as in HTTP. A name may be repeated (Warning). */
export type AnswerHeader = readonly [name: string, value: string];

/** A response. A streaming body must be iterated or returned, so that the server releases it. */
export interface Answer {
  readonly status: number;
  readonly headers: readonly AnswerHeader[];
  readonly body: AnswerBody;
}

/**
 * The only entry point of the server, used by the Node host, worker protocol, controllers and page. It never rejects.
 */
export type Handle = (exchange: Exchange) => Promise<Answer>;

/** Reports whether a body is a stream. */
export function isStream(body: AnswerBody): body is AsyncIterable<string | Uint8Array> {
  return typeof body === "object" && Symbol.asyncIterator in body;
}

/** Reports whether a body is a stream of the pieces of a complete body. */
export const isInPieces = (body: AnswerBody): body is BodyPieces => isStream(body) && "finite" in body;

/** Marks a stream as the pieces of a complete body. */
export const inPieces = (parts: AsyncIterable<string | Uint8Array>): BodyPieces => ({
  finite: true,
  [Symbol.asyncIterator]: () => parts[Symbol.asyncIterator](),
});
