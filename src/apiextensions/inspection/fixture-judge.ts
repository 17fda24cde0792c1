import { messageOf } from "../../apimachinery/message-of.ts";
import { asJson, type KubeObject } from "../../apimachinery/meta.ts";
import type { TracedRule } from "../../component-base/trace.ts";
import { errorBody, type FieldError } from "../../apimachinery/field-error.ts";
import { isRecord } from "../../apimachinery/is-record.ts";
import type { JsonObject } from "../../apimachinery/json/value.ts";
import type {
  Fixture,
  FixtureProblem,
  FixtureVerdict,
  FixtureVerdicts,
  RulePlaceOf,
  RuleVerdict,
} from "../../client/definitions.ts";
import { StrictReport } from "../../apiserver/codec/json/strict-report.ts";
import type { StrategyContext } from "../../apiserver/registry/strategy.ts";
import { runtimeCostBudget } from "../../apiserver/schema/cel/limits.ts";
import { compileAnyRules, type RuleNode } from "../../apiserver/schema/cel/rule-node.ts";
import { validateRules } from "../../apiserver/schema/cel/rule-validator.ts";
import type { Schema } from "../../apiserver/schema/schema.ts";
import { newStructural } from "../../apiserver/schema/structural/new-structural.ts";
import { Correlation } from "../../apiserver/schema/validation/correlation.ts";
import { coerce, defaultResource, type KindModel } from "../handler/kind-model.ts";
import { VersionRules } from "../validation/custom-resource-validator.ts";
import type { VersionTools } from "../validation/version-tools.ts";
import { rulePlaces, withOnlyRule } from "./rule-places.ts";

/** A validation rule compiled on its own. */
interface SingleRule extends RulePlaceOf {
  readonly schema: Schema;
  /** Undefined if the rule can never run. */
  readonly node: RuleNode | undefined;
}

/** A fixture pruned and defaulted as the server does. */
interface Candidate {
  readonly object: KubeObject;
  readonly old: KubeObject | undefined;
  readonly unknown: readonly string[];
}

/**
 * Evaluates fixtures against the storage version of a model: as a whole, as the server does, and against each rule on
 * its own.
 */
export class FixtureJudge {
  readonly #model: KindModel;
  readonly #context: StrategyContext;
  readonly #all: VersionRules;
  readonly #schemaOnly: VersionRules;
  readonly #singles: readonly SingleRule[];

  constructor(model: KindModel, tools: VersionTools, context: StrategyContext) {
    this.#model = model;
    this.#context = context;
    this.#all = new VersionRules(model, model.storage, tools);
    this.#schemaOnly = new VersionRules(model, model.storage, { ...tools, rules: undefined });
    this.#singles = singleRules(model);
  }

