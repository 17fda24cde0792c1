import { formatDuration } from "../../apimachinery/duration.ts";
import { newGenericServerResponse, StatusError } from "../../apimachinery/errors.ts";
import { encodeJson } from "../../apimachinery/json/encode.ts";
import { isObject, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import type { Status } from "../../apimachinery/meta.ts";
import { answerText } from "../../client/answer-text.ts";
import { PlainHeaders } from "../../client/plain-headers.ts";
import type { Answer } from "../../component-base/exchange.ts";
import { largeSize, overTurns } from "../../component-base/work.ts";
import { decodeAnswer } from "./decode-answer.ts";
import { requestLog } from "./request-log.ts";
import type { Session } from "../session.ts";

/** Query parameters; undefined and "" are left out. */
export type Query = Readonly<Record<string, string | undefined>>;

/** What the lists and watches of clients of Go types are asked with: `--request-timeout` is not for them. */
export const typedList: Query = { timeout: "" };

/** A request that a command sends. */
export interface RestRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: Query;
  readonly body?: JsonValue | string;
  readonly contentType?: string;
  readonly accept?: string;
  /** Ends the request before that of the command. */
  readonly signal?: AbortSignal;
}

/** How a command's requests are sent. */
export interface RestOptions {
  readonly session: Session;
  readonly headers: readonly (readonly [string, string])[];
  readonly warn: (text: string) => void;
  readonly log: (text: string) => void;
  readonly verbosity: number;
  readonly signal: AbortSignal;
  /** `--request-timeout` in nanoseconds, 0 for none. */
  readonly timeout?: bigint;
}

/** Sends a command's requests and prints the warnings of their answers once each. */
export class Rest {
  readonly #options: RestOptions;
  readonly #warned = new Set<string>();
  #warnings = 0;

  constructor(options: RestOptions) {
    this.#options = options;
  }

  /** The headers that every request has. */
  get headers(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#options.headers);
  }

  /** How many warnings answers had, for --warnings-as-errors. */
  get warnings(): number {
    return this.#warnings;
  }

  /** How long a request may take, in milliseconds; 0 for as long as it takes. */
  get timeoutMs(): number {
    return Number((this.#options.timeout ?? 0n) / 1_000_000n);
  }

  /** Sends a request. Throws a StatusError if the server refuses it. */
  async send(request: RestRequest): Promise<Answer> {
    const { session, headers, signal, verbosity, log } = this.#options;
    const { method, path, body, accept = "application/json", contentType = "application/json" } = request;
    const { timeout = 0n } = this.#options;
    const query = { ...(timeout !== 0n && { timeout: formatDuration(timeout) }), ...request.query };
    const target = path + queryText(query, path.includes("?"));
    const text = body === undefined ? undefined : typeof body === "string" ? body : encodeJson(body);
    const sent: (readonly [string, string])[] = [["Accept", accept], ...headers];
    if (text !== undefined && contentType !== "") sent.push(["Content-Type", contentType]);
    const started = session.clock.monotonic();
    const answer = await session.handle({
      method,
      target,
      headers: new PlainHeaders(sent),
      body: text === undefined ? null : new TextEncoder().encode(text),
      signal: request.signal ?? signal,
    });
    const ms = Math.round(session.clock.monotonic() - started);
    requestLog({
      verbosity,
      log,
      now: session.clock.now(),
      server: session.server,
      method,
      target,
      sent,
      text,
      answer,
      ms,
    });
    this.#warn(answer);
    if (answer.status >= 400) {
      const error = await refusal(answer, request);
      session.refused = { method, target, body: text, status: error.status };
      throw error;
    }
    return answer;
  }

  #warn(answer: Answer): void {
    for (const [name, value] of answer.headers) {
      const text = name.toLowerCase() === "warning" ? unquoteWarning(value) : undefined;
      if (text === undefined || this.#warned.has(text)) continue;
      this.#warned.add(text);
      this.#warnings++;
      this.#options.warn(`Warning: ${text}\n`);
    }
  }

  /** The text of an answer. */
  async text(request: RestRequest): Promise<string> {
    return answerText((await this.send(request)).body);
  }

  /** The object of an answer. */
  async object(request: RestRequest): Promise<JsonObject> {
    const text = await this.text(request);
    const value = await overTurns(text.length >= largeSize, () => decodeAnswer(text));
    return isObject(value) ? value : {};
  }
}

function queryText(query: Query, more: boolean): string {
  const pairs = Object.entries(query).filter(
    (pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== "",
  );
  if (pairs.length === 0) return "";
  const written = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).sort();
  return `${more ? "&" : "?"}${written.join("&")}`;
}

/** The error of an answer; without a Status, in the words of errors.NewGenericServerResponse. */
async function refusal(answer: Answer, { method, path }: RestRequest): Promise<StatusError> {
  const text = await answerText(answer.body);
  const status = statusOf(text);
  if (status !== undefined) return new StatusError(status);
  const { name, ...resource } = resourceOfPath(path);
  return newGenericServerResponse(answer.status, method, resource, name, text.trim() || "unknown", 0, true);
}

/** The resource and the name that the path of a request says; empty for other paths. */
export function resourceOfPath(path: string) {
  const [, group = "", resource = "", name = ""] =
    /^\/(?:api\/v1|apis\/([^/]+)\/[^/]+)(?:\/namespaces\/[^/]+)?\/([^/?]+)(?:\/([^/?]+))?/.exec(path) ?? [];
  return { group, resource, name: decodeURIComponent(name) };
}

function statusOf(text: string): Status | undefined {
  if (!text.startsWith("{")) return undefined;
  try {
    const status = JSON.parse(text) as Status;
    return status.kind === "Status" ? status : undefined;
  } catch {
    return undefined;
  }
}

/** The text of a Warning header with code 299; undefined for others (net.ParseWarningHeader). */
function unquoteWarning(value: string): string | undefined {
  const text = /^299 \S+ "((?:[^"\\]|\\.)*)"/.exec(value)?.[1];
  if (text === undefined) return undefined;
  const bytes = Uint8Array.from(text.replace(/\\(.)/g, "$1"), (char) => char.charCodeAt(0));
  return new TextDecoder().decode(bytes);
}
