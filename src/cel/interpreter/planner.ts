import type { CallExpr, ComprehensionExpr, Expr, ListExpr, MapExpr, SelectExpr, StructExpr } from "../ast.ts";
import type { CheckedExpr } from "../checker/checked-expr.ts";
import { listCreation, mapCreation, structCreation } from "../cost/estimate.ts";
import type { Env } from "../env/env.ts";
import { operators } from "../operators.ts";
import { isOptionalType } from "../types/type.ts";
import { EvalError } from "../values/eval-error.ts";
import { ArrayList, ListValue, Optional } from "../values/value.ts";
import { handOn, resolving, withQualifier, type Attribute, type Qualifier } from "./attribute.ts";
import { callStep, planCall, runNow } from "./calls.ts";
import { constantMap, constantValues, nameless } from "./constants.ts";
import { listStep, mapStep, objectStep } from "./constructors.ts";
import { accumulatorStep, foldStep, quantifierStep } from "./fold.ts";
import { charge, chargeNothing, chargeUnits, type Charge, type Step } from "./frame.ts";
import { andStep, conditionalStep, equal, notEqual, orStep } from "./logic-steps.ts";
import { membershipStep } from "./membership.ts";
import { constant, ProgramError, stepOf, type Planned } from "./planned.ts";
import { quantifierOf } from "./quantifier.ts";
import { invalidQualifier, isQualifier } from "./qualifiers.ts";
import { Slots } from "./slots.ts";

/** What evaluations are to keep account of: nothing, their cost, or what every node did. */
export type Tracking = "none" | "cost" | "everything";

/** Functions whose calls on constants are computed when planning. */
const conversions: ReadonlySet<string> = new Set(["bool", "bytes", "double", "duration", "dyn", "int", "string", "timestamp", "type", "uint"]);

class Planner {
  readonly #checked: CheckedExpr;
  readonly #env: Env;
  readonly #tracking: Tracking;
  readonly #slots = new Slots();

  constructor(checked: CheckedExpr, env: Env, tracking: Tracking) {
    this.#checked = checked;
    this.#env = env;
    this.#tracking = tracking;
  }

  run(): Step {
    return this.#step(this.#checked.expr);
  }

  #charge({ id }: { readonly id: number }): Charge {
    if (this.#tracking === "none") return chargeNothing;
    if (this.#tracking === "cost") return charge;
    return (frame, cost) => {
      frame.record?.addCost(id, cost);
      charge(frame, cost);
    };
  }

  /** The step of a node as it is looked at by itself, its cost included. */
  #step(expr: Expr): Step {
    return this.#finish(expr, this.#plan(expr));
  }

