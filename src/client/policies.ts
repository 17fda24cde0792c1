/** A policy as its manifest has it, with what it is evaluated with. Nothing of it needs to be stored. */
export interface WrittenPolicy {
  /** A ValidatingAdmissionPolicy, a MutatingAdmissionPolicy, or the configuration of admission webhooks. */
  readonly policy: unknown;
  /** Its bindings. Without any, it is evaluated as if one bound it wherever it matches, with the action Deny. */
  readonly bindings: readonly unknown[];
  /** Parameters and namespaces that are found before those of the server. */
  readonly objects: readonly unknown[];
}

/** A request that is thought of, not sent. */
export interface PolicyRequest {
  readonly operation: "CREATE" | "UPDATE" | "DELETE";
  /** The new object; absent for a delete. */
  readonly object?: unknown;
  /** The existing object; absent for a create. */
  readonly old?: unknown;
  /** The user's name; the administrator's by default. */
  readonly user?: string;
}

/**
 * What a policy does with a request. `unmatched`: neither its constraints nor its match conditions let it see the
 * request; `failed`: the request cannot be evaluated.
 */
export type PolicyOutcome = "unmatched" | "allowed" | "audited" | "warned" | "changed" | "denied" | "failed";

/** One evaluated expression, in the order of evaluation. */
export interface EvaluatedExpression {
  /** The field of the policy, such as `spec.validations[0].expression`; "" if it cannot be told. */
  readonly place: string;
  readonly expression: string;
  /** Its value in CEL syntax, or its error. */
  readonly decision: string;
  /** With the variables that it was the first to use. */
  readonly cost: number;
  /** The object before and after a mutation that changed it. */
  readonly before?: unknown;
  readonly after?: unknown;
}

/** The verdict of a policy on one request. */
export interface PolicyVerdict {
  readonly outcome: PolicyOutcome;
  /** Why; "" if there is nothing to say. */
  readonly message: string;
  /** The reason and code of the answer to a denied request. */
  readonly reason?: string;
  readonly code?: number;
  readonly warnings: readonly string[];
  /** The annotations of the audit event. */
  readonly annotations: Readonly<Record<string, string>>;
  readonly expressions: readonly EvaluatedExpression[];
  readonly cost: number;
  /** The object as expressions see it, in the version of the request. */
  readonly object?: unknown;
  readonly old?: unknown;
  /** The value of `request`. */
  readonly request?: unknown;
  /** The object as the policy changed it. */
  readonly changed?: unknown;
}

/** A problem of an expression with the types of the kinds that its policy matches. */
export interface TypeWarning {
  readonly fieldRef: string;
  readonly warning: string;
}

/** A live object or a request that a policy would stop, change or warn about. */
export interface PolicyHit {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly operation: PolicyRequest["operation"];
  readonly outcome: PolicyOutcome;
  readonly message: string;
  /** The id of the request in the log. */
  readonly requestId?: string;
}

/** Where the search for hits continues. */
export interface HitsCursor {
  readonly part: number;
  /** The page of the part, as its list continues; "" for the first. */
  readonly page: string;
  readonly offset: number;
}

/** A part of the hits; the search is complete when there is no `next`. */
export interface PolicyHits {
  readonly hits: readonly PolicyHit[];
  /** How many were evaluated in this part, and how many of them the policy matches. */
  readonly checked: number;
  readonly matched: number;
  /** How many there are in all; told by the first part. */
  readonly total?: number;
  readonly next?: HitsCursor;
}

/** The admission methods of the Inspector. Arguments and results are plain data. */
export interface PolicyCalls {
  /** Evaluates policies over requests with admission's own code: a row for each request, a cell for each policy. */
  policyVerdicts(
    policies: readonly WrittenPolicy[],
    requests: readonly PolicyRequest[],
  ): Promise<readonly (readonly PolicyVerdict[])[]>;
  /** Checks the expressions of a validating policy against the kinds that it matches, as its status would tell. */
  policyTypes(policy: unknown): Promise<readonly TypeWarning[]>;
  /** Evaluates a policy over all live objects or over the request log, a part at a time. */
  policyHits(policy: WrittenPolicy, over: "objects" | "log", from?: HitsCursor): Promise<PolicyHits>;
}

/** Returns a PolicyCalls that forwards every call through `via`. */
export const policyCallsThrough = (via: <T>(call: (calls: PolicyCalls) => Promise<T>) => Promise<T>): PolicyCalls => ({
  policyVerdicts: (policies, requests) => via((calls) => calls.policyVerdicts(policies, requests)),
  policyTypes: (policy) => via((calls) => calls.policyTypes(policy)),
  policyHits: (policy, over, from) => via((calls) => calls.policyHits(policy, over, from)),
});
