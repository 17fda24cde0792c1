import { isRecord } from "../apimachinery/is-record.ts";
import { applyMergePatch } from "../apiserver/patch/merge-patch.ts";
import { answerText } from "../client/answer-text.ts";
import type { ActorLine, ActorRequest } from "../client/races.ts";
import { PlainHeaders } from "../client/plain-headers.ts";
import type { Clock } from "../apimachinery/clock.ts";
import type { JsonValue } from "../apimachinery/json/value.ts";
import { isStream, type Handle } from "../component-base/exchange.ts";
import { LessonFiles } from "../lessons/lesson-files.ts";
import { createCommandLine } from "../lessons/run-command-line.ts";

/** What lines are performed with. */
export interface LinesContext {
  readonly handle: Handle;
  readonly signal: AbortSignal;
  /** The name of the actor, which its requests have as their User-Agent. */
  readonly name: string;
  readonly clock: Clock;
  /** Called with the number of each line before it is performed. */
  readonly atLine?: (line: number) => void;
}

const mostAttempts = 5;

const shortRequest = /^(GET|POST|PUT|PATCH|DELETE)\s+(\/\S*)$/;

/** Returns the request of a line; undefined for a command line. */
export function requestOf(line: ActorLine): ActorRequest | undefined {
  if (typeof line !== "string") return line;
  const [, method, path] = shortRequest.exec(line.trim()) ?? [];
  return method === undefined || path === undefined ? undefined : { method, path };
}

/** Performs the lines of an actor in their order. Rejects if one cannot be performed. */
export async function performLines(lines: readonly ActorLine[], context: LinesContext): Promise<void> {
  const { handle, clock, signal, atLine } = context;
  const kubectl = createCommandLine({ handle, clock, files: new LessonFiles() });
  let last: LastAnswer = { status: 0, body: undefined };
  for (let attempt = 1, next = 0; next < lines.length && !signal.aborted; next++) {
    const line = lines[next] ?? "";
    atLine?.(next);
    const request = requestOf(line);
    if (request === undefined) {
      const { exitCode } = await kubectl(String(line), signal);
      last = { status: exitCode === 0 ? 200 : 0, body: undefined };
      continue;
    }
    if (!isDue(request, last)) continue;
    const answer = await send(request, last, context);
    if (answer.status === request.again && attempt < mostAttempts) [attempt, next] = [attempt + 1, -1];
    // an edit is of what was last read, whatever was refused since
    last = { status: answer.status, body: isSuccess(answer.status) ? answer.body : last.body };
  }
}

interface LastAnswer {
  readonly status: number;
  readonly body: unknown;
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

const isDue = ({ when, if: wanted }: ActorRequest, { status, body }: LastAnswer): boolean =>
  (when === undefined || (when === "ok" ? isSuccess(status) : when === status)) && has(body, wanted);

/** Whether a value has all of what is wanted. */
function has(value: unknown, wanted: unknown): boolean {
  if (wanted === undefined) return true;
  if (isRecord(wanted))
    return Object.entries(wanted).every(([key, part]) => has(isRecord(value) ? value[key] : undefined, part));
  return wanted === null ? value === undefined : JSON.stringify(value) === JSON.stringify(wanted);
}

const encoder = new TextEncoder();

async function send(
  request: ActorRequest,
  last: LastAnswer,
  { handle, signal, name }: LinesContext,
): Promise<LastAnswer> {
  const { method = "GET", type = "application/json", headers = {} } = request;
  const body = bodyOf(request, last.body);
  const answer = await handle({
    method,
    target: pathOf(request.path, last.body),
    headers: new PlainHeaders(
      Object.entries({ Accept: "application/json", "Content-Type": type, "User-Agent": name, ...headers }),
    ),
    body: body === undefined ? null : encoder.encode(JSON.stringify(body)),
    signal,
  });
  if (isStream(answer.body) && !("finite" in answer.body)) {
    for await (const _ of answer.body) continue;
    return { status: answer.status, body: undefined };
  }
  const text = await answerText(answer.body);
  return { status: answer.status, body: text.startsWith("{") ? JSON.parse(text) : undefined };
}

function bodyOf({ body, edit, path }: ActorRequest, last: unknown): unknown {
  if (edit === undefined) return body;
  if (!isRecord(last)) throw new Error(`there is nothing to edit for ${path}: the actor has read no object before`);
  return applyMergePatch(last as JsonValue, edit as JsonValue);
}

function pathOf(path: string, last: unknown): string {
  const metadata = isRecord(last) ? last["metadata"] : undefined;
  const version = isRecord(metadata) ? metadata["resourceVersion"] : undefined;
  return path.replaceAll("{resourceVersion}", typeof version === "string" ? version : "");
}