  /** The same for a node that is planned already: planning twice would take exponential time. */
  #finish(expr: Expr, planned: Planned): Step {
    return this.#observed(expr, this.#stepOf(expr, planned));
  }

  #stepOf(expr: Expr, planned: Planned): Step {
    if (planned.kind === "constant") return () => planned.value;
    return planned.kind === "step" ? planned.step : this.#attributeStep(expr, planned.attribute);
  }

  #observed({ id }: Expr, step: Step): Step {
    if (this.#tracking !== "everything") return step;
    return (frame) => {
      const value = step(frame);
      frame.record?.addValue(id, value);
      return value;
    };
  }

  #attributeStep(expr: Expr, attribute: Attribute): Step {
    const resolve = resolving(attribute);
    if (!attribute.hasCost || this.#tracking === "none") return resolve;
    const chargeOne = this.#charge(expr);
    return (frame) => {
      const value = resolve(frame);
      chargeOne(frame, 1);
      return value;
    };
  }

  /** The step of a node that something else looks at: attributes do not charge their own unit then. */
  #uncharged(expr: Expr, planned: Planned): Step {
    return this.#observed(expr, planned.kind === "attribute" ? resolving(planned.attribute) : this.#stepOf(expr, planned));
  }

  #plan(expr: Expr): Planned {
    switch (expr.kind) {
      case "literal":
        return constant(expr.value);
      case "ident":
        return this.#name(expr, expr.name);
      case "select":
        return this.#select(expr);
      case "call":
        return this.#call(expr);
      case "list":
        return this.#list(expr);
      case "map":
        return this.#map(expr);
      case "struct":
        return this.#struct(expr);
      case "comprehension":
        return this.#comprehension(expr);
      case "unspecified":
        throw new ProgramError("unsupported expr");
    }
  }

  /** A variable of a comprehension, a type or a variable of the environment. */
  #name(expr: Expr, written: string): Planned {
    const name = this.#checked.identOf(expr)?.name ?? written;
    const root = this.#slots.find(name) ?? this.#global(expr, name);
    if (typeof root !== "function") return root;
    return { kind: "attribute", attribute: { nodeId: expr.id, root: this.#handingOn(expr, root), qualifiers: [], hasCost: true } };
  }

  /** Optionals are taken apart wherever they are looked at; only types tell where that can be. */
  #handingOn(expr: Expr, step: Step): Step {
    const type = this.#checked.typeOf(expr);
    return type.kind === "dyn" || isOptionalType(type) ? (frame) => handOn(step(frame)) : step;
  }

  #global(expr: Expr, name: string): Planned | Step {
    if (this.#checked.typeOf(expr).kind === "type" && this.#env.findVariable(name) === undefined) {
      const type = this.#env.findType(name);
      if (type !== undefined) return constant(nameless(type));
    }
    const slot = this.#slots.variable(name);
    const missing = new EvalError(`no such attribute(s): ${name}`);
    return ({ variables, activation }) => {
      const known = variables[slot];
      if (known !== undefined) return known;
      const found = activation.get(name);
      return (variables[slot] = found === undefined ? missing : found);
    };
  }

  /** A node as a way into its value that can go on. */
  #attribute(expr: Expr): Attribute {
    const planned = this.#plan(expr);
    if (planned.kind === "attribute") {
      const { attribute } = planned;
      return this.#tracking === "everything" && attribute.qualifiers.length === 0 ? { ...attribute, root: this.#observed(expr, attribute.root) } : attribute;
    }
    return { nodeId: expr.id, root: this.#observed(expr, this.#stepOf(expr, planned)), qualifiers: [], hasCost: true };
  }

  #qualified(expr: Expr, operand: Expr, parts: Pick<Qualifier, "constant" | "key" | "optional" | "testOnly">): Planned {
    const qualifier: Qualifier = { nodeId: expr.id, charge: this.#charge(expr), ...parts };
    return { kind: "attribute", attribute: withQualifier(this.#attribute(operand), qualifier) };
  }

  #select(expr: SelectExpr): Planned {
    if (this.#checked.identOf(expr) !== undefined) return this.#name(expr, "");
    return this.#qualified(expr, expr.operand, { constant: expr.field, key: undefined, optional: false, testOnly: expr.testOnly });
  }

  #index(expr: CallExpr, optional: boolean): Planned {
    const [operand = expr, index = expr] = expr.args;
    const planned = this.#plan(index);
    if (planned.kind !== "constant") return this.#qualified(expr, operand, { constant: undefined, key: this.#uncharged(index, planned), optional, testOnly: false });
    if (!isQualifier(planned.value)) throw new ProgramError(invalidQualifier(planned.value).message);
    return this.#qualified(expr, operand, { constant: planned.value, key: undefined, optional, testOnly: false });
  }

  #call(expr: CallExpr): Planned {
    const reference = this.#checked.functionOf(expr);
    const name = reference?.function.name ?? expr.function;
    const args = expr.target === undefined || reference?.isQualified ? expr.args : [expr.target, ...expr.args];
    const [first = expr, second = expr, third = expr] = args;
    switch (name) {
      case operators.logicalAnd:
        return stepOf(andStep(this.#step(first), this.#step(second)));
      case operators.logicalOr:
        return stepOf(orStep(this.#step(first), this.#step(second)));
      case operators.conditional:
        return this.#conditional(expr, first, second, third);
      case operators.index:
        return this.#index(expr, false);
      case operators.optIndex:
      case operators.optSelect:
        return this.#index(expr, true);
      case "or":
      case "orValue":
        return stepOf(this.#alternative(first, second, name === "orValue"));
      default:
        return this.#function(expr, name, args);
    }
  }

  #conditional(expr: CallExpr, condition: Expr, yes: Expr, no: Expr): Planned {
    const branch = (expr: Expr): Step => this.#handingOn(expr, this.#uncharged(expr, this.#plan(expr)));
    const root = conditionalStep(this.#step(condition), branch(yes), branch(no));
    return { kind: "attribute", attribute: { nodeId: expr.id, root, qualifiers: [], hasCost: false } };
  }

  /** `a.or(b)` and `a.orValue(b)`, which cost nothing themselves. */
  #alternative(option: Expr, other: Expr, unwrap: boolean): Step {
    const [first, second] = [this.#step(option), this.#step(other)];
    return (frame) => {
      const value = first(frame);
      if (!(value instanceof Optional)) return value;
      return value.value === undefined ? second(frame) : unwrap ? value.value : value;
    };
  }

  #function(expr: CallExpr, name: string, args: readonly Expr[]): Planned {
    const reference = this.#checked.functionOf(expr);
    if (reference === undefined) throw new ProgramError(`no such overload: ${name}`);
    const planned = args.map((arg) => this.#plan(arg));
    const run = name === operators.equals ? equal : name === operators.notEquals ? notEqual : undefined;
    const plan = planCall(run === undefined ? reference : { ...reference, function: { ...reference.function, singleton: run } }, planned);
    const [first, second] = planned;
    if (first?.kind === "constant" && args.length === 1 && conversions.has(name)) return constant(runNow(plan, first.value));
    const isInList = reference.overloads.length === 1 && reference.overloads[0]?.id === "in_list";
    if (isInList && second?.kind === "constant" && second.value instanceof ListValue) {
      if (second.value.size === 0) return constant(false);
      const member = first && membershipStep(this.#finish(args[0] ?? expr, first), second.value);
      if (member !== undefined) return stepOf(member);
    }
    return stepOf(callStep(plan, this.#finishAll(args, planned), this.#charge(expr)));
  }

  #finishAll(exprs: readonly Expr[], planned: readonly Planned[]): readonly Step[] {
    return exprs.map((expr, i) => this.#finish(expr, planned[i] ?? constant(null)));
  }

  #list(expr: ListExpr): Planned {
    const planned = expr.elements.map((element) => this.#plan(element));
    const values = constantValues(planned);
    if (values !== undefined) return constant(new ArrayList(values));
    const steps = this.#finishAll(expr.elements, planned);
    return stepOf(listStep(steps.map((step, i) => ({ step, optional: expr.optionals.has(i) })), listCreation, this.#charge(expr)));
  }

  #map(expr: MapExpr): Planned {
    const keys = expr.entries.map(({ key }) => this.#plan(key));
    const values = expr.entries.map(({ value }) => this.#plan(value));
    const folded = constantMap(constantValues(keys), constantValues(values));
    if (folded !== undefined) return constant(folded);
    const keySteps = this.#finishAll(expr.entries.map(({ key }) => key), keys);
    const steps = this.#finishAll(expr.entries.map(({ value }) => value), values);
    const entries = expr.entries.flatMap(({ optional }, i) => {
      const [key, step] = [keySteps[i], steps[i]];
      return key && step ? [{ key, step, optional }] : [];
    });
    return stepOf(mapStep(entries, mapCreation, this.#charge(expr)));
  }

  #struct(expr: StructExpr): Planned {
    const typeName = this.#checked.identOf(expr)?.name ?? expr.typeName;
    const provider = this.#env.providerOf(typeName);
    if (provider === undefined) throw new ProgramError(`unknown type: ${typeName}`);
    const fields = expr.fields.map(({ name, value, optional }) => ({ name, optional, step: this.#step(value) }));
    return stepOf(objectStep(typeName, fields, provider, structCreation, this.#charge(expr)));
  }

  #comprehension(expr: ComprehensionExpr): Planned {
    const quantifier = this.#tracking === "everything" ? undefined : quantifierOf(expr);
    const range = this.#step(expr.iterRange);
    if (quantifier !== undefined) return this.#quantifier(expr, range, quantifier.predicate, quantifier.decisive);
    const init = this.#step(expr.accuInit);
    const accuSlot = this.#slots.enter(expr.accuVar, (slot) => accumulatorStep(slot, init));
    const iterSlot = this.#slots.enter(expr.iterVar);
    const iterSlot2 = expr.iterVar2 === undefined ? undefined : this.#slots.enter(expr.iterVar2);
    const condition = this.#step(expr.loopCondition);
    const step = this.#step(expr.loopStep);
    if (iterSlot2 !== undefined) this.#slots.leave();
    this.#slots.leave();
    const result = this.#step(expr.result);
    this.#slots.leave();
    return stepOf(foldStep({ nodeId: expr.id, range, init, condition, step, result, accuSlot, iterSlot, iterSlot2 }));
  }

  #quantifier(expr: ComprehensionExpr, range: Step, predicate: Expr, decisive: boolean): Planned {
    const iterSlot = this.#slots.enter(expr.iterVar);
    const step = this.#step(predicate);
    this.#slots.leave();
    return stepOf(quantifierStep({ range, predicate: step, iterSlot, decisive, charge: this.#tracking === "none" ? chargeNothing : chargeUnits }));
  }
}

/** Turns a checked expression into a step; throws ProgramError where a constant in it is wrong. */
export const planExpr = (checked: CheckedExpr, env: Env, tracking: Tracking): Step => new Planner(checked, env, tracking).run();
