import type { Handle, HeaderReader } from "../../component-base/exchange.ts";

/** Request headers, with a bearer token added if there is no Authorization header. */
class AuthorizedHeaders implements HeaderReader {
  readonly #headers: HeaderReader;
  readonly #authorization: string;

  constructor(headers: HeaderReader, token: string) {
    this.#headers = headers;
    this.#authorization = `Bearer ${token}`;
  }

  get(name: string): string | null {
    const given = this.#headers.get(name);
    return given === null && name.toLowerCase() === "authorization" ? this.#authorization : given;
  }

  [Symbol.iterator](): Iterator<readonly [string, string]> {
    return this.#headers[Symbol.iterator]?.() ?? [][Symbol.iterator]();
  }
}

/**
 * Authenticates requests without credentials as the token's user. The token never leaves the worker. Requests that come
 * by another server keep the user whom that one names.
 */
export const withLoopbackToken =
  (handle: Handle, token: string): Handle =>
  ({ method, target, headers, body, signal, viaFrontProxy }) =>
    handle({
      method,
      target,
      headers: viaFrontProxy === true ? headers : new AuthorizedHeaders(headers, token),
      body,
      signal,
      viaFrontProxy,
    });
