import type { CallExpr, ComprehensionExpr, Expr, ListExpr, MapExpr, SelectExpr, StructExpr } from "../ast.ts";
import type { CheckedExpr } from "../checker/checked-expr.ts";
import { listCreation, mapCreation, structCreation } from "../cost/estimate.ts";
import type { Env } from "../env/env.ts";
import { operators } from "../operators.ts";
import { isOptionalType } from "../types/type.ts";
import { EvalError } from "../values/eval-error.ts";
import { ArrayList, ListValue } from "../values/value.ts";
import { resolving, withQualifier, type Attribute, type Qualifier } from "./attribute.ts";
import { callStep, planCall, runNow } from "./calls.ts";
import { constantMap, constantValues, nameless } from "./constants.ts";
import { listStep, mapStep, objectStep } from "./constructors.ts";
import { accumulatorStep, foldStep } from "./fold.ts";
import { charge, chargeNothing, type Charge, type Step } from "./frame.ts";
import { alternativeStep, andStep, conditionalStep, equal, notEqual, orStep } from "./logic-steps.ts";
import { collectingOf, countedOf } from "./loop-shapes.ts";
import { collectStep, existsOneStep, quantifierStep } from "./loops.ts";
import { membershipStep } from "./membership.ts";
import { partialStep, wholeStep } from "./path.ts";
import { quickCallStep } from "./plan-operator.ts";
import { constant, ProgramError, stepOf, undefinedType, type Plan, type Planned, type Tracking } from "./planned.ts";
import { decisiveAnswer, quantifierOf } from "./quantifier.ts";
import { invalidQualifier, isQualifier } from "./qualifiers.ts";
import { handingOn, Slots, variableStep, type Variable } from "./slots.ts";

