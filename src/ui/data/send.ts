import { messageOf } from "../../apimachinery/message-of.ts";
import { isRecord } from "../../apimachinery/is-record.ts";
import type { KubeObject, Status } from "../../apimachinery/meta.ts";
import type { AnswerBody, AnswerHeader, Handle } from "../../component-base/exchange.ts";
import { isStream } from "../../component-base/exchange.ts";
import { joinBytes } from "../../component-base/join-bytes.ts";

/** How the page names itself to the server, and the user whose requests it sends. */
export const pageAgent = "kubepad-ui/0.1";
export const consoleAgent = "kubepad-console/0.1";

/**
 * The sender of a request: the page itself, or the user at the console. It is shown in the request log and used as the
 * field manager.
 */
export type Agent = typeof pageAgent | typeof consoleAgent;

/** Returns the sender: dry runs are requests of the page, other requests are the user's. */
export const agentFor = (dryRun: boolean): Agent => (dryRun ? pageAgent : consoleAgent);

/** A request of the page. */
export interface Call {
  readonly method: string;
  readonly target: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/** A response whose body has not been read. */
export interface Reply {
  readonly status: number;
  readonly headers: readonly AnswerHeader[];
  readonly body: AnswerBody;
}

const encoder = new TextEncoder();
const never = new AbortController().signal;

/** Sends a request to the server. */
export async function send(handle: Handle, agent: Agent, call: Call): Promise<Reply> {
  const headers = new Headers([
    ["User-Agent", agent],
    ["Accept", "application/json"],
  ]);
  for (const [name, value] of call.headers ?? []) headers.set(name, value);
  const body = call.body === undefined || call.body === "" ? null : encoder.encode(call.body);
  return handle({ method: call.method, target: call.target, headers, body, signal: call.signal ?? never });
}

/** Yields the decoded strings of a body of any form. */
export async function* texts(body: AnswerBody): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  if (typeof body === "string") yield body;
  else if (body instanceof Uint8Array) yield decoder.decode(body);
  else if (!isStream(body)) yield body.join("");
  else for await (const part of body) yield typeof part === "string" ? part : decoder.decode(part, { stream: true });
}

/** Reads the whole body as a string. */
export async function readText(body: AnswerBody): Promise<string> {
  if (typeof body === "string") return body;
  const parts: string[] = [];
  for await (const text of texts(body)) parts.push(text);
  return parts.join("");
}

/** Reads the whole body as bytes. */
export async function readBytes(body: AnswerBody): Promise<Uint8Array> {
  if (body instanceof Uint8Array) return body;
  if (!isStream(body)) return encoder.encode(typeof body === "string" ? body : body.join(""));
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(typeof part === "string" ? encoder.encode(part) : part);
  return joinBytes(parts);
}

/** Returns the value of a header; names are case-insensitive. */
export function headerOf(headers: readonly AnswerHeader[], name: string): string | undefined {
  const wanted = name.toLowerCase();
  return headers.find(([key]) => key.toLowerCase() === wanted)?.[1];
}

/** Returns the texts of Warning headers: `299 - "text"` without code and quotes. */
export const warningsOf = (headers: readonly AnswerHeader[]): readonly string[] =>
  headers.filter(([name]) => name.toLowerCase() === "warning").flatMap(([, value]) => splitWarnings(value));

const splitWarnings = (value: string): string[] => {
  const found = [...value.matchAll(/\d{3} \S+ "((?:[^"\\]|\\.)*)"/g)].map((match) =>
    (match[1] ?? "").replace(/\\(.)/g, "$1"),
  );
  return found.length > 0 ? found : [value];
};

/** An error response of the server, with its Status. */
export class RefusedError extends Error {
  readonly status: Status;
  constructor(status: Status) {
    super(status.message ?? `the server answered ${status.code ?? "with an error"}`);
    this.name = "RefusedError";
    this.status = status;
  }
}

export const isStatus = (value: unknown): value is Status =>
  isRecord(value) && value["kind"] === "Status" && value["apiVersion"] === "v1";

export const isKubeObject = (value: unknown): value is KubeObject => isRecord(value) && isRecord(value["metadata"]);

/** Returns the objects of a list, each with the kind that the list alone tells of built-in ones. */
export function listItems(list: unknown): readonly KubeObject[] {
  if (!isRecord(list) || !Array.isArray(list["items"])) return [];
  const items = list["items"].filter(isKubeObject);
  const { apiVersion, kind } = list;
  if (typeof apiVersion !== "string" || typeof kind !== "string" || !/.List$/.test(kind)) return items;
  const type = { apiVersion, kind: kind.slice(0, -"List".length) };
  return items.map((item) => (item.kind === undefined ? { ...type, ...item } : item));
}

/** Sends a request and parses the JSON response. Throws a RefusedError for an error response. */
export async function sendJson(handle: Handle, agent: Agent, call: Call): Promise<unknown> {
  const reply = await send(handle, agent, call);
  const text = await readText(reply.body);
  if (reply.status < 300) return JSON.parse(text);
  throw new RefusedError(refusal(reply.status, text));
}

/** Reads a target for the page: the code of the answer and its body, undefined if that is not JSON. */
export async function readJson(
  handle: Handle,
  target: string,
  signal?: AbortSignal,
): Promise<{ readonly code: number; readonly body: unknown }> {
  const call = { method: "GET", target, ...(signal !== undefined && { signal }) };
  const reply = await send(handle, pageAgent, call);
  const text = await readText(reply.body);
  try {
    return { code: reply.status, body: JSON.parse(text) as unknown };
  } catch {
    return { code: reply.status, body: undefined };
  }
}

/** Returns the Status in an error response, or creates one from other content. */
export function refusal(code: number, text: string): Status {
  try {
    const value: unknown = JSON.parse(text);
    if (isStatus(value)) return value;
  } catch {
    // Not JSON: the text itself is the message.
  }
  return {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message: text.trim() || `the server answered ${code}`,
    code,
  };
}

/** Converts an error to a Status as a server would send it. */
export const statusOf = (error: unknown): Status =>
  error instanceof RefusedError
    ? error.status
    : { kind: "Status", apiVersion: "v1", metadata: {}, message: messageOf(error) };
