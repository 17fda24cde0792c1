import type { Canonicalizer } from "./canonicalizer.ts";
import {
  isList,
  isMap,
  type ExchangeStep,
  type Json,
  type JsonMap,
  type PickPath,
  type RawBody,
  type StepResult,
} from "./recorded-case.ts";
import type { FetchTarget } from "./run-case.ts";
import { mergeHeaders, withDefaultHeader } from "./step-headers.ts";
import { lookup } from "./substitute.ts";
import { fromBase64 } from "./wire/bytes.ts";
import { decodeBody } from "./wire/decode.ts";
import { within } from "./within.ts";

const comparedHeaders = [
  "content-type",
  "warning",
  "retry-after",
  "location",
  "content-encoding",
  "allow",
  "www-authenticate",
  "vary",
  "etag",
];
/** How long a request may take, a bound for one that is lost. */
export const timeoutMs = 120_000;
const pollMs = 250;
const mostPolls = 60;
const longestGeneratedPrefix = 58;

/** The state shared by the steps of one case. */
export interface StepContext {
  readonly fetch: FetchTarget;
  readonly headers: Readonly<Record<string, string>>;
  readonly canonicalizer: Canonicalizer;
  /** The responses by step id, for references in later steps. */
  readonly answers: { [step: string]: Json };
  /** Reports whether webhooks of the case, by path, have all been called. */
  readonly called: (paths: readonly string[]) => boolean;
}

/** Sends a request, repeatedly if the step waits for a condition, and returns the canonical response. */
export async function exchange(step: ExchangeStep, context: StepContext): Promise<StepResult> {
  const { canonicalizer, answers } = context;
  const { response, decoded } = await answerOf(step, context);
  const kept = keep(decoded, step);
  answers[step.id] = kept;
  answers[`${step.id}#headers`] = Object.fromEntries(response.headers);
  noteGeneratedName(step.request.body, decoded, canonicalizer);
  return {
    id: step.id,
    status: response.status,
    headers: canonicalHeaders(response.headers, canonicalizer, step.headers),
    body: canonicalBody(kept, canonicalizer),
  };
}

/** Returns the headers to compare. */
export function canonicalHeaders(
  headers: Headers,
  canonicalizer: Canonicalizer,
  names: readonly string[] = comparedHeaders,
): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of names) {
    const value = headers.get(name);
    if (value !== null) picked[name] = canonicalizer.text(value);
  }
  return picked;
}

/** Returns the canonical form of a decoded body. */
export const canonicalBody = (body: Json, canonicalizer: Canonicalizer): Json =>
  typeof body === "string" ? canonicalizer.text(body) : canonicalizer.value(body);

interface Decoded {
  readonly response: Response;
  readonly decoded: Json;
}

async function answerOf(step: ExchangeStep, context: StepContext): Promise<Decoded> {
  const { until } = step;
  for (let attempt = 0; ; attempt += 1) {
    const answer = await send(step, context);
    if (
      !until ||
      attempt >= (until.attempts ?? mostPolls) ||
      reached(until, answer.response.status, keep(answer.decoded, step), context)
    )
      return answer;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

async function send({ request, undecoded }: ExchangeStep, context: StepContext): Promise<Decoded> {
  const { method = "GET", path } = request;
  const body = bodyOf(request);
  const merged = mergeHeaders(context.headers, request.headers);
  const typed = body === undefined ? merged : withDefaultHeader(merged, "Content-Type", "application/json");
  const headers = withDefaultHeader(typed, "Accept", "application/json");
  const { response, bytes } = await within(timeoutMs, `${method} ${path}`, async (signal) => {
    const answered = await context.fetch(path, { method, headers, signal, ...(body === undefined ? {} : { body }) });
    return { response: answered, bytes: new Uint8Array(await answered.arrayBuffer()) };
  });
  return { response, decoded: decodeBody(response.headers.get("content-type") ?? "", bytes, undecoded ?? false) };
}

function bodyOf({ body, rawBody, base64Body }: ExchangeStep["request"]): string | Uint8Array<ArrayBuffer> | undefined {
  if (base64Body) return fromBase64(base64Body);
  if (rawBody !== undefined) return rawText(rawBody);
  return body === undefined ? undefined : JSON.stringify(body);
}

const rawText = (raw: RawBody): string =>
  typeof raw === "string"
    ? raw
    : raw.map((part) => (typeof part === "string" ? part : part.repeat.repeat(part.times))).join("");

function reached(
  until: NonNullable<ExchangeStep["until"]>,
  status: number,
  kept: Json,
  { called }: StepContext,
): boolean {
  if (until.called !== undefined) return called(until.called);
  if (until.status !== undefined) return status === until.status;
  return JSON.stringify(lookup(kept, until.path ?? "")) === JSON.stringify(until.equals);
}

function keep(decoded: Json, { pick }: ExchangeStep): Json {
  if (!pick) return decoded;
  const top = typeof decoded === "string" ? decoded.split("\n") : decoded;
  return Object.fromEntries(Object.entries(pick).map(([name, path]) => [name, pickAt(top, path) ?? null]));
}

function pickAt(top: Json, path: PickPath): Json | undefined {
  let at: Json | undefined = top;
  for (const part of path) at = pickPart(at, part);
  return at;
}

function pickPart(value: Json | undefined, part: PickPath[number]): Json | undefined {
  if (typeof value === "string" && isMap(part)) return new RegExp(String(part["match"])).exec(value)?.[0];
  if (!isList(value)) return isMap(value) && !isMap(part) ? value[part] : undefined;
  if (typeof part === "number") return value.at(part);
  return value.find((item) =>
    typeof item === "string" && isMap(part) ? item.startsWith(String(part["starts"])) : matches(item, part),
  );
}

function matches(item: Json | undefined, part: Json): boolean {
  if (!isMap(part)) return item === part;
  return Object.entries(part).every(([key, wanted]) => matches(isMap(item) ? item[key] : undefined, wanted));
}

/**
 * Registers a name that the server generated from `generateName`, so that it is replaced everywhere in the response.
 */
function noteGeneratedName(sent: Json | undefined, got: Json, canonicalizer: Canonicalizer): void {
  const { generateName, name: sentName } = mapAt(sent, "metadata");
  const prefix = typeof generateName === "string" ? generateName.slice(0, longestGeneratedPrefix) : "";
  const name = mapAt(got, "metadata")["name"] ?? mapAt(got, "details")["name"];
  if (prefix !== "" && name !== sentName && typeof name === "string" && name.startsWith(prefix))
    canonicalizer.hideGenerated(prefix, name);
}

function mapAt(value: Json | undefined, key: string): JsonMap {
  const member = isMap(value) ? value[key] : undefined;
  return isMap(member) ? member : {};
}
