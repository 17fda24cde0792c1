import type { CallExpr, ComprehensionExpr, Expr, IdentExpr, ListExpr, MapExpr, SelectExpr } from "../ast.ts";
import type { CheckedExpr, FunctionReference } from "../checker/checked-expr.ts";
import type { Overload } from "../env/declarations.ts";
import { operators } from "../operators.ts";
import { accumulatorName } from "../parser/macro.ts";
import type { Type } from "../types/type.ts";
import type { CallEstimate, CostNode } from "./call-costs.ts";
import {
  addRanges,
  fixed,
  listCreation,
  mapCreation,
  multiplyRanges,
  noCost,
  structCreation,
  unionRanges,
  unitCost,
  unknownSize,
  type Range,
} from "./estimate.ts";
import { GoPath } from "./go-path.ts";
import { isBinding, Locals, unionEntries, type EntrySize } from "./locals.ts";
import { NodeEstimates } from "./node-estimates.ts";
import { isIndex, isPlain, unitEstimate, type OpenCall } from "./overload-kinds.ts";
import { sizeOfExpr, sizeOfType } from "./static-sizes.ts";
import { unbounded } from "./uint64.ts";

/** Estimates the size of input values; undefined if unknown. */
export type SizeEstimator = (node: CostNode) => Range | undefined;

const nothingYet: Range = { min: unbounded, max: 0 };

class Estimator {
  readonly #checked: CheckedExpr;
  readonly #sizes: SizeEstimator;
  readonly #paths: (GoPath | undefined)[] = [];
  readonly #computed: (Range | undefined)[] = [];
  readonly #entries: (EntrySize | undefined)[] = [];
  readonly #locals = new Locals();
  readonly #notes: NodeEstimates | undefined;

  constructor(checked: CheckedExpr, sizes: SizeEstimator, notes?: NodeEstimates) {
    this.#checked = checked;
    this.#sizes = sizes;
    this.#notes = notes;
  }

  run(): Range {
    return this.#cost(this.#checked.expr);
  }

