import type { CelCount, CelNode, CelSpan } from "../component-base/cel-node.ts";

/** What an expression may see and how its cost is bounded. */
export type CelScope =
  /** A rule of a custom resource: `self` and `oldSelf` are what the schema says at `path`. */
  | {
      readonly kind: "rule";
      /** The schema of the whole resource as a definition states it (openAPIV3Schema). */
      readonly schema: unknown;
      /** The way to the node with the rule: names of properties, `[*]` for items, `{*}` for additionalProperties. */
      readonly path: readonly string[];
      readonly optionalOldSelf?: boolean;
    }
  /** An expression of an admission policy. */
  | { readonly kind: "admission" }
  /** Variables of types as programs name them: `list(string)`, `map(string, int)`, `dyn`. */
  | { readonly kind: "generic"; readonly variables: readonly CelVariable[] };

export interface CelVariable {
  readonly name: string;
  readonly type: string;
  /** The most elements or characters it has, for the estimate. */
  readonly maxSize?: number;
  /** The same for each of its elements or values. */
  readonly elementSize?: number;
}

export interface CelRequest {
  readonly expression: string;
  readonly scope: CelScope;
  /** As an expression in storage, which may use all that this version knows. */
  readonly stored?: boolean;
  /** What it must evaluate to; anything where it is absent. */
  readonly expects?: "bool" | "string";
}

/** A value of every variable as JSON; those left out are not set. */
export type CelInputs = Readonly<Record<string, unknown>>;

/** Something wrong, underlined at its place; the whole expression where no place is to blame. */
export interface CelIssue extends CelSpan {
  readonly message: string;
}

/** A name in the expression and what it stands for. */
export interface CelReference extends CelSpan {
  readonly kind: "variable" | "function" | "type" | "macro";
  readonly name: string;
}

/** What an expression is before it runs. */
export interface CelCheck {
  readonly issues: readonly CelIssue[];
  /** The type it evaluates to, absent where it does not compile. */
  readonly type?: string;
  readonly references: readonly CelReference[];
  readonly root?: CelNode;
  /** How often such a value may stand in one object, which multiplies the estimate. */
  readonly cardinality: CelCount;
  /** The estimate's maximum times the cardinality; absent where nothing is estimated. */
  readonly estimatedCost?: CelCount;
  /** What that may be at most; absent where the server estimates nothing. */
  readonly estimateLimit?: number;
  readonly usesOldSelf: boolean;
}

/** How one evaluation ended. */
export interface CelOutcome {
  /** As a program would write it; absent where it failed. */
  readonly value?: string;
  readonly error?: string;
  readonly cost: number;
  readonly costLimit: number;
  readonly exceededLimit: boolean;
}

export interface CelExplanation extends CelCheck {
  /** Absent where it does not compile. */
  readonly outcome?: CelOutcome;
}

/** A bound that would help, stated at a place of the schema. */
export interface CelBoundEdit {
  /** As the path of a rule's scope. */
  readonly path: readonly string[];
  readonly keyword: "maxItems" | "maxLength" | "maxProperties";
  readonly value: number;
}

/** Edits of the schema that together bring the estimate within its limit. */
export interface CelAdvice {
  readonly edits: readonly CelBoundEdit[];
  readonly estimatedCost: CelCount;
}

export interface CelCompletionItem {
  readonly label: string;
  readonly kind: "field" | "function" | "macro" | "variable" | "type" | "keyword";
  /** Type or signature. */
  readonly detail: string;
  readonly documentation?: string;
  /** Text to insert; `$1`, `$2` are places to fill in. */
  readonly insert: string;
}

export interface CelCompletion extends CelSpan {
  readonly items: readonly CelCompletionItem[];
}

export interface CelHover extends CelSpan {
  /** Lines of code: signatures, or a name with its type. */
  readonly code: readonly string[];
  readonly words: readonly string[];
}

/** What the Inspector knows of CEL; everything is plain data. */
export interface CelCalls {
  celCheck(request: CelRequest): Promise<CelCheck>;
  celComplete(request: CelRequest, offset: number): Promise<CelCompletion>;
  celHover(request: CelRequest, offset: number): Promise<CelHover | undefined>;
  /** Evaluates once and tells what every part did. */
  celExplain(request: CelRequest, inputs: CelInputs): Promise<CelExplanation>;
  /** Evaluates one expression over many inputs; rejects with a sentence where it does not compile. */
  celRun(request: CelRequest, inputs: readonly CelInputs[]): Promise<readonly CelOutcome[]>;
  /** Bounds that bring the estimate of a rule within its limit, the least strict first; none where it is already. */
  celAdvise(request: CelRequest): Promise<readonly CelAdvice[]>;
}

/** The calls by way of something that reaches them. */
export const celCallsThrough = (via: <T>(call: (calls: CelCalls) => Promise<T>) => Promise<T>): CelCalls => ({
  celCheck: (request) => via((calls) => calls.celCheck(request)),
  celComplete: (request, offset) => via((calls) => calls.celComplete(request, offset)),
  celHover: (request, offset) => via((calls) => calls.celHover(request, offset)),
  celExplain: (request, inputs) => via((calls) => calls.celExplain(request, inputs)),
  celRun: (request, inputs) => via((calls) => calls.celRun(request, inputs)),
  celAdvise: (request) => via((calls) => calls.celAdvise(request)),
});
