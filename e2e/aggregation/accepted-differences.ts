import type { Header } from "./exchange.ts";
import type { CallRecord, ScenarioRecord, StepRecord } from "./scenario.ts";

/**
 * Steps that Kubepad answers otherwise, by scenario and step. Links in HTML are not rewritten, since no API is made of
 * pages.
 */
const otherwise: ReadonlySet<string> = new Set(["proxy/html"]);

/** Go's client asks for gzip by itself, and names itself where no client does. */
const ofGo = ([name, value]: Header): boolean =>
  name === "accept-encoding" || (name === "user-agent" && value.startsWith("Go-http-client"));

/** The header of answers that filters refuse with 403, which this server sends with plain texts only. */
const isOfRefusal = (status: number, [name]: Header): boolean => status === 403 && name === "x-content-type-options";

/** Headers by which Go's server serves parts of a document, and says when it has begun to serve it. */
const ofContent: ReadonlySet<string> = new Set(["accept-ranges", "last-modified", "vary"]);

/** A request that is not answered may be sent again on another connection. */
const distinct = (calls: readonly CallRecord[]): readonly CallRecord[] => [
  ...new Map(calls.map((call) => [JSON.stringify(call), call])).values(),
];

const comparedCall = (call: CallRecord): CallRecord => ({
  ...call,
  headers: call.headers.filter((header) => !ofGo(header)),
});

const comparedStep = (step: StepRecord): StepRecord => ({
  ...step,
  headers: step.headers.filter((header) => !isOfRefusal(step.status, header) && !ofContent.has(header[0])),
  calls: distinct(step.calls.map(comparedCall)),
});

/**
 * Returns a record without what may differ between kube-apiserver and Kubepad. Whether documents have been asked for
 * depends on how long a scenario takes, unless it is about them.
 */
export const compared = ({ name, steps, own }: ScenarioRecord): ScenarioRecord => ({
  name,
  steps: steps.filter(({ id }) => !otherwise.has(`${name}/${id}`)).map(comparedStep),
  own: own.filter(({ request }) => name.startsWith("openapi") || !request.includes("/openapi/")).map(comparedCall),
});
