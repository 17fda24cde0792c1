import { failureStatus, StatusError } from "../apimachinery/errors.ts";
import type { KubeObject, Status } from "../apimachinery/meta.ts";
import type { Answer, Handle } from "../component-base/exchange.ts";
import { answerText } from "./answer-text.ts";
import { PlainHeaders } from "./plain-headers.ts";
import { type QueryParameters, type ResourceTarget, resourcePath, withQuery } from "./resource-path.ts";
import {
  type ReadWatchLine,
  readWatchLine,
  type WatchLine,
  watchLines,
  type WatchNotice,
  watchNotices,
} from "./watch-lines.ts";

/** Options of a client. `headers` are sent with every request, e.g. Authorization. */
export interface ClientOptions {
  readonly handle: Handle;
  readonly userAgent: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Decodes the events of watches; default: each for itself. */
  readonly readLine?: ReadWatchLine | undefined;
}

/** The query parameters of a list or watch. */
export interface ListParameters {
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
  readonly resourceVersion?: string | undefined;
  readonly resourceVersionMatch?: string | undefined;
  readonly limit?: number | undefined;
  readonly continue?: string | undefined;
}

/** The parameters of a watch, by the names of the API. */
export interface WatchParameters extends Omit<ListParameters, "limit" | "continue"> {
  readonly allowWatchBookmarks?: boolean | undefined;
  readonly sendInitialEvents?: boolean | undefined;
  readonly timeoutSeconds?: number | undefined;
}

export interface ObjectList<T extends KubeObject = KubeObject> {
  readonly items: readonly T[];
  readonly resourceVersion: string;
  /** "" on the last page. */
  readonly continue: string;
  readonly remainingItemCount?: number;
}

/** meta/v1 DeleteOptions: the fields that clients here use. */
export interface DeleteParameters {
  readonly propagationPolicy?: "Background" | "Foreground" | "Orphan";
  readonly gracePeriodSeconds?: number;
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
}

export interface RequestOptions {
  readonly contentType?: string;
  readonly accept?: string;
  /** The ETag of a response that need not be sent again; the answer is 304 if it is still the same. */
  readonly ifNoneMatch?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type PatchType = "merge" | "json" | "strategic-merge" | "apply";

const never = new AbortController().signal;
const encoder = new TextEncoder();

const patchContentTypes: Readonly<Record<PatchType, string>> = {
  merge: "application/merge-patch+json",
  json: "application/json-patch+json",
  "strategic-merge": "application/strategic-merge-patch+json",
  apply: "application/apply-patch+yaml",
};

/**
 * A JSON client of `handle`. Every failure is a StatusError. Objects are decoded by JSON.parse, so integers beyond 2^53
 * are rounded.
 */
export class Client {
  readonly #options: ClientOptions;
  readonly #bare: PlainHeaders;
  /** Decodes an event of `watchLines`. Throws an ERROR event as a StatusError. */
  readonly readLine: ReadWatchLine;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.readLine = options.readLine ?? readWatchLine;
    this.#bare = this.#headers({});
  }

  get<T extends KubeObject = KubeObject>(target: ResourceTarget, name: string, signal?: AbortSignal): Promise<T> {
    return this.json<T>("GET", resourcePath(target, name), undefined, { signal });
  }

  /** Reads a subresource of an object, such as its scale. */
  getSubresource<T extends KubeObject = KubeObject>(
    target: ResourceTarget,
    name: string,
    subresource: string,
    signal?: AbortSignal,
  ): Promise<T> {
    return this.json<T>("GET", resourcePath(target, name, subresource), undefined, { signal });
  }

  async list<T extends KubeObject = KubeObject>(
    target: ResourceTarget,
    parameters: ListParameters = {},
    signal?: AbortSignal,
  ): Promise<ObjectList<T>> {
    const list = await this.json<WireList<T>>("GET", withQuery(resourcePath(target), { ...parameters }), undefined, {
      signal,
    });
    const { resourceVersion = "", continue: token = "", remainingItemCount } = list.metadata ?? {};
    return {
      items: list.items ?? [],
      resourceVersion,
      continue: token,
      ...(remainingItemCount !== undefined && { remainingItemCount }),
    };
  }

  /** Yields the pages of a list until the last one. */
  async *pages<T extends KubeObject = KubeObject>(
    target: ResourceTarget,
    parameters: ListParameters = {},
    signal?: AbortSignal,
  ): AsyncGenerator<ObjectList<T>> {
    let page = await this.list<T>(target, { limit: 500, ...parameters }, signal);
    yield page;
    while (page.continue !== "") {
      const { resourceVersion: _first, resourceVersionMatch: _match, ...rest } = parameters;
      page = await this.list<T>(target, { limit: 500, ...rest, continue: page.continue }, signal);
      yield page;
    }
  }

  create<T extends KubeObject>(target: ResourceTarget, object: T, signal?: AbortSignal): Promise<T> {
    return this.json<T>("POST", resourcePath(target), object, { signal });
  }

