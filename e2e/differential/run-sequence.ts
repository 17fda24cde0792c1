import type { JsonValue } from "../../src/apimachinery/json/value.ts";
import { valueAt } from "../expectations/expectation.ts";
import { encodeBody } from "./encode-body.ts";
import { Normalizer, type Referable } from "./normalizer.ts";
import { runWord, type Answer, type Step } from "./sequence.ts";

/** A server that sequences are sent to. */
export type Send = (path: string, init: RequestInit) => Promise<Response>;

/** How often a request is sent again whose answer is awaited, and how long is waited in between. */
export interface Patience {
  readonly attempts: number;
  readonly pause: () => Promise<void>;
}

/** What later requests may refer to of an answer. */
interface Known extends Referable {
  readonly body: Uint8Array;
}

/** Sends a sequence to a server and returns the answers by step. */
export async function runSequence(
  steps: readonly Step[],
  send: Send,
  run: string,
  patience: Patience,
): Promise<ReadonlyMap<string, Answer>> {
  const normalizer = new Normalizer(run);
  const known = new Map<string, Known>();
  const answers = new Map<string, Answer>();
  const succeeded = new Set<string>();
  for (const step of steps) {
    if (step.after !== undefined && !succeeded.has(step.after)) continue;
    const raw = await sendUntil(step, send, (text) => filled(text, run, known), patience);
    if (raw.status < 300) succeeded.add(step.id);
    if (step.quiet === true) continue;
    const { answer, referable } = normalizer.normalize(raw);
    const values = { ...referable, body: raw.body };
    known.set(step.id, values);
    if (referable.uid !== undefined) known.set("last", values);
    answers.set(step.id, answer);
  }
  return answers;
}

async function sendUntil(step: Step, send: Send, fill: (text: string) => string, { attempts, pause }: Patience) {
  for (let attempt = 1; ; attempt++) {
    const response = await send(fill(step.path), initOf(step, fill));
    const body = new Uint8Array(await response.arrayBuffer());
    if (isAwaited(step, fill, response.status, body))
      return { status: response.status, headers: response.headers, body };
    if (attempt >= attempts) throw new Error(`${step.id} was never answered with ${step.until}`); // nothing can be compared
    await pause();
  }
}

const isAwaited = (
  { until, untilText = "" }: Step,
  fill: (text: string) => string,
  status: number,
  body: Uint8Array,
): boolean => until === undefined || (status === until && new TextDecoder().decode(body).includes(fill(untilText)));

function initOf({ method, headers, body, base64Body, encoding }: Step, fill: (text: string) => string): RequestInit {
  const filledHeaders: Record<string, string> = { Authorization: "Bearer admin-token", "User-Agent": "fuzz/1" };
  for (const [name, value] of Object.entries(headers ?? {})) filledHeaders[name] = fill(value);
  if (base64Body !== undefined) return { method, headers: filledHeaders, body: Buffer.from(base64Body, "base64") };
  if (encoding !== undefined && body !== undefined)
    return { method, headers: filledHeaders, body: new Uint8Array(encodeBody(encoding, fill(body))) };
  return { method, headers: filledHeaders, ...(body === undefined ? {} : { body: fill(body) }) };
}

/** Replaces the word for the run and the references to earlier answers; an unknown reference becomes nothing. */
function filled(text: string, run: string, known: ReadonlyMap<string, Known>): string {
  return text
    .replace(/"\{\{([^} ]+) at ([^}]+)\}\}"/g, (_, id: string, path: string) => valueIn(known.get(id)?.body, path))
    .replace(
      /\{\{([^.}]+)\.(rv|uid|list|continue)\}\}/g,
      (_, id: string, part: keyof Referable) => known.get(id)?.[part] ?? "",
    )
    .replaceAll(runWord, run);
}

/** Returns a value of an answer in JSON as JSON. */
function valueIn(body: Uint8Array | undefined, path: string): string {
  if (body === undefined) return "null";
  return JSON.stringify(valueAt(JSON.parse(new TextDecoder().decode(body)) as JsonValue, path) ?? null);
}
