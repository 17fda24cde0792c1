import type { CelCount } from "../component-base/cel-node.ts";

/** A version of a CustomResourceDefinition as given in its manifest. It need not be installed. */
export interface WrittenVersion {
  /** The spec of the manifest. */
  readonly spec: unknown;
  readonly version: string;
}

/** Identifies a rule by its schema node and its index there. */
export interface RulePlaceOf {
  /** The schema path: property names, `[*]` for items, `{*}` for additionalProperties. */
  readonly path: readonly string[];
  readonly index: number;
  readonly rule: string;
  /**
   * The location of the rule if it is not on the node itself, relative to the node that has the allOf:
   * `allOf[0].properties[spec]`.
   */
  readonly within?: string;
}

/** The estimated cost of a rule and its share of the limits. */
export interface RuleEstimate extends RulePlaceOf {
  /** The compilation error of the rule. */
  readonly error?: string;
  /** The cost of one evaluation. */
  readonly cost: CelCount;
  /** How often the rule can run for one object. */
  readonly cardinality: CelCount;
  /** True if the schema bounds the cardinality; otherwise it follows from the maximum request size. */
  readonly isBounded: boolean;
  /** The cost of all evaluations for one object. */
  readonly total: CelCount;
  readonly messageCost: CelCount;
  /** A value above 1 is rejected. */
  readonly shareOfRuleLimit: number;
  readonly shareOfSchemaLimit: number;
  /** False for rules within allOf, which the server rejects whatever their cost. */
  readonly isLimited: boolean;
}

export interface SchemaCosts {
  readonly rules: readonly RuleEstimate[];
  readonly ruleLimit: number;
  readonly schemaLimit: number;
  /** The share of the schema's limit that all rules use; a value above 1 is rejected. */
  readonly share: number;
}

/** A test object: one to create, or one that updates `old`. */
export interface Fixture {
  readonly object: unknown;
  readonly old?: unknown;
}

/** A validation error of a field. */
export interface FixtureProblem {
  readonly field: string;
  readonly message: string;
}

/** The result of one rule for a fixture, evaluated alone with the whole cost budget. */
export interface RuleVerdict {
  /**
   * `forgiven`: violated before and unchanged (ratcheting); `unreached`: the object has no value at the rule's node;
   * `unchecked`: the object fails schema validation, so no rules are evaluated.
   */
  readonly outcome: "held" | "broken" | "failed" | "forgiven" | "unreached" | "unchecked";
  readonly problems: readonly FixtureProblem[];
  readonly runs: number;
  readonly cost: number;
}

/** The validation result of a fixture. */
export interface FixtureVerdict {
  /** The object after pruning and defaulting; absent if it cannot be decoded. */
  readonly object?: unknown;
  readonly old?: unknown;
  /** All errors for which the server would reject it; empty if it would accept it. */
  readonly problems: readonly FixtureProblem[];
  readonly warnings: readonly string[];
  /** The errors of schema validation, without rules. */
  readonly schema: readonly FixtureProblem[];
  /** One verdict for each of the rules in the response. */
  readonly rules: readonly RuleVerdict[];
  /** The cost of all evaluations. */
  readonly cost: number;
}

export interface FixtureVerdicts {
  readonly rules: readonly RulePlaceOf[];
  readonly fixtures: readonly FixtureVerdict[];
  /** The cost limit of all evaluations for one object. */
  readonly costLimit: number;
}

/** The CustomResourceDefinition methods of the Inspector. Arguments and results are plain data. */
export interface DefinitionCalls {
  /** Estimates the cost of every rule of a version; rejects with a message if the schema is unusable. */
  definitionCosts(written: WrittenVersion): Promise<SchemaCosts>;
  /** Validates fixtures against a version with the server's own code, without storing anything; rejects as above. */
  definitionVerdicts(written: WrittenVersion, fixtures: readonly Fixture[]): Promise<FixtureVerdicts>;
}

/** Returns a DefinitionCalls that forwards every call through `via`. */
export const definitionCallsThrough = (
  via: <T>(call: (calls: DefinitionCalls) => Promise<T>) => Promise<T>,
): DefinitionCalls => ({
  definitionCosts: (written) => via((calls) => calls.definitionCosts(written)),
  definitionVerdicts: (written, fixtures) => via((calls) => calls.definitionVerdicts(written, fixtures)),
});
