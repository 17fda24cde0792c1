import type { MaybeAsync } from "./maybe-async.ts";

/** Text of an object at some stage, fetched on demand through the Inspector by its id. */
export interface TraceRef {
  readonly id: number;
  readonly bytes: number;
}

/** One evaluation of a rule about an object, and what it cost. */
export interface TracedRule {
  /** Where the value stands that the rule is about. */
  readonly path: string;
  readonly rule: string;
  readonly cost: number;
  readonly outcome: "held" | "broken" | "failed";
}

/** What a server does for a request, one after the other; `storage` is entered again for the commit. */
export type StageName =
  | "authentication"
  | "impersonation"
  | "authorization"
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
  | "storage"
  | "encoding"
  | "compression"
  | "streaming";

/** One stage of a request. */
export interface TraceStage {
  readonly name: StageName;
  readonly startUs: number;
  readonly durationUs: number;
  /** What was decided, in words: `allowed by ClusterRoleBinding "admin"`. */
  readonly decision?: string;
  readonly warnings?: readonly string[];
  readonly objectBefore?: TraceRef;
  readonly objectAfter?: TraceRef;
  /** Rules that were evaluated, as many as are worth keeping. */
  readonly rules?: readonly TracedRule[];
}

/** Who sent a request, read off the User-Agent's prefix. */
export type TraceSource =
  | { readonly kind: "ui" }
  | { readonly kind: "console" }
  | { readonly kind: "controller"; readonly name: string }
  | { readonly kind: "client" };

/**
 * What is known of a request once it was answered. Times are microseconds from its start; `at` is milliseconds since
 * the epoch.
 */
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
  /** Bytes of the answer's body as far as they were sent; a stream's total so far. */
  readonly bytes: number;
  readonly warnings: readonly string[];
  /** A watch or another answer that goes on. */
  readonly streaming: boolean;
  readonly stages: readonly TraceStage[];
}

/** Collects the stages of one request. Undefined in the context when nobody listens, so that tracing costs nothing. */
export interface TraceRecorder {
  /** Starts a stage and ends the one before; the stage that is open already goes on. */
  stage(name: StageName): void;
  /** Ends the stage that is open: its work is done, and what follows belongs to none. */
  end(): void;
  /** Runs work as a stage of its own; the stage that it interrupts, if any, goes on afterwards. */
  within<T>(name: StageName, work: () => MaybeAsync<T>): MaybeAsync<T>;
  /** What the current stage decided, in words. */
  decide(decision: string): void;
  /** Texts of the object before and after the current stage. */
  objects(before: string | undefined, after: string | undefined): void;
  /** Rules that the current stage evaluated. */
  rules(rules: readonly TracedRule[]): void;
}

/** Runs work as a stage where somebody listens, and otherwise just runs it. */
export const duringStage = <T>(
  trace: TraceRecorder | undefined,
  name: StageName,
  work: () => MaybeAsync<T>,
): MaybeAsync<T> => (trace === undefined ? work() : trace.within(name, work));