  update<T extends KubeObject>(
    target: ResourceTarget,
    object: T,
    subresource?: string,
    signal?: AbortSignal,
  ): Promise<T> {
    return this.json<T>("PUT", resourcePath(target, object.metadata.name ?? "", subresource), object, { signal });
  }

  patch<T extends KubeObject = KubeObject>(
    target: ResourceTarget,
    name: string,
    type: PatchType,
    patch: unknown,
    options: { readonly subresource?: string; readonly query?: QueryParameters; readonly signal?: AbortSignal } = {},
  ): Promise<T> {
    const path = withQuery(resourcePath(target, name, options.subresource), options.query ?? {});
    return this.json<T>("PATCH", path, patch, { contentType: patchContentTypes[type], signal: options.signal });
  }

  /** Returns the object if finalizers delay its deletion, otherwise a Status. */
  delete(
    target: ResourceTarget,
    name: string,
    parameters?: DeleteParameters,
    signal?: AbortSignal,
  ): Promise<KubeObject | Status> {
    return this.json("DELETE", resourcePath(target, name), deleteOptions(parameters), { signal });
  }

  async deleteCollection(
    target: ResourceTarget,
    parameters?: DeleteParameters,
    selection: ListParameters = {},
    signal?: AbortSignal,
  ): Promise<void> {
    await this.json("DELETE", withQuery(resourcePath(target), { ...selection }), deleteOptions(parameters), { signal });
  }

  /** Opens a watch and yields its events until the server closes it. Throws on an ERROR event. */
  watch<T extends KubeObject = KubeObject>(
    target: ResourceTarget,
    parameters: WatchParameters,
    signal: AbortSignal,
  ): AsyncGenerator<WatchNotice<T>> {
    return watchNotices<T>(this.watchLines(target, parameters, signal), this.readLine);
  }

  /** Opens a watch and yields its undecoded events, for callers that decode only a few of them. */
  async *watchLines(
    target: ResourceTarget,
    parameters: WatchParameters,
    signal: AbortSignal,
  ): AsyncGenerator<readonly WatchLine[]> {
    const answer = await this.request(
      "GET",
      withQuery(resourcePath(target), { watch: true, ...parameters }),
      undefined,
      { signal },
    );
    yield* watchLines(answer.body);
  }

  /** Sends a request and decodes the JSON response. The result type is not checked; the caller asserts it. */
  async json<T>(method: string, target: string, body: unknown, options: RequestOptions = {}): Promise<T> {
    const answer = await this.request(method, target, body, options);
    return JSON.parse(await answerText(answer.body)) as T;
  }

  /**
   * Sends a request; rejects with a StatusError if the response is a failure. A body of bytes is sent as it is, for
   * JSON whose numbers JSON.stringify does not know.
   */
  async request(
    method: string,
    target: string,
    body: unknown,
    { contentType, accept, ifNoneMatch, signal }: RequestOptions = {},
  ): Promise<Answer> {
    const answer = await this.#options.handle({
      method,
      target,
      headers:
        body === undefined && accept === undefined && ifNoneMatch === undefined
          ? this.#bare
          : this.#headers({
              ...(body !== undefined && { "Content-Type": contentType ?? "application/json" }),
              ...(accept !== undefined && { Accept: accept }),
              ...(ifNoneMatch !== undefined && { "If-None-Match": ifNoneMatch }),
            }),
      body: body === undefined ? null : body instanceof Uint8Array ? body : encoder.encode(JSON.stringify(body)),
      signal: signal ?? never,
    });
    if (answer.status >= 400) throw await answerError(answer);
    return answer;
  }

  #headers(more: Readonly<Record<string, string>>): PlainHeaders {
    return new PlainHeaders(
      Object.entries({
        Accept: "application/json",
        "User-Agent": this.#options.userAgent,
        ...this.#options.headers,
        ...more,
      }),
    );
  }
}

interface WireList<T> {
  readonly metadata?: {
    readonly resourceVersion?: string;
    readonly continue?: string;
    readonly remainingItemCount?: number;
  };
  readonly items?: readonly T[] | null;
}

const deleteOptions = (parameters: DeleteParameters | undefined): unknown =>
  parameters && { kind: "DeleteOptions", apiVersion: "v1", ...parameters };

/** Returns the StatusError of a failed response: its Status, or its text if it has none. */
async function answerError(answer: Answer): Promise<StatusError> {
  const text = await answerText(answer.body);
  return new StatusError(parseStatus(text) ?? failureStatus(answer.status, "", text.trim()));
}

function parseStatus(text: string): Status | undefined {
  if (!text.startsWith("{")) return undefined;
  try {
    const body = JSON.parse(text) as Status;
    return body.kind === "Status" ? body : undefined;
  } catch {
    return undefined;
  }
}

export const isNotFound = (error: unknown): boolean => error instanceof StatusError && error.code === 404;
export const isConflict = (error: unknown): boolean => error instanceof StatusError && error.reason === "Conflict";
export const isGone = (error: unknown): boolean => error instanceof StatusError && error.code === 410;
export const isMethodNotSupported = (error: unknown): boolean => error instanceof StatusError && error.code === 405;
