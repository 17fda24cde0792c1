import type { CelCount } from "../component-base/cel-node.ts";

/** A version of a definition as somebody writes it; whether it is installed makes no difference. */
export interface WrittenVersion {
  /** The definition's spec, as its manifest states it. */
  readonly spec: unknown;
  readonly version: string;
}

/** A rule of a schema: which one of those at a node. */
export interface RulePlaceOf {
  /** Names of properties, `[*]` for items, `{*}` for additionalProperties. */
  readonly path: readonly string[];
  readonly index: number;
  readonly rule: string;
  /**
   * Where it is written if that is not the node itself: `allOf[0].properties[spec]`, from the node where its allOf
   * stands.
   */
  readonly within?: string;
}

/** What a rule is estimated to cost, and how much of the limits that takes. */
export interface RuleEstimate extends RulePlaceOf {
  /** Why the rule does not compile. */
  readonly error?: string;
  /** One evaluation. */
  readonly cost: CelCount;
  /** How often it may run on one object. */
  readonly cardinality: CelCount;
  /** The schema bounds how often; otherwise the size of a request does. */
  readonly isBounded: boolean;
  /** All evaluations on one object. */
  readonly total: CelCount;
  readonly messageCost: CelCount;
  /** More than 1 is refused. */
  readonly shareOfRuleLimit: number;
  readonly shareOfSchemaLimit: number;
  /** False for rules within allOf, which the server refuses whatever they cost. */
  readonly isLimited: boolean;
}

export interface SchemaCosts {
  readonly rules: readonly RuleEstimate[];
  readonly ruleLimit: number;
  readonly schemaLimit: number;
  /** What all rules together take of the schema's limit; more than 1 is refused. */
  readonly share: number;
}

/** An object that is created, or one that takes the place of another. */
export interface Fixture {
  readonly object: unknown;
  readonly old?: unknown;
}

/** A problem at a field of an object. */
export interface FixtureProblem {
  readonly field: string;
  readonly message: string;
}

/** What one rule says to a fixture, by itself and with the whole budget. */
export interface RuleVerdict {
  /**
   * `forgiven`: broken before and unchanged; `unreached`: no value stands where the rule does; `unchecked`: the schema
   * is broken, so no rule is asked.
   */
  readonly outcome: "held" | "broken" | "failed" | "forgiven" | "unreached" | "unchecked";
  readonly problems: readonly FixtureProblem[];
  readonly runs: number;
  readonly cost: number;
}

/** What becomes of a fixture. */
export interface FixtureVerdict {
  /** As the server would look at it, pruned and defaulted; absent where it cannot be read. */
  readonly object?: unknown;
  readonly old?: unknown;
  /** Everything that the server would refuse it for; none if it would take it. */
  readonly problems: readonly FixtureProblem[];
  readonly warnings: readonly string[];
  /** What the schema finds without its rules. */
  readonly schema: readonly FixtureProblem[];
  /** By the rules of the answer. */
  readonly rules: readonly RuleVerdict[];
  /** What all evaluations cost. */
  readonly cost: number;
}

export interface FixtureVerdicts {
  readonly rules: readonly RulePlaceOf[];
  readonly fixtures: readonly FixtureVerdict[];
  /** What all evaluations on one object may cost. */
  readonly costLimit: number;
}

/** What the Inspector knows of definitions; everything is plain data. */
export interface DefinitionCalls {
  /** The estimate of every rule of a version; rejects with a sentence where the schema cannot be used. */
  definitionCosts(written: WrittenVersion): Promise<SchemaCosts>;
  /** Holds fixtures against a version with the server's own engine, nothing stored; rejects as above. */
  definitionVerdicts(written: WrittenVersion, fixtures: readonly Fixture[]): Promise<FixtureVerdicts>;
}

/** The calls by way of something that reaches them. */
export const definitionCallsThrough = (
  via: <T>(call: (calls: DefinitionCalls) => Promise<T>) => Promise<T>,
): DefinitionCalls => ({
  definitionCosts: (written) => via((calls) => calls.definitionCosts(written)),
  definitionVerdicts: (written, fixtures) => via((calls) => calls.definitionVerdicts(written, fixtures)),
});
