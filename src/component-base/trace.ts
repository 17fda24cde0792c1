import type { MaybeAsync } from "./maybe-async.ts";

/** A reference to the text of an object at some stage, fetched on demand through the Inspector by id. */
export interface TraceRef {
  readonly id: number;
  readonly bytes: number;
}

/** One evaluation of a validation rule, and its cost. */
export interface TracedRule {
  /** The path of the value that the rule validates. */
  readonly path: string;
  readonly rule: string;
  readonly cost: number;
  readonly outcome: "held" | "broken" | "failed";
}

/** The kinds of steps within a stage of admission. */
export type StepKind = "plugin" | "policy" | "webhook" | "expression";

/** A step within a stage: an admission plugin, a policy or webhook that it calls, an expression of the policy. */
export interface TraceStep {
  readonly kind: StepKind;
  readonly name: string;
  readonly startUs: number;
  readonly durationUs: number;
  /** The decision as text; absent if the request was let through without one. */
  readonly decision?: string;
  /** The cost of the evaluated expressions. */
  readonly cost?: number;
  /** The object before and after a step that changed it. */
  readonly objectBefore?: TraceRef;
  readonly objectAfter?: TraceRef;
  readonly steps?: readonly TraceStep[];
}

/** The stages of a request in order; `storage` is entered again for the commit. */
export type StageName =
  | "authentication"
  | "impersonation"
  | "authorization"
  | "fault"
  | "reading"
  | "decoding"
  | "defaulting"
  | "conversion"
  | "patch"
  | "apply"
  | "managed fields"
  | "mutating admission"
  | "preparation"
  | "validation"
  | "rules"
  | "validating admission"
  | "handling"
  | "extension server"
  | "storage"
  | "encoding"
  | "compression"
  | "streaming";

/** One stage of a request. */
export interface TraceStage {
  readonly name: StageName;
  readonly startUs: number;
  readonly durationUs: number;
  /** The decision as text: `allowed by ClusterRoleBinding "admin"`. */
  readonly decision?: string;
  readonly warnings?: readonly string[];
  readonly objectBefore?: TraceRef;
  readonly objectAfter?: TraceRef;
  /** The evaluated rules, up to a limit. */
  readonly rules?: readonly TracedRule[];
  readonly steps?: readonly TraceStep[];
}

/** The sender of a request, determined by the prefix of its User-Agent. */
export type TraceSource =
  | { readonly kind: "ui" }
  | { readonly kind: "console" }
  | { readonly kind: "controller"; readonly name: string }
  | { readonly kind: "client"; readonly name?: string };

/** A request or an answer as it went over the wire. */
export interface TracedMessage {
  /** The headers in their order; credentials are left out of their values. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The text of the body; absent if there was none, or it is not kept: binary, streamed or too long ones. */
  readonly body?: TraceRef;
}

/** The record of a request. Times are microseconds from its start; `at` is milliseconds since the epoch. */
export interface Trace {
  readonly id: number;
  /** The Audit-ID header of the exchange. */
  readonly requestId: string;
  readonly at: number;
  readonly source: TraceSource;
  readonly user: string;
  readonly method: string;
  readonly target: string;
  readonly status: number;
  readonly durationUs: number;
  /** The bytes of the response body sent so far. */
  readonly bytes: number;
  /** The revision of the object that a write answered with; absent if it answered with none. */
  readonly revision?: string;
  readonly warnings: readonly string[];
  /** True for a watch or another streaming response. */
  readonly streaming: boolean;
  readonly stages: readonly TraceStage[];
  readonly request: TracedMessage;
  readonly answer: TracedMessage;
}

/** Whether a request is sent to a review: a POST to one asks a question and stores nothing. */
export const isReview = (target: string): boolean =>
  /^\/apis\/(?:authentication|authorization)\.k8s\.io\//.test(target);

/** Whether a request only reads, by GET or as a review. */
export const onlyReads = ({ method, target }: Pick<Trace, "method" | "target">): boolean =>
  method === "GET" || isReview(target);

/** Whether a request is a read of the page itself or of a controller: of those there are many that nobody asked for. */
export const isBackgroundRead = (trace: Pick<Trace, "method" | "target" | "source">): boolean =>
  onlyReads(trace) && (trace.source.kind === "ui" || trace.source.kind === "controller");

/** Records steps. Steps may overlap, so each one has a handle of its own. */
export interface StepRecorder {
  step(kind: StepKind, name: string): OpenStep;
}

/** A step in progress. */
export interface OpenStep extends StepRecorder {
  decide(decision: string): void;
  cost(cost: number): void;
  /** Records the text of the object before and after the step. */
  objects(before: string, after: string): void;
  end(): void;
}

/**
 * Records the stages of one request. Undefined in the context if there are no listeners, so that tracing then costs
 * nothing.
 */
export interface TraceRecorder extends StepRecorder {
  /** Starts a stage and ends the previous one; no effect if the stage is already open. */
  stage(name: StageName): void;
  /** Ends the open stage; work that follows belongs to no stage. */
  end(): void;
  /** Runs work as a separate stage; an interrupted stage continues afterwards. */
  within<T>(name: StageName, work: () => MaybeAsync<T>): MaybeAsync<T>;
  /** Records the decision of the current stage as text. */
  decide(decision: string): void;
  /** Records the text of the object before and after the current stage. */
  objects(before: string | undefined, after: string | undefined): void;
  /** Records the rules that the current stage evaluated. */
  rules(rules: readonly TracedRule[]): void;
}

/** Runs work as a stage if tracing is on; otherwise just runs it. */
export const duringStage = <T>(
  trace: TraceRecorder | undefined,
  name: StageName,
  work: () => MaybeAsync<T>,
): MaybeAsync<T> => (trace === undefined ? work() : trace.within(name, work));
