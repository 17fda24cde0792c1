import type { Answer, AnswerHeader, Handle, RequestBody } from "./exchange.ts";

/** A request to an extension API server over the network. */
export interface ExtensionRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** The host and port to connect to, which the request names as its host. */
  readonly address: { readonly host: string; readonly port: number };
  /** The name for which the certificate is verified: `NAME.NAMESPACE.svc`. */
  readonly serverName: string;
  /** The CA certificates in PEM that verify the server; undefined to use those of the host. */
  readonly caBundle: string | undefined;
  /** Does not verify the certificate at all. */
  readonly insecure: boolean;
  readonly headers: readonly AnswerHeader[];
  readonly body: RequestBody;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/**
 * Calls an extension API server and resolves with its answer once its headers are there; the body is read as the
 * caller reads it. If there is no answer, it rejects with an Error that has the message of Go's net packages.
 */
export type CallExtension = (request: ExtensionRequest) => Promise<Answer>;

/** Functions in place of extension API servers, by the name of the APIService, looked up for every request. */
export type ApiServers = Pick<ReadonlyMap<string, Handle>, "get">;

/** Joins functions: the first list that has one for a name counts. */
export const joinApiServers = (...lists: readonly ApiServers[]): ApiServers => ({
  get: (name) => lists.map((list) => list.get(name)).find((handle) => handle !== undefined),
});

/** The most bytes of an answer that is no watch. */
export const largestExtensionAnswer = 128_000_000;
