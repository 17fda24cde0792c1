import { Canonicalizer } from "./canonicalizer.ts";
import { EventStream } from "./event-stream.ts";
import { canonicalBody, canonicalHeaders, exchange, timeoutMs, type StepContext } from "./exchange-step.ts";
import type { CallsWanted, CollectStep, Json, RecordedCase, Step, StepResult, WatchStep } from "./recorded-case.ts";
import { mergeHeaders } from "./step-headers.ts";
import { substitute } from "./substitute.ts";
import { decodeBody } from "./wire/decode.ts";
import { within } from "./within.ts";

/** A `fetch` that takes a target relative to a fixed server. */
export type FetchTarget = (
  target: string,
  init: {
    method: string;
    headers: Record<string, string>;
    body?: string | Uint8Array<ArrayBuffer>;
    signal: AbortSignal;
  },
) => Promise<Response>;

/** The admission webhook service of a run, of which each case has a part by its namespace. */
export interface WebhookService {
  /** Returns the variables of a case's steps. */
  variables(namespace: string): Readonly<Record<string, string>>;
  /** Returns texts that differ between runs, with their placeholders. */
  hidden(namespace: string): readonly (readonly [literal: string, placeholder: string])[];
  called(namespace: string, paths: readonly string[]): boolean;
  /** Returns the calls of a case since the last time. */
  take(namespace: string, wanted: CallsWanted): readonly Json[];
}

interface CaseContext extends StepContext {
  readonly namespace: string;
  readonly streams: Map<string, EventStream>;
  readonly webhooks: WebhookService | undefined;
}

/** Runs a case in an existing namespace and returns the canonical results of its steps, except quiet ones. */
export async function runCase(
  recorded: RecordedCase,
  options: {
    readonly fetch: FetchTarget;
    readonly headers: Readonly<Record<string, string>>;
    readonly namespace: string;
    /** Needed by cases with webhooks. */
    readonly webhooks?: WebhookService | undefined;
  },
): Promise<readonly StepResult[]> {
  const { namespace, webhooks } = options;
  const context: CaseContext = {
    ...options,
    webhooks,
    called: (paths) => webhooks?.called(namespace, paths) === true,
    canonicalizer: new Canonicalizer(),
    answers: { ns: namespace },
    streams: new Map(),
  };
  hideNames(recorded, context);
  const results: StepResult[] = [];
  try {
    for (const step of recorded.steps) {
      const expected = recorded.expect.find(({ id }) => id === step.id);
      const result = await runStep(substitute(step, context.answers), context, expected);
      if (result && !step.quiet) results.push(result);
    }
  } finally {
    for (const stream of context.streams.values()) stream.close();
  }
  return results;
}

function hideNames(recorded: RecordedCase, { namespace: ns, canonicalizer, answers, webhooks }: CaseContext): void {
  const bare = ns.replaceAll("-", ""); // as in OpenAPI operation ids
  for (const name of [ns, bare, bare.slice(0, 1).toUpperCase() + bare.slice(1)]) canonicalizer.hide(name, "<ns>");
  for (const [name, template] of Object.entries(recorded.vars ?? {})) {
    const value = template.replaceAll("${ns}", ns);
    answers[name] = value;
    if (value !== template) canonicalizer.hide(value, `<${name}>`);
  }
  if (recorded.webhooks !== true) return;
  if (webhooks === undefined) throw new Error("the case needs an admission webhook service");
  Object.assign(answers, webhooks.variables(ns));
  for (const [literal, placeholder] of webhooks.hidden(ns)) canonicalizer.hide(literal, placeholder);
}

async function runStep(
  step: Step,
  context: CaseContext,
  expected: StepResult | undefined,
): Promise<StepResult | undefined> {
  if ("sleep" in step) {
    await new Promise((resolve) => setTimeout(resolve, step.sleep));
    return undefined;
  }
  if ("watch" in step) return openWatch(step, context);
  if ("collect" in step) return collect(step, context, expected);
  if ("calls" in step) {
    const calls = context.webhooks?.take(context.namespace, step.calls) ?? [];
    return { id: step.id, calls: context.canonicalizer.value(calls) };
  }
  return exchange(step, context);
}

async function openWatch(
  { id, watch }: WatchStep,
  { fetch, headers, canonicalizer, streams }: CaseContext,
): Promise<StepResult> {
  const controller = new AbortController();
  const response = await within(timeoutMs, `WATCH ${watch.path}`, () =>
    fetch(watch.path, {
      method: "GET",
      headers: mergeHeaders({ Accept: "application/json", ...headers }, watch.headers),
      signal: controller.signal,
    }),
  );
  const type = response.headers.get("content-type") ?? "";
  if (response.status !== 200 || !response.body) {
    const body: Json = decodeBody(type, new Uint8Array(await response.arrayBuffer()), false);
    return {
      id,
      status: response.status,
      headers: canonicalHeaders(response.headers, canonicalizer),
      body: canonicalBody(body, canonicalizer),
    };
  }
  streams.set(id, new EventStream(type, response.body, () => controller.abort()));
  return { id, status: 200, headers: { "content-type": type } };
}

/** How long events may be awaited that were recorded, a bound for those that never come. */
const arrivalMs = 60_000;

/** Returns whether a recorded stream brought all that was waited for, so that waiting longer changes nothing. */
const arrives = ({ closes, events }: CollectStep["collect"], expected: StepResult | undefined): boolean =>
  closes ? expected?.ended === "closed" : (expected?.events?.length ?? 0) >= events;

async function collect(
  { id, collect: wanted }: CollectStep,
  { canonicalizer, streams, answers }: CaseContext,
  expected: StepResult | undefined,
): Promise<StepResult> {
  const stream = streams.get(wanted.stream);
  if (!stream) return { id, events: [], ended: "not open" };
  const { events, ended } = await stream.take(
    wanted.closes ? Number.POSITIVE_INFINITY : wanted.events,
    arrives(wanted, expected) ? arrivalMs : (wanted.timeoutMs ?? 5000),
  );
  answers[id] = events;
  return { id, events: events.map((event) => canonicalizer.value(event)), ...(wanted.closes ? { ended } : {}) };
}
