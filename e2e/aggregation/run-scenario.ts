import { Canonicalizer } from "../conformance/canonicalizer.ts";
import type { Json } from "../conformance/recorded-case.ts";
import { freePort } from "../../src/node/testing/free-port.ts";
import { createAuthority, type Authority } from "./certificates.ts";
import { send, type Header, type SendOptions, type WireAnswer } from "./exchange.ts";
import type { Call, ExtensionServer } from "./extension-server.ts";
import type { Body, CallRecord, Scenario, ScenarioRecord, Step, StepRecord } from "./scenario.ts";

/** What a scenario is run against. */
export interface Target extends SendOptions {
  readonly extension: ExtensionServer;
  /** The values of `${name}` in requests. */
  readonly variables: Readonly<Record<string, string>>;
  /** Called when a step begins. */
  onStep?(id: string): void;
  /** Lets time pass before a request is repeated. */
  pause(): Promise<void>;
}

/** The ports and certificates that stand in records for those of a run. */
const recordedValues: Readonly<Record<string, string>> = {
  port: "9443",
  closed: "9444",
  ca: "<ca>",
  intermediate: "<intermediate>",
  otherCa: "<other ca>",
};

/** Returns the CA of the extension server's certificate. */
export const issuerFor = ({ chained = false }: Pick<Scenario, "chained">, authority: Authority): Authority =>
  chained ? authority.intermediate("intermediate-ca") : authority;

/** Returns the values of `${name}`: the ports of the extension server and of nobody, and CA bundles. */
export async function variablesOf(port: number, authority: Authority, issuer: Authority) {
  const encoded = ({ ca }: Authority): string => Buffer.from(ca).toString("base64");
  return {
    port: String(port),
    closed: String(await freePort()),
    ca: encoded(authority),
    intermediate: encoded(issuer),
    otherCa: encoded(createAuthority("other-ca")),
  };
}

const patience = 1200;

/** Headers that differ between runs or transports, and those of priority and fairness. */
const unstable =
  /^(date|content-length|connection|keep-alive|transfer-encoding|x-kubernetes-pf-.*|traceparent|process-start-time-unix)$/i;

