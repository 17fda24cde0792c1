import { faultHeader } from "../client/faults.ts";
import type { Answer, Exchange, Handle } from "../component-base/exchange.ts";

/** A request that a client sent. */
export interface LoggedRequest {
  readonly method: string;
  /** The path and query as sent: `/api/v1/pods?limit=1`. */
  readonly target: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly userAgent: string;
  /** "" without a body, and for bodies that are streams. */
  readonly body: string;
  /** Undefined until the request is answered. For a watch, the status is known when it begins. */
  readonly status: number | undefined;
  /** The name of the rule of faults that has made or changed the answer; undefined without one. */
  readonly fault: string | undefined;
}

/**
 * A request to wait for: all members that are given must be equal. The path may have a query, or be a pattern for the
 * path without one.
 */
export type RequestFilter =
  | ((request: LoggedRequest) => boolean)
  | { readonly method?: string; readonly path?: string | RegExp; readonly status?: number };

/**
 * The requests of clients in the order of their arrival: those through `handle`, `fetch`, HTTP and the page under test.
 * Requests of controllers and of the test server's own methods are not logged.
 */
export interface RequestLog {
  readonly all: readonly LoggedRequest[];
  /** Returns the requests that match. */
  matching(filter: RequestFilter): readonly LoggedRequest[];
  clear(): void;
}

/** A logged request whose answer is filled in when it is known. */
class Entry implements LoggedRequest {
  readonly method: string;
  readonly target: string;
  readonly userAgent: string;
  readonly body: string;
  status: number | undefined;
  fault: string | undefined;

  constructor({ method, target, headers, body }: Exchange) {
    this.method = method;
    this.target = target;
    this.userAgent = headers.get("User-Agent") ?? "";
    this.body = body instanceof Uint8Array ? new TextDecoder().decode(body) : "";
  }

  get path(): string {
    return this.target.split("?", 1)[0] ?? "";
  }

  get query(): URLSearchParams {
    return new URLSearchParams(this.target.slice(this.path.length));
  }
}

/** Reports whether a request matches a filter. */
export function matches(request: LoggedRequest, filter: RequestFilter): boolean {
  if (typeof filter === "function") return filter(request);
  const { method = request.method, path = request.path, status = request.status } = filter;
  return hasPath(request, path) && method === request.method && status === request.status;
}

/** Reports whether a request has a path: a text, with the query if it names one, or a pattern. */
export function hasPath(request: LoggedRequest, path: string | RegExp): boolean {
  if (typeof path !== "string") return request.path.search(path) >= 0; // unlike test(), the same for a global pattern
  return path === (path.includes("?") ? request.target : request.path);
}

/** Records the requests of a handler. */
export class RecordedRequests implements RequestLog {
  readonly #entries: Entry[] = [];
  readonly #listeners = new Set<() => void>();

  get all(): readonly LoggedRequest[] {
    return [...this.#entries];
  }

  matching(filter: RequestFilter): readonly LoggedRequest[] {
    return this.#entries.filter((entry) => matches(entry, filter));
  }

  clear(): void {
    this.#entries.length = 0;
  }

  /** Calls `listener` after every change until the returned function is called. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Returns a handler that logs its requests. */
  logged =
    (handle: Handle): Handle =>
    async (exchange): Promise<Answer> => {
      const entry = new Entry(exchange);
      this.#entries.push(entry);
      this.#changed();
      const answer = await handle(exchange);
      entry.status = answer.status;
      entry.fault = answer.headers.find(([name]) => name === faultHeader)?.[1];
      this.#changed();
      return answer;
    };

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}
