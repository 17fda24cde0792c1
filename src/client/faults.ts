/** What is done to a request, or to the server, in place of what would be. */
export type FaultKind =
  /** 409 with the message of a lost compare and swap. */
  | "Conflict"
  /** 410 with the message of a compacted revision: for a watch, as its first and only event. */
  | "Expired"
  /** 429 with `Retry-After`, as where too many requests are in flight. */
  | "TooManyRequests"
  /** 500 as of an etcd that has lost its leader. */
  | "InternalError"
  /** 503 with the text of an aggregator that cannot reach the API server (proxyHandler). */
  | "ServiceUnavailable"
  /** 504 although the write was committed. */
  | "TimeoutAfterCommit"
  /** The request is handled after `delayMs`. */
  | "Latency"
  /** The body ends after `afterBytes`. */
  | "TruncatedStream"
  /** The watch ends after `afterEvents`, as if its connection was closed. */
  | "DroppedWatch"
  /** The call of an admission webhook is refused. */
  | "WebhookDown"
  /** The call of an admission webhook begins after `delayMs`. */
  | "WebhookSlow"
  /** Nothing can be committed. */
  | "StorageFull";

/**
 * A rule of faults. It is of requests that have all that it names; without `users` and `userAgents`, of all but those
 * of the server's own controllers and of the test server's own methods. Of them, it takes those that `nth`, `every` or
 * `share` choose, or else all, `times` at most.
 */
export interface FaultRule {
  readonly fault: FaultKind;
  /** What logs call it; the fault by default. */
  readonly name?: string;
  /** Names of users; `*` at the end stands for anything. */
  readonly users?: readonly string[];
  /** User-Agents; `*` at the end stands for anything. */
  readonly userAgents?: readonly string[];
  /** get, list, watch, create, update, patch, delete, deletecollection. */
  readonly verbs?: readonly string[];
  /** As in roles: `pods`, `deployments`, `pods/status`. */
  readonly resources?: readonly string[];
  /** API groups; `""` is the core group. */
  readonly groups?: readonly string[];
  readonly namespaces?: readonly string[];
  /** Names of objects. */
  readonly names?: readonly string[];
  /** Names of webhooks, for faults of those. */
  readonly webhooks?: readonly string[];
  /** The first, third … request that the rule is of, counted from 1. */
  readonly nth?: readonly number[];
  /** Every second, third … of them. */
  readonly every?: number;
  /** The share of them that is taken, from 0 to 1. Equal seeds take the same of equal requests. */
  readonly share?: number;
  /** 1 by default. */
  readonly seed?: number;
  /** How many are taken at most. */
  readonly times?: number;
  /** The seconds in `Retry-After`; 1 by default. */
  readonly retryAfterSeconds?: number;
  /** Milliseconds; 1,000 by default. */
  readonly delayMs?: number;
  /** Bytes; 100 by default. */
  readonly afterBytes?: number;
  /** Events, bookmarks included; none by default. */
  readonly afterEvents?: number;
}

/** A rule that is in effect, and what it has done. */
export interface FaultReport {
  readonly id: number;
  readonly rule: FaultRule;
  /** How many requests it was of, and how many of them it took. */
  readonly seen: number;
  readonly injected: number;
}

/** The Inspector's calls about faults. Arguments and results are plain data. */
export interface FaultCalls {
  /** Returns the rules in effect. */
  faults(): Promise<readonly FaultReport[]>;
  /**
   * Puts rules into effect in place of those before, in their order: the first that takes a request decides. Rejects
   * with a line for each mistake.
   */
  setFaults(rules: readonly FaultRule[]): Promise<readonly FaultReport[]>;
  /** Adds a rule after the others. Rejects with a line for each mistake. */
  addFault(rule: FaultRule): Promise<FaultReport>;
  /** Puts a rule in the place of one that is in effect, with counts of its own. Rejects as `addFault`. */
  changeFault(id: number, rule: FaultRule): Promise<FaultReport>;
  /** Ends a rule, if it is in effect. */
  removeFault(id: number): Promise<void>;
}

/** The header of an answer that a rule has made or changed: the rule's name. */
export const faultHeader = "Kubepad-Fault";

/** The audit annotation of such a request. */
export const faultAnnotation = "faults.kubepad.dev/injected";
