import type { CelCount, CelNode, CelSpan } from "../component-base/cel-node.ts";

/** The variables that an expression can use, and how its cost is limited. */
export type CelScope =
  /** A validation rule of a custom resource: the schema at `path` declares `self` and `oldSelf`. */
  | {
      readonly kind: "rule";
      /** The schema of the whole resource as in the CustomResourceDefinition (openAPIV3Schema). */
      readonly schema: unknown;
      /** The path to the schema node of the rule: property names, `[*]` for items, `{*}` for additionalProperties. */
      readonly path: readonly string[];
      readonly optionalOldSelf?: boolean;
    }
  /** An expression of an admission policy. */
  | { readonly kind: "admission"; readonly policy?: CelPolicy }
  /** Variables with their CEL types: `list(string)`, `map(string, int)`, `dyn`. */
  | { readonly kind: "generic"; readonly variables: readonly CelVariable[] };

/** The policy that has an expression, as far as expressions see it. */
export interface CelPolicy {
  /** The kind that gives `object` and `oldObject` their type for completion and checks. They are untyped otherwise. */
  readonly object?: CelKind;
  /** The kind of `params`. */
  readonly params?: CelKind;
  /** The variables that the expression can use, in their order. */
  readonly variables: readonly CelPolicyVariable[];
  /** Whether the expression may construct objects and JSON patches, as that of a mutation. */
  readonly hasPatchTypes?: boolean;
}

export interface CelKind {
  readonly apiVersion: string;
  readonly kind: string;
}

export interface CelPolicyVariable {
  readonly name: string;
  readonly expression: string;
}

export interface CelVariable {
  readonly name: string;
  readonly type: string;
  /** The maximum number of elements or characters, for the cost estimate. */
  readonly maxSize?: number;
  /** The same for each of its elements or values. */
  readonly elementSize?: number;
}

export interface CelRequest {
  readonly expression: string;
  readonly scope: CelScope;
  /** Compiles as a stored expression, which may use everything that this version supports. */
  readonly stored?: boolean;
  /** The required result type; any if absent. */
  readonly expects?: "bool" | "string";
}

/** The values of the variables as JSON. Omitted variables are unset. */
export type CelInputs = Readonly<Record<string, unknown>>;

/** A compilation error and its span; the span is the whole expression if the error has no position. */
export interface CelIssue extends CelSpan {
  readonly message: string;
}

/** A name in the expression and what it refers to. */
export interface CelReference extends CelSpan {
  readonly kind: "variable" | "function" | "type" | "macro";
  readonly name: string;
}

/** The result of compiling an expression. */
export interface CelCheck {
  readonly issues: readonly CelIssue[];
  /** The result type; absent if the expression does not compile. */
  readonly type?: string;
  readonly references: readonly CelReference[];
  readonly root?: CelNode;
  /** How often such a value can occur in one object; multiplies the estimate. */
  readonly cardinality: CelCount;
  /** The estimated maximum cost times the cardinality; absent if there is no estimate. */
  readonly estimatedCost?: CelCount;
  /** The limit of the estimated cost; absent if the server does not estimate. */
  readonly estimateLimit?: number;
  readonly usesOldSelf: boolean;
}

/** The result of one evaluation. */
export interface CelOutcome {
  /** The value in CEL syntax; absent if the evaluation failed. */
  readonly value?: string;
  readonly error?: string;
  readonly cost: number;
  readonly costLimit: number;
  readonly exceededLimit: boolean;
}

export interface CelExplanation extends CelCheck {
  /** Absent if the expression does not compile. */
  readonly outcome?: CelOutcome;
}

/** A size limit to add to a node of the schema. */
export interface CelBoundEdit {
  /** A schema path as in CelScope. */
  readonly path: readonly string[];
  readonly keyword: "maxItems" | "maxLength" | "maxProperties";
  readonly value: number;
}

/** Schema edits that together bring the estimate within its limit. */
export interface CelAdvice {
  readonly edits: readonly CelBoundEdit[];
  readonly estimatedCost: CelCount;
}

export interface CelCompletionItem {
  readonly label: string;
  readonly kind: "field" | "function" | "macro" | "variable" | "type" | "keyword";
  /** The type or signature. */
  readonly detail: string;
  readonly documentation?: string;
  /** The text to insert; `$1` and `$2` are placeholders. */
  readonly insert: string;
}

export interface CelCompletion extends CelSpan {
  readonly items: readonly CelCompletionItem[];
}

export interface CelHover extends CelSpan {
  /** Signatures, or a name with its type, one a line. */
  readonly code: readonly string[];
  readonly words: readonly string[];
}

/** The CEL methods of the Inspector. Arguments and results are plain data. */
export interface CelCalls {
  celCheck(request: CelRequest): Promise<CelCheck>;
  celComplete(request: CelRequest, offset: number): Promise<CelCompletion>;
  celHover(request: CelRequest, offset: number): Promise<CelHover | undefined>;
  /** Evaluates an expression once and reports the result of each subexpression. */
  celExplain(request: CelRequest, inputs: CelInputs): Promise<CelExplanation>;
  /** Evaluates one expression for many inputs; rejects with a message if it does not compile. */
  celRun(request: CelRequest, inputs: readonly CelInputs[]): Promise<readonly CelOutcome[]>;
  /**
   * Returns schema edits that bring the estimate of a rule within its limit, the least strict first; none if it is
   * already within it.
   */
  celAdvise(request: CelRequest): Promise<readonly CelAdvice[]>;
}

/** Returns a CelCalls that forwards every call through `via`. */
export const celCallsThrough = (via: <T>(call: (calls: CelCalls) => Promise<T>) => Promise<T>): CelCalls => ({
  celCheck: (request) => via((calls) => calls.celCheck(request)),
  celComplete: (request, offset) => via((calls) => calls.celComplete(request, offset)),
  celHover: (request, offset) => via((calls) => calls.celHover(request, offset)),
  celExplain: (request, inputs) => via((calls) => calls.celExplain(request, inputs)),
  celRun: (request, inputs) => via((calls) => calls.celRun(request, inputs)),
  celAdvise: (request) => via((calls) => calls.celAdvise(request)),
});
