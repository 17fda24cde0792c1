import { byteLength, quoteGo } from "../../../apimachinery/go-strings.ts";
import {
  invalid,
  type FieldError,
  type FieldPath,
  duplicate,
  forbidden,
  required,
  addError,
} from "../../../apimachinery/field-error.ts";
import { isList, isObject, type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import type { CelObserver } from "../../../component-base/cel-observer.ts";
import type { TracedRule } from "../../../component-base/trace.ts";
import type { Activation } from "../../../cel/interpreter/frame.ts";
import type { Program } from "../../../cel/program.ts";
import { EvalError } from "../../../cel/values/eval-error.ts";
import { Optional, optionalNone, type Value } from "../../../cel/values/value.ts";
import type { Correlation } from "../validation/correlation.ts";
import { MapListIndex } from "../validation/map-list-index.ts";
import type { CompiledRule } from "./compile-rules.ts";
import { longestMessage, runtimeCostBudget } from "./limits.ts";
import type { RuleNode } from "./rule-node.ts";
import { RulePlace } from "./rule-place.ts";
import { optionalOldValue, schemaValue } from "./schema-value.ts";
import type { ValidationRule } from "../value-validation.ts";
import type { Schema } from "../schema.ts";

/** Returns the `type` of a schema, or "" if it declares none. */
function typeName(schema: Schema): string {
  switch (schema.kind) {
    case "object":
      return schema.anyType ? "" : "object";
    case "map":
      return "object";
    case "list":
      return "array";
    case "scalar":
      return scalarNames[schema.type] ?? "string";
    case "raw":
    case "schemaOr":
      return "";
  }
}

const scalarNames: Readonly<Record<string, string>> = {
  bool: "boolean",
  int32: "integer",
  int64: "integer",
  float64: "number",
  number: "number",
  intOrString: "",
};

/** Returns how messages refer to a rule: by its `message`, or else by its expression. */
const nameOfRule = ({ rule, message = "" }: ValidationRule): string => (message === "" ? rule : message).trim();

/** Returns the error message of a failed rule without messageExpression. */
const messageOfRule = (rule: ValidationRule): string =>
  rule.message ? rule.message.trim() : `failed rule: ${nameOfRule(rule)}`;

/** Returns the error of a failed rule with the type that its `reason` selects. The value is described by its type. */
function brokenRule({ reason }: ValidationRule, path: FieldPath, type: string, message: string): FieldError {
  switch (reason) {
    case "FieldValueForbidden":
      return forbidden(path, message);
    case "FieldValueRequired":
      return required(path, message);
    case "FieldValueDuplicate":
      return duplicate(path, type);
    default:
      return invalid(path, type, message);
  }
}

const outOfBudget = "validation failed due to running out of cost budget, no further validation rules will be run";
const messageOutOfBudget =
  "messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run";

/** Returns the error message of a rule that cannot be evaluated. */
function failureOfRule(rule: ValidationRule, error: string, exceededLimit: boolean): string {
  const name = nameOfRule(rule);
  if (error.startsWith("no such overload"))
    return `'${error}': call arguments did not match a supported operator, function or macro signature for rule: ${name}`;
  if (exceededLimit)
    return `'${error}': no further validation rules will be run due to call cost exceeds limit for rule: ${name}`;
  return `${error} evaluating rule: ${name}`;
}

/**
 * Work that may pause before any rule. Pausing throws; called again, the validation gets its run back and goes on with
 * that rule. Units are about half a microsecond.
 */
export interface PausableWork {
  charge(units: number): void;
  pause(): void;
  resume<T extends object>(kind: abstract new (...args: never[]) => T): T | undefined;
  begin<T extends object>(frame: T): T;
  end(): void;
}

/** How many units of cost, or steps of effort, take about half a microsecond. */
const perUnit = 16;

export interface RuleOptions {
  /** The path of the value; by default the root of an object. */
  readonly path?: FieldPath;
  /** The value and its old value. Failures on unchanged values are only warnings. */
  readonly correlation?: Correlation;
  /** The cost budget for all rules. */
  readonly budget?: number;
  /** Called after every evaluation. */
  readonly observe?: ((run: TracedRule) => void) | undefined;
  /** Receives the duration of the evaluation of each value's rules. */
  readonly timing?: CelObserver | undefined;
  /** Where the validation pauses; by default it does not. */
  readonly work?: PausableWork | undefined;
}

export interface RuleResult {
  readonly errors: readonly FieldError[];
  /** Failures on unchanged values, which are ratcheted. */
  readonly forgiven: readonly FieldError[];
  /** Negative if evaluation stopped because the budget was exceeded. */
  readonly remainingBudget: number;
}

/** Validates a value against all rules of its schema. `old` is the previous value, if any. */
export function validateRules(
  node: RuleNode,
  value: JsonValue,
  old: JsonValue | undefined,
  options: RuleOptions = {},
): RuleResult {
  const { path, correlation, work } = options;
  const run = work?.resume(RuleValidation) ?? new RuleValidation(options);
  if (!run.isBegun) work?.begin(run);
  run.walk(() => run.visit(node, value, old ?? null, RulePlace.root(path, correlation)));
  work?.end();
  return run;
}

/** The variables `self` and `oldSelf`. */
class Selves implements Activation {
  readonly #self: Value;
  readonly #oldSelf: Value | undefined;

  constructor(self: Value, oldSelf: Value | undefined) {
    this.#self = self;
    this.#oldSelf = oldSelf;
  }

  get(name: string): Value | undefined {
    return name === "self" ? this.#self : name === "oldSelf" ? this.#oldSelf : undefined;
  }

  /** Returns the variables of a rule with `optionalOldSelf`, which also runs without an old value. */
  withOptionalOldSelf(old: JsonValue, schema: Schema): Selves {
    return new Selves(this.#self, old === null ? optionalNone : new Optional(optionalOldValue(old, schema)));
  }
}

/** A message, or the reason why there is none. `stop` ends the whole validation. */
type Message = { readonly text: string } | { readonly stop: string } | undefined;

class RuleValidation implements RuleResult {
  readonly errors: FieldError[] = [];
  readonly forgiven: FieldError[] = [];
  readonly #observe: ((run: TracedRule) => void) | undefined;
  readonly #timing: CelObserver | undefined;
  readonly #work: PausableWork | undefined;
  /** How many rules have run, and how many of them the present walk has passed. */
  #done = 0;
  #passed = 0;
  /** How long the rules of the present value took before a pause. */
  #spentMs = 0;
  remainingBudget: number;
  isBegun = false;

  constructor({ budget = runtimeCostBudget, observe, timing, work }: RuleOptions) {
    this.#timing = timing;
    this.remainingBudget = budget;
    this.#observe = observe;
    this.#work = work;
  }

  /** Walks over the object, for the first time or once more after a pause. Rules that have run do not run again. */
  walk(visit: () => void): void {
    this.isBegun = true;
    this.#passed = 0;
    visit();
  }

  /** Reports whether all rules of a value have run before the pause, and passes them. */
  #hasRun({ rules, failure }: RuleNode): boolean {
    const count = failure === undefined ? rules.length : 1;
    if (this.#passed + count > this.#done) return false;
    this.#passed += count;
    return true;
  }

  /** Reports whether the next rule is to run, after a pause where one is due. */
  #isNext(): boolean {
    const isNext = this.#passed === this.#done;
    if (isNext) {
      this.#work?.pause();
      this.#done++;
    }
    this.#passed++;
    return isNext;
  }

  get #isOver(): boolean {
    return this.remainingBudget < 0;
  }

  visit(node: RuleNode, value: JsonValue, old: JsonValue, place: RulePlace): void {
    if (value === null) return;
    if ((node.rules.length > 0 || node.failure !== undefined) && !this.#hasRun(node))
      this.#timeRules(node, value, old, place);
    for (const alternative of node.alternatives) {
      if (this.#isOver) return;
      this.visit(alternative, value, old, place.alternative());
    }
    if (this.#isOver) return;
    if (isList(value)) this.#visitItems(node, value, old, place);
    else if (isObject(value)) this.#visitMembers(node, value, isObject(old) ? old : noMembers, place);
  }

  #visitMembers({ additional, properties }: RuleNode, value: JsonObject, old: JsonObject, place: RulePlace): void {
    if (additional !== undefined) {
      for (const name of Object.keys(value)) {
        this.visit(additional, value[name] ?? null, memberOf(old, name), place.key(name));
        if (this.#isOver) return;
      }
    }
    for (const [name, property] of properties) {
      if (!Object.hasOwn(value, name)) continue;
      this.visit(property, value[name] ?? null, memberOf(old, name), place.property(name));
      if (this.#isOver) return;
    }
  }

  /** Correlates items with their old values. Only lists of type map identify items across updates. */
  #visitItems({ items, schema }: RuleNode, value: readonly JsonValue[], old: JsonValue, place: RulePlace): void {
    if (items === undefined) return;
    const before =
      items.readsOld && isList(old) && schema.kind === "list" && schema.listType === "map"
        ? new MapListIndex(schema.listMapKeys ?? [], old)
        : undefined;
    for (let i = 0; i < value.length; i++) {
      const item = value[i] ?? null;
      this.visit(items, item, before?.find(item) ?? null, place.index(i));
      if (this.#isOver) return;
    }
  }

  #timeRules(node: RuleNode, value: JsonValue, old: JsonValue, place: RulePlace): void {
    const timing = this.#timing;
    if (timing === undefined) return this.#runRules(node, value, old, place);
    const start = timing.monotonic() - this.#spentMs;
    this.#spentMs = 0;
    let isPaused = true;
    try {
      this.#runRules(node, value, old, place);
      isPaused = false;
    } finally {
      const ms = timing.monotonic() - start;
      if (isPaused) this.#spentMs = ms;
      else timing.evaluated(ms);
    }
  }

  #runRules(node: RuleNode, value: JsonValue, old: JsonValue, place: RulePlace): void {
    if (node.failure !== undefined) {
      if (this.#isNext()) this.#refuse(node, place, `rule compiler initialization error: ${node.failure}`);
      return;
    }
    const isBegun = this.#passed < this.#done;
    if (!isBegun && this.remainingBudget <= 0) return this.#stop(node, place, outOfBudget);
    const hasOld = node.usesOldSelf && old !== null;
    const selves = new Selves(
      schemaValue(value, node.schema, node.isResource),
      hasOld ? schemaValue(old, node.schema, node.isResource) : undefined,
    );
    for (const rule of node.rules) {
      if (!this.#isNext()) continue;
      if (rule.error === undefined && rule.usesOldSelf && old === null && rule.rule.optionalOldSelf !== true) continue;
      const optional = rule.rule.optionalOldSelf === true && rule.program !== undefined;
      const variables = optional ? selves.withOptionalOldSelf(hasOld ? old : null, node.schema) : selves;
      this.#runRule(node, rule, { selves, variables }, place);
      if (this.#isOver) return;
    }
  }

  /** Runs a rule on `variables`; its messageExpression sees `selves`. */
  #runRule(
    node: RuleNode,
    compiled: CompiledRule,
    { selves, variables }: { readonly selves: Selves; readonly variables: Selves },
    place: RulePlace,
  ): void {
    const { rule, program, error } = compiled;
    if (error !== undefined) return this.#refuse(node, place, `rule compile error: ${error}`);
    if (program === undefined) return;
    const { value, cost, effort, exceededLimit } = program.evaluate(variables);
    this.#work?.charge((cost + effort) / perUnit);
    if (this.#observe !== undefined)
      this.#observe({ path: place.path.toString(), rule: rule.rule, cost, outcome: outcomeOf(value) });
    if (cost > this.remainingBudget) return this.#stop(node, place, outOfBudget);
    this.remainingBudget -= cost;
    if (value === true) return;
    if (!(value instanceof EvalError)) return this.#reportBroken(node, compiled, selves, place);
    this.#refuse(node, place, failureOfRule(rule, value.message, exceededLimit));
    if (exceededLimit) this.remainingBudget = -1;
  }

  #reportBroken({ schema }: RuleNode, rule: CompiledRule, selves: Selves, place: RulePlace): void {
    const path = rule.fieldPath === "" ? place.path : place.path.child(rule.fieldPath);
    const made = rule.message && this.#makeMessage(rule.message, selves);
    const error =
      made !== undefined && "stop" in made
        ? invalid(path, typeName(schema), made.stop)
        : brokenRule(rule.rule, path, typeName(schema), made?.text ?? messageOfRule(rule.rule));
    if (!rule.usesOldSelf && place.isUnchanged) addError(this.forgiven, error);
    else addError(this.errors, error);
  }

  /**
   * Evaluates a messageExpression. It sees `oldSelf` as the plain old value, or not at all without one, even where
   * `optionalOldSelf` compiles it against an optional (Validator.validateExpressions): `oldSelf.hasValue()` fails.
   */
  #makeMessage(program: Program, selves: Selves): Message {
    const { value, cost, effort, exceededLimit } = program.evaluate(selves);
    this.#work?.charge((cost + effort) / perUnit);
    if (cost > this.remainingBudget) return this.#stopMessage(messageOutOfBudget);
    if (exceededLimit)
      return this.#stopMessage(
        `no further validation rules will be run due to call cost exceeds limit for messageExpression: ${quoteGo(program.checked.text)}`,
      );
    this.remainingBudget -= cost;
    const text = typeof value === "string" ? value.trim() : "";
    return text === "" || text.includes("\n") || byteLength(text) > longestMessage ? undefined : { text };
  }

  #stopMessage(reason: string): Message {
    this.remainingBudget = -1;
    return { stop: reason };
  }

  #refuse({ schema }: RuleNode, place: RulePlace, detail: string): void {
    addError(this.errors, invalid(place.path, typeName(schema), detail));
  }

  #stop(node: RuleNode, place: RulePlace, detail: string): void {
    this.#refuse(node, place, detail);
    this.remainingBudget = -1;
  }
}

const outcomeOf = (value: Value): TracedRule["outcome"] =>
  typeof value !== "boolean" ? "failed" : value ? "held" : "broken";

const noMembers: JsonObject = {};

const memberOf = (object: JsonObject, name: string): JsonValue =>
  Object.hasOwn(object, name) ? (object[name] ?? null) : null;