/** Conversion functions that are evaluated when planning if their argument is constant. */
const conversions: ReadonlySet<string> = new Set([
  "bool",
  "bytes",
  "double",
  "duration",
  "dyn",
  "int",
  "string",
  "timestamp",
  "type",
  "uint",
]);

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

  run(): Plan {
    const step = this.#step(this.#checked.expr);
    return { step, slots: this.#slots.count };
  }

  #charge({ id }: { readonly id: number }): Charge {
    if (this.#tracking === "none") return chargeNothing;
    if (this.#tracking === "cost") return charge;
    return (frame, cost) => {
      frame.record?.addCost(id, cost);
      charge(frame, cost);
    };
  }

  /** Returns the step of a node, including its own cost. */
  #step(expr: Expr): Step {
    return this.#finish(expr, this.#plan(expr));
  }

  /** Like #step for a node that is already planned. Planning nodes twice would take exponential time. */
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
    if (this.#tracking !== "everything") return wholeStep(attribute, this.#tracking === "cost");
    const resolve = resolving(attribute);
    const { ownCost } = attribute;
    if (ownCost === 0) return resolve;
    const charge = this.#charge(expr);
    return (frame) => {
      const value = resolve(frame);
      charge(frame, ownCost);
      return value;
    };
  }

  /** Resolves an attribute without charging its own unit. */
  #resolving(attribute: Attribute): Step {
    return this.#tracking === "everything" ? resolving(attribute) : partialStep(attribute, this.#tracking === "cost");
  }

  /**
   * Returns the step of a node within an attribute (a key or a branch of a conditional), where attributes do not charge
   * their own unit.
   */
  #uncharged(expr: Expr, planned: Planned): Step {
    return this.#observed(
      expr,
      planned.kind === "attribute" ? this.#resolving(planned.attribute) : this.#stepOf(expr, planned),
    );
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

  /** Plans an identifier: a comprehension variable, a constant, a type or an environment variable. */
  #name(expr: Expr, written: string): Planned {
    const { name = written, constant: value } = this.#checked.identOf(expr) ?? {};
    if (value !== undefined) return constant(value);
    if (this.#checked.typeOf(expr).kind === "type")
      return constant(nameless(this.#env.findTypeValue(name) ?? undefinedType(name)));
    const { slot, step } = this.#slots.find(name) ?? this.#global(name);
    return {
      kind: "attribute",
      attribute: { nodeId: expr.id, root: this.#handingOn(expr, step), slot, qualifiers: [], ownCost: 1 },
    };
  }

  /** Unwraps and rewraps optionals on every access, where the type allows an optional. */
  #handingOn(expr: Expr, step: Step): Step {
    const type = this.#checked.typeOf(expr);
    return type.kind === "dyn" || isOptionalType(type) ? handingOn(step) : step;
  }

  #global(name: string): Variable {
    const slot = this.#slots.variable(name);
    return { slot, step: variableStep(slot, name, new EvalError(`no such attribute(s): ${name}`)) };
  }

  /** Returns a node as an attribute that can be extended by qualifiers. */
  #attribute(expr: Expr): Attribute {
    const planned = this.#plan(expr);
    if (planned.kind === "attribute") {
      const { attribute } = planned;
      return this.#tracking === "everything" && attribute.qualifiers.length === 0
        ? { ...attribute, root: this.#observed(expr, attribute.root) }
        : attribute;
    }
    return {
      nodeId: expr.id,
      root: this.#observed(expr, this.#stepOf(expr, planned)),
      slot: 0,
      qualifiers: [],
      ownCost: 1,
    };
  }

  #qualified(expr: Expr, operand: Expr, parts: Omit<Qualifier, "nodeId" | "charge">): Planned {
    const qualifier: Qualifier = { nodeId: expr.id, charge: this.#charge(expr), ...parts };
    return { kind: "attribute", attribute: withQualifier(this.#attribute(operand), qualifier) };
  }

  #select(expr: SelectExpr): Planned {
    if (this.#checked.identOf(expr) !== undefined) return this.#name(expr, "");
    return this.#qualified(expr, expr.operand, {
      constant: expr.field,
      key: undefined,
      isNativeKey: false,
      optional: false,
      testOnly: expr.testOnly,
    });
  }

  #index(expr: CallExpr, optional: boolean): Planned {
    const [operand = expr, index = expr] = expr.args;
    const planned = this.#plan(index);
    const isNativeKey = planned.kind === "attribute" && this.#slots.isVariable(planned.attribute.slot);
    if (planned.kind !== "constant")
      return this.#qualified(expr, operand, {
        constant: undefined,
        key: this.#uncharged(index, planned),
        isNativeKey,
        optional,
        testOnly: false,
      });
    if (!isQualifier(planned.value)) throw new ProgramError(invalidQualifier(planned.value).message);
    return this.#qualified(expr, operand, {
      constant: planned.value,
      key: undefined,
      isNativeKey: false,
      optional,
      testOnly: false,
    });
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
        return stepOf(alternativeStep(this.#step(first), this.#step(second), name === "orValue"));
      default:
        return this.#function(expr, name, args);
    }
  }

  #conditional(expr: CallExpr, condition: Expr, yes: Expr, no: Expr): Planned {
    const branch = (expr: Expr): Step => this.#handingOn(expr, this.#uncharged(expr, this.#plan(expr)));
    const root = conditionalStep(this.#step(condition), branch(yes), branch(no));
    return { kind: "attribute", attribute: { nodeId: expr.id, root, slot: 0, qualifiers: [], ownCost: 0 } };
  }

  #function(expr: CallExpr, name: string, args: readonly Expr[]): Planned {
    const reference = this.#checked.functionOf(expr);
    if (reference === undefined) throw new ProgramError(`no such overload: ${name}`);
    const planned = args.map((arg) => this.#plan(arg));
    const run = name === operators.equals ? equal : name === operators.notEquals ? notEqual : undefined;
    const plan = planCall(
      run === undefined ? reference : { ...reference, function: { ...reference.function, singleton: run } },
      planned,
    );
    const [first, second] = planned;
    if (first?.kind === "constant" && args.length === 1 && conversions.has(name))
      return constant(runNow(plan, first.value));
    const isInList = reference.overloads.length === 1 && reference.overloads[0]?.id === "in_list";
    if (isInList && second?.kind === "constant" && second.value instanceof ListValue) {
      if (second.value.size === 0) return constant(false);
      const member = first && membershipStep(this.#finish(args[0] ?? expr, first), second.value);
      if (member !== undefined) return stepOf(member);
    }
    const steps = this.#finishAll(args, planned);
    if (this.#tracking === "everything") return stepOf(callStep(plan, steps, this.#charge(expr)));
    return stepOf(quickCallStep({ name, plan, args: planned, steps }, this.#tracking === "cost", this.#charge(expr)));
  }

  #finishAll(exprs: readonly Expr[], planned: readonly Planned[]): readonly Step[] {
    return exprs.map((expr, i) => this.#finish(expr, planned[i] ?? constant(null)));
  }

  #list(expr: ListExpr): Planned {
    const planned = expr.elements.map((element) => this.#plan(element));
    const values = constantValues(planned);
    if (values !== undefined) return constant(new ArrayList(values));
    const steps = this.#finishAll(expr.elements, planned);
    return stepOf(
      listStep(
        steps.map((step, i) => ({ step, optional: expr.optionals.has(i) })),
        listCreation,
        this.#charge(expr),
      ),
    );
  }

  #map(expr: MapExpr): Planned {
    const keys = expr.entries.map(({ key }) => this.#plan(key));
    const values = expr.entries.map(({ value }) => this.#plan(value));
    const folded = constantMap(constantValues(keys), constantValues(values));
    if (folded !== undefined) return constant(folded);
    const keySteps = this.#finishAll(
      expr.entries.map(({ key }) => key),
      keys,
    );
    const steps = this.#finishAll(
      expr.entries.map(({ value }) => value),
      values,
    );
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
    const range = this.#step(expr.iterRange);
    const loop = this.#tracking === "everything" ? undefined : this.#loop(expr, range);
    if (loop !== undefined) return stepOf(loop);
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
    return stepOf(
      foldStep({
        nodeId: expr.id,
        range,
        init,
        condition,
        step,
        result,
        accuSlot,
        iterSlot,
        iterSlot2,
        decisive: decisiveAnswer(expr),
      }),
    );
  }

  /** Plans macros with one variable as specialized loops; undefined for other comprehensions. */
  #loop(expr: ComprehensionExpr, range: Step): Step | undefined {
    const [quantifier, counted, collecting] = [quantifierOf(expr), countedOf(expr), collectingOf(expr)];
    const tracked = this.#tracking === "cost";
    const within = (make: (iterSlot: number) => Step): Step => {
      const step = make(this.#slots.enter(expr.iterVar));
      this.#slots.leave();
      return step;
    };
    if (quantifier !== undefined)
      return within((iterSlot) =>
        quantifierStep({
          range,
          iterSlot,
          tracked,
          predicate: this.#step(quantifier.predicate),
          decisive: quantifier.decisive,
        }),
      );
    if (counted !== undefined)
      return within((iterSlot) => existsOneStep({ range, iterSlot, tracked, predicate: this.#step(counted) }));
    if (collecting === undefined || this.#checked.functionOf(collecting.adding)?.overloads.length !== 1)
      return undefined;
    return within((iterSlot) => {
      const predicate = collecting.predicate && this.#step(collecting.predicate);
      const planned = this.#plan(collecting.transform);
      const listCost = planned.kind === "constant" ? 0 : listCreation;
      return collectStep({
        range,
        iterSlot,
        tracked,
        predicate,
        transform: this.#finish(collecting.transform, planned),
        listCost,
      });
    });
  }
}

/** Plans a checked expression. Throws ProgramError if a constant in it is invalid. */
export const planExpr = (checked: CheckedExpr, env: Env, tracking: Tracking): Plan =>
  new Planner(checked, env, tracking).run();