/** Runs the steps of a scenario and returns what came of them. */
export async function runScenario(
  { name }: Pick<Scenario, "name">,
  steps: readonly Step[],
  target: Target,
): Promise<ScenarioRecord> {
  const canonicalizer = new Canonicalizer();
  const canonical = (text: string): string => withRecordedValues(text, target.variables);
  const records: StepRecord[] = [];
  let last: unknown;
  const own = new Map<string, CallRecord>();
  const take = (): readonly CallRecord[] => {
    const calls = target.extension.take();
    for (const call of calls.filter(isOwn)) {
      const record = callRecord(call, canonical, new Canonicalizer());
      if (!own.has(keyOf(record))) own.set(keyOf(record), record);
    }
    return calls.filter((call) => !isOwn(call)).map((call) => callRecord(call, canonical, canonicalizer));
  };
  for (const step of steps) {
    step.before?.();
    target.onStep?.(step.id);
    take();
    const body = step.bodyOf?.(last) ?? step.body;
    const { answer, calls } = await answerTo({ ...step, ...(body !== undefined && { body }) }, target, take);
    last = decoded(answer.body);
    if (step.quiet === true) continue;
    const compared = bodyOf(step, canonical(answer.body), canonicalizer);
    const headers = answer.headers
      .filter(([header]) => !unstable.test(header) && step.ignored?.includes(header.toLowerCase()) !== true)
      .map(([header, value]): Header => [header, isAuditId(header) ? "<id>" : canonicalizer.text(canonical(value))]);
    records.push({ id: step.id, status: answer.status, headers: sorted(headers), body: compared, calls });
  }
  take();
  return {
    name,
    steps: JSON.parse(JSON.stringify(records)) as readonly StepRecord[],
    own: [...own.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
  };
}

/** The aggregator's own requests are made by users of its own. */
const isOwn = ({ headers }: Call): boolean => userOf(headers).startsWith("system:") && userOf(headers) !== anonymous;
const anonymous = "system:anonymous";
const userOf = (headers: readonly Header[]): string =>
  headers.find(([name]) => name.toLowerCase() === "x-remote-user")?.[1] ?? "";
const keyOf = ({ request, headers }: CallRecord): string => `${request} ${userOf(headers)}`;

async function answerTo(
  step: Step,
  target: Target,
  take: () => readonly CallRecord[],
): Promise<{ readonly answer: WireAnswer; readonly calls: readonly CallRecord[] }> {
  const fill = (text: string): string =>
    text.replace(/\$\{(\w+)\}/g, (_, name: string) => target.variables[name] ?? "");
  const headers = (step.headers ?? []).map(([name, value]): Header => [name, fill(value)]);
  const request = { method: step.method, target: fill(step.target), headers, body: textOf(step.body, fill) };
  const complete = withDefaults(request.headers, step.body !== undefined);
  let answer = await send({ ...request, headers: complete }, target);
  for (let tries = 0; !isAwaited(step, answer); tries++) {
    if (tries === patience)
      throw new Error(
        `${step.id}: ${String(step.until ?? step.untilStatus)} never came, but ${answer.status} ${answer.body}`,
      );
    await target.pause();
    take();
    answer = await send({ ...request, headers: complete }, target);
  }
  return { answer, calls: take() };
}

function isAwaited({ until, untilStatus }: Step, { status, body }: WireAnswer): boolean {
  if (untilStatus !== undefined && status !== untilStatus) return false;
  if (until instanceof RegExp) return until.test(body);
  return until === undefined || body.includes(until);
}

function textOf(body: Body | undefined, fill: (text: string) => string): string | undefined {
  if (body === undefined || typeof body === "string") return body;
  return fill(JSON.stringify(body)).replace(/"#(\d+)"/g, "$1");
}

function withDefaults(headers: readonly Header[], hasBody: boolean): readonly Header[] {
  const has = (wanted: string): boolean => headers.some(([name]) => name.toLowerCase() === wanted.toLowerCase());
  const defaults: readonly Header[] = [
    ["Authorization", "Bearer admin-token"],
    ["User-Agent", "node"],
    ...(hasBody ? [["Content-Type", "application/json"] as const] : []),
  ];
  return [...defaults.filter(([name]) => !has(name)), ...headers].filter(([, value]) => value !== "");
}

function callRecord(
  { method, target, headers, body, certificate }: Call,
  canonical: (text: string) => string,
  canonicalizer: Canonicalizer,
): CallRecord {
  const kept = headers
    .filter(([name]) => !unstable.test(name))
    .map(([name, value]): Header => [name, isAuditId(name) ? "<id>" : canonicalizer.text(canonical(value))]);
  return {
    request: `${method} ${canonical(target)}`,
    headers: sorted(kept),
    certificate,
    ...(body !== undefined && body !== "" && { body: canonicalizer.text(canonical(body)) }),
  };
}

const isAuditId = (name: string): boolean => name.toLowerCase() === "audit-id";

const sorted = (headers: readonly Header[]): readonly Header[] =>
  headers
    .map(([name, value]): Header => [name.toLowerCase(), value])
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

function bodyOf({ part }: Step, text: string, canonicalizer: Canonicalizer): unknown {
  const body = decoded(text);
  const wanted = part === undefined ? body : (part(body) as Json);
  return withoutTransitions(canonicalizer.value(wanted));
}

/** Returns the value of a JSON text; any other text as it is. */
function decoded(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/** Whether a manager owns the time of a transition depends on the second of the request. */
const withoutTransitions = (value: Json): Json =>
  JSON.parse(JSON.stringify(value).replaceAll('"f:lastTransitionTime":{},', "")) as Json;

/** Replaces the ports and certificates of this run by those of records. */
function withRecordedValues(text: string, variables: Readonly<Record<string, string>>): string {
  let canonical = text;
  for (const [name, recorded] of Object.entries(recordedValues)) {
    const value = variables[name];
    if (value === undefined) continue;
    canonical = canonical.replaceAll(/^\d+$/.test(value) ? new RegExp(`\\b${value}\\b`, "g") : value, recorded);
  }
  return canonical;
}