  judge(fixtures: readonly Fixture[]): FixtureVerdicts {
    return {
      rules: this.#singles.map(({ path, index, rule, within }) => ({
        path,
        index,
        rule,
        ...(within !== undefined && { within }),
      })),
      fixtures: fixtures.map((fixture) => this.#judgeOne(fixture)),
      costLimit: runtimeCostBudget,
    };
  }

  #judgeOne(fixture: Fixture): FixtureVerdict {
    const candidate = this.#candidate(fixture);
    if (typeof candidate === "string") return unreadable(candidate, this.#singles.length);
    const { object, old, unknown } = candidate;
    const warnings: string[] = [...unknown];
    const problems = this.#problemsOf(this.#all, candidate, (text) => warnings.push(text));
    const schema = this.#problemsOf(this.#schemaOnly, candidate, () => undefined);
    const isChecked = !problems.some(({ message }) => message.includes(notChecked));
    const rules = this.#singles.map((single) =>
      isChecked ? verdictOf(single, asJson(object), old && asJson(old)) : unchecked,
    );
    return {
      object,
      ...(old !== undefined && { old }),
      problems,
      warnings,
      schema,
      rules,
      cost: rules.reduce((sum, { cost }) => sum + cost, 0),
    };
  }

  #problemsOf(
    rules: VersionRules,
    { object, old }: Candidate,
    warn: (text: string) => void,
  ): readonly FixtureProblem[] {
    const context = { ...this.#context, warn };
    return (old === undefined ? rules.validate(object, context) : rules.validateUpdate(object, old, context)).map(
      problemOf,
    );
  }

  #candidate({ object, old }: Fixture): Candidate | string {
    if (!isRecord(object) || (old !== undefined && !isRecord(old)))
      return "a fixture is an object, and so is what it takes the place of";
    const report = new StrictReport();
    try {
      const fit = defaultResource(this.#model, coerce(this.#model, asKube(object), { dropInvalid: false, report }));
      const before = old && defaultResource(this.#model, coerce(this.#model, asKube(old), { dropInvalid: true }));
      return before === undefined
        ? { object: fit, old: undefined, unknown: report.problems }
        : { ...asStored(fit, before), unknown: report.problems };
    } catch (error) {
      return messageOf(error);
    }
  }
}

/** Adds the metadata that the server would set, so that fixtures may omit it and it is the same in both objects. */
function asStored(object: KubeObject, old: KubeObject): Pick<Candidate, "object" | "old"> {
  const given = { uid: "fixture", resourceVersion: "1", creationTimestamp: "2025-01-01T00:00:00Z" };
  const metadata = { ...given, ...old.metadata };
  return { object: { ...object, metadata: { ...metadata, ...object.metadata } }, old: { ...old, metadata } };
}

function singleRules(model: KindModel): readonly SingleRule[] {
  const written: unknown = model.storage.spec.schema?.openAPIV3Schema;
  return rulePlaces(written).map((place) => {
    const only = withOnlyRule(written, place.stated);
    const schema = newStructural(isRecord(only) ? only : {});
    return { ...place, schema, node: compileAnyRules(schema, true) };
  });
}

/** Returns the verdict of a rule; the worst if it ran several times. */
function verdictOf({ node, schema }: SingleRule, object: JsonObject, old: JsonObject | undefined): RuleVerdict {
  if (node === undefined) return unreached;
  const runs: TracedRule[] = [];
  const correlation = old === undefined ? {} : { correlation: new Correlation(object, old, schema) };
  const { errors, forgiven } = validateRules(node, object, old, { ...correlation, observe: (run) => runs.push(run) });
  const cost = runs.reduce((sum, run) => sum + run.cost, 0);
  const problems = (errors.length > 0 ? errors : forgiven).map(problemOf);
  return { outcome: outcomeOf(runs, errors, forgiven), problems, runs: runs.length, cost };
}

function outcomeOf(
  runs: readonly TracedRule[],
  errors: readonly FieldError[],
  forgiven: readonly FieldError[],
): RuleVerdict["outcome"] {
  if (runs.some(({ outcome }) => outcome === "failed") || (errors.length > 0 && runs.length === 0)) return "failed";
  if (errors.length > 0) return "broken";
  if (forgiven.length > 0) return "forgiven";
  return runs.length === 0 ? "unreached" : "held";
}

const problemOf = (error: FieldError): FixtureProblem => ({
  field: error.field === "<nil>" ? "" : error.field,
  message: errorBody(error),
});

function unreadable(message: string, rules: number): FixtureVerdict {
  const problems = [{ field: "", message }];
  return { problems, warnings: [], schema: problems, rules: Array.from({ length: rules }, () => unchecked), cost: 0 };
}

const unreached: RuleVerdict = { outcome: "unreached", problems: [], runs: 0, cost: 0 };
const unchecked: RuleVerdict = { ...unreached, outcome: "unchecked" };

/** Part of the message by which the server reports that schema errors prevented the evaluation of rules. */
const notChecked = "some validation rules were not checked";

const asKube = (object: Readonly<Record<string, unknown>>): KubeObject =>
  (isRecord(object["metadata"]) ? object : { ...object, metadata: {} }) as KubeObject;
