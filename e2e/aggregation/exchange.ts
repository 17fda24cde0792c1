import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";

/** A header as it is sent: a name and a value. */
export type Header = readonly [name: string, value: string];

/** A request as it goes over the wire. */
export interface WireRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: readonly Header[];
  readonly body?: string | undefined;
}

/** An answer as it comes over the wire. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly body: string;
}

/** How a request reaches its server. */
export interface SendOptions {
  /** `https://127.0.0.1:PORT`; certificates are not verified. */
  readonly url: string;
  /** A client certificate and its key. */
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
}

/** Sends a request and resolves with the whole answer; rejects if there is none. */
export function send({ method, target, headers, body }: WireRequest, options: SendOptions): Promise<WireAnswer> {
  const { hostname, port, protocol } = new URL(options.url);
  const raw = headers.flatMap(([name, value]) => [name, value]);
  const length = body === undefined ? [] : ["Content-Length", String(Buffer.byteLength(body))];
  const [cert, key] = [options.cert, options.key];
  return new Promise((resolve, reject) => {
    const call = (protocol === "https:" ? httpsRequest : httpRequest)({
      hostname,
      port,
      method,
      path: target,
      headers: ["Host", `${hostname}:${port}`, ...raw, ...length],
      agent: false,
      ...(protocol === "https:" && { rejectUnauthorized: false, cert, key }),
    });
    call.on("error", reject);
    call.on("response", (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: pairsOf(response.rawHeaders),
          body: Buffer.concat(parts).toString(isCompressed(response.rawHeaders) ? "base64" : "utf8"),
        }),
      );
    });
    call.end(body);
  });
}

/** Returns the pairs of a list in which names and values take turns. */
export const pairsOf = (raw: readonly string[]): readonly Header[] =>
  Array.from({ length: raw.length / 2 }, (_, at) => [raw[at * 2] ?? "", raw[at * 2 + 1] ?? ""] as const);

const isCompressed = (raw: readonly string[]): boolean =>
  pairsOf(raw).some(([name, value]) => name.toLowerCase() === "content-encoding" && value === "gzip");