  #cost(expr: Expr): Range {
    const cost = this.#costOf(expr);
    this.#notes?.costs.set(expr.id, cost);
    return cost;
  }

  #costOf(expr: Expr): Range {
    switch (expr.kind) {
      case "literal":
      case "unspecified":
        return noCost;
      case "ident":
        return this.#name(expr, this.#nameOf(expr));
      case "select":
        return this.#select(expr);
      case "call":
        return this.#call(expr);
      case "list":
        return this.#list(expr);
      case "map":
        return this.#map(expr);
      case "struct":
        return expr.fields.reduce((sum, { value }) => addRanges(sum, this.#cost(value)), fixed(structCreation));
      case "comprehension":
        return isBinding(expr) ? this.#binding(expr) : this.#comprehension(expr);
    }
  }

  #name(expr: Expr, name: string): Range {
    this.#paths[expr.id] = this.#locals.find(name)?.path ?? GoPath.of(name);
    return unitCost;
  }

  /** Returns the name to which an identifier was resolved: `.a` is `a`. */
  #nameOf(expr: IdentExpr): string {
    return this.#checked.identOf(expr)?.name ?? expr.name;
  }

  #pathOf(expr: Expr): GoPath {
    const local = expr.kind === "ident" ? this.#locals.find(this.#nameOf(expr)) : undefined;
    return local?.path ?? this.#paths[expr.id] ?? GoPath.none;
  }

  #select(expr: SelectExpr): Range {
    const ident = this.#checked.identOf(expr);
    if (ident !== undefined) return this.#name(expr, ident.name);
    const operand = this.#cost(expr.operand);
    if (expr.testOnly) return operand;
    this.#paths[expr.id] = this.#pathOf(expr.operand).append(expr.field);
    const { kind } = this.#checked.typeOf(expr.operand);
    return kind === "map" || kind === "struct" || kind === "typeParam" ? addRanges(operand, unitCost) : operand;
  }

  #list(expr: ListExpr): Range {
    let cost = fixed(listCreation);
    let value = expr.elements.length === 0 ? noCost : nothingYet;
    for (const element of expr.elements) {
      cost = addRanges(cost, this.#cost(element));
      value = unionRanges(value, this.#sizeOrUnknown(element));
    }
    this.#entries[expr.id] = { container: "list", key: unitCost, value };
    return cost;
  }

  #map(expr: MapExpr): Range {
    let cost = fixed(mapCreation);
    const start = expr.entries.length === 0 ? noCost : nothingYet;
    let [keys, values] = [start, start];
    for (const { key, value } of expr.entries) {
      cost = addRanges(addRanges(cost, this.#cost(key)), this.#cost(value));
      keys = unionRanges(keys, this.#sizeOrUnknown(key));
      values = unionRanges(values, this.#sizeOrUnknown(value));
    }
    this.#entries[expr.id] = { container: "map", key: keys, value: values };
    return cost;
  }

  #binding(expr: ComprehensionExpr): Range {
    const before = addRanges(this.#cost(expr.iterRange), this.#cost(expr.accuInit));
    this.#pushValue(expr.accuVar, expr.accuInit);
    const cost = addRanges(before, this.#cost(expr.result));
    this.#locals.pop(expr.accuVar);
    this.#copySizes(expr, expr.result);
    return cost;
  }

  #pushValue(name: string, expr: Expr): void {
    const path = this.#pathOf(expr);
    const entrySize = this.#entrySize(expr);
    this.#locals.push(name, { path, size: this.#size(expr), entrySize });
  }

  #copySizes(to: Expr, from: Expr): void {
    this.#setSize(to, this.#size(from));
    this.#setEntrySize(to, this.#entrySize(from));
  }

  #pushIteration(expr: ComprehensionExpr): void {
    const { iterRange, iterVar, iterVar2 } = expr;
    const entry = this.#entrySize(iterRange);
    const path = this.#pathOf(iterRange);
    const isList = (entry?.container ?? this.#checked.typeOf(iterRange).kind) === "list";
    const push = (name: string, part: string, size: Range | undefined): void =>
      this.#locals.push(name, { path: path.append(part), size, entrySize: undefined });
    if (iterVar2 === undefined) {
      push(iterVar, isList ? "@items" : "@keys", isList ? entry?.value : entry?.key);
      return;
    }
    push(iterVar, isList ? "@indices" : "@keys", entry?.key);
    push(iterVar2, isList ? "@items" : "@values", entry?.value);
  }

  #comprehension(expr: ComprehensionExpr): Range {
    let cost = addRanges(this.#cost(expr.iterRange), this.#cost(expr.accuInit));
    this.#pushValue(expr.accuVar, expr.accuInit);
    this.#pushIteration(expr);
    const round = addRanges(this.#cost(expr.loopCondition), this.#cost(expr.loopStep));
    this.#locals.pop(expr.iterVar);
    if (expr.iterVar2 !== undefined) this.#locals.pop(expr.iterVar2);
    cost = addRanges(cost, this.#cost(expr.result));
    this.#locals.pop(expr.accuVar);
    const rounds = this.#sizeOrUnknown(expr.iterRange);
    this.#notes?.rounds.set(expr.id, rounds);
    this.#setComprehensionSize(expr, rounds);
    return addRanges(cost, multiplyRanges(rounds, round));
  }

  #setComprehensionSize(expr: ComprehensionExpr, rounds: Range): void {
    const { kind } = expr.accuInit;
    if (kind === "literal") this.#setSize(expr, this.#size(expr.accuInit));
    if (kind !== "list" && kind !== "map") return;
    this.#setSize(expr, rounds);
    this.#setEntrySize(expr, this.#entrySize(expr.loopStep));
  }

  #setSize(expr: Expr, size: Range | undefined): void {
    if (size !== undefined) this.#computed[expr.id] = size;
  }

  #setEntrySize(expr: Expr, size: EntrySize | undefined): void {
    if (size !== undefined) this.#entries[expr.id] = size;
  }

  #entrySize(expr: Expr): EntrySize | undefined {
    const known = this.#entries[expr.id];
    if (known !== undefined || expr.kind !== "ident") return known;
    return this.#locals.find(expr.name)?.entrySize;
  }

  #size(expr: Expr): Range | undefined {
    const known = this.#computed[expr.id] ?? sizeOfExpr(expr);
    if (known !== undefined) return known;
    const type = this.#checked.typeOf(expr);
    const estimated = this.#sizes({ type, path: this.#pathOf(expr).steps, expr, size: undefined });
    if (estimated !== undefined) {
      this.#computed[expr.id] = estimated;
      return estimated;
    }
    return sizeOfType(type) ?? (expr.kind === "ident" ? this.#locals.find(expr.name)?.size : undefined);
  }

  #sizeOrUnknown(expr: Expr): Range {
    return this.#size(expr) ?? unknownSize;
  }

  #node(expr: Expr): CostNode {
    const path = this.#pathOf(expr);
    const [root] = path.steps;
    const isHidden = root === accumulatorName || root === "__result__";
    return {
      type: this.#typeOf(expr),
      // Read when asked for: the steps may have changed since.
      get path() {
        return isHidden ? [] : path.steps;
      },
      expr,
      size: this.#size(expr),
    };
  }

  #typeOf(expr: Expr): Type {
    return this.#checked.typeOf(expr);
  }

  readonly #sizeOfNode = (node: CostNode): Range => node.size ?? this.#sizes(node) ?? unknownSize;

  #call(expr: CallExpr): Range {
    const reference = this.#checked.functionOf(expr);
    const name = reference?.function.name ?? expr.function;
    if (name === "dyn") return this.#dyn(expr);
    const argCosts: Range[] = [];
    // The size of an argument is computed before the next argument can change its path.
    const args = expr.args.map((arg) => {
      argCosts.push(this.#cost(arg));
      return this.#node(arg);
    });
    if (reference === undefined) return noCost;
    const { target } = expr;
    const hasTarget = target !== undefined && !reference.isQualified;
    const targetCost = hasTarget ? this.#cost(target) : noCost;
    const call = { target: hasTarget ? this.#node(target) : undefined, args, sizeOf: this.#sizeOfNode, overloadId: "" };
    return addRanges(targetCost, this.#overloads(expr, reference, call, argCosts));
  }

  #dyn(expr: CallExpr): Range {
    const [arg = expr] = expr.args;
    const cost = addRanges(unitCost, this.#cost(arg));
    this.#copySizes(expr, arg);
    return cost;
  }

  /** Returns the union of the estimates of all candidate overloads. */
  #overloads(expr: CallExpr, reference: FunctionReference, call: OpenCall, argCosts: readonly Range[]): Range {
    let cost = nothingYet;
    let size: Range | undefined;
    const allArgs = argCosts.reduce(addRanges, noCost);
    let hadPlain = false;
    for (const overload of reference.overloads) {
      const plain = isPlain(reference, overload);
      if (plain && hadPlain) continue;
      hadPlain ||= plain;
      const estimate =
        this.#special(expr, reference.function.name, overload.id, argCosts) ??
        this.#overload(expr, reference, overload, call, allArgs);
      cost = unionRanges(cost, estimate.cost);
      if (estimate.resultSize !== undefined)
        size = size === undefined ? estimate.resultSize : unionRanges(size, estimate.resultSize);
      if (isIndex(overload)) size = this.#indexed(expr, overload);
      size ??= this.#size(expr);
    }
    this.#setSize(expr, size);
    return cost;
  }

  /** Returns the size of `a[b]`: the entry size of the container. */
  #indexed(expr: CallExpr, { id }: Overload): Range | undefined {
    const [container] = expr.args;
    if (container === undefined) return undefined;
    this.#paths[expr.id] = this.#pathOf(container).append(id === "index_list" ? "@items" : "@values");
    return this.#entrySize(container)?.value;
  }

  #overload(
    expr: CallExpr,
    { function: fn }: FunctionReference,
    overload: Overload,
    call: OpenCall,
    argCosts: Range,
  ): CallEstimate {
    call.overloadId = overload.id;
    const estimate = fn.costs?.estimate?.(call) ?? overload.costs?.estimate?.(call) ?? unitEstimate;
    if (overload.id.startsWith("add_")) this.#concatenated(expr, overload.id);
    const resultSize = overload.id === "add_list" ? this.#sumOfSizes(expr) : estimate.resultSize;
    return { cost: addRanges(estimate.cost, argCosts), ...(resultSize && { resultSize }) };
  }

  /** Estimates operators that do not evaluate all arguments or that propagate sizes. */
  #special(expr: CallExpr, name: string, id: string, argCosts: readonly Range[]): CallEstimate | undefined {
    const [first = noCost, second = noCost, third = noCost] = argCosts;
    if (id === "logical_or" || id === "logical_and")
      return { cost: { min: first.min, max: addRanges(first, second).max } };
    if (name !== operators.conditional) return undefined;
    const [, yes = expr, no = expr] = expr.args;
    this.#setEntrySize(expr, unionEntries(this.#entrySize(yes), this.#entrySize(no)));
    return {
      cost: addRanges(first, unionRanges(second, third)),
      resultSize: unionRanges(this.#sizeOrUnknown(yes), this.#sizeOrUnknown(no)),
    };
  }

  #sumOfSizes({ args }: CallExpr): Range {
    return args.reduce((sum, arg) => addRanges(sum, this.#sizeOrUnknown(arg)), noCost);
  }

  #concatenated(expr: CallExpr, id: string): void {
    const [left, right] = expr.args;
    if (left === undefined || right === undefined || (id !== "add_list" && id !== "add_string" && id !== "add_bytes"))
      return;
    this.#setEntrySize(expr, unionEntries(this.#entrySize(left), this.#entrySize(right)));
  }
}

/** Returns the bounds on the cost of an expression, given the bounds on the sizes of its inputs. */
export const estimateCost = (checked: CheckedExpr, sizes: SizeEstimator): Range => new Estimator(checked, sizes).run();

/** Returns the bounds for every node. */
export function estimateNodes(checked: CheckedExpr, sizes: SizeEstimator): NodeEstimates {
  const notes = new NodeEstimates();
  new Estimator(checked, sizes, notes).run();
  return notes;
}
