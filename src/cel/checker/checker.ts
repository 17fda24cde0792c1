import {
  qualifiedName,
  type CallExpr,
  type ComprehensionExpr,
  type Expr,
  type ListExpr,
  type MapExpr,
  type SelectExpr,
  type StructExpr,
} from "../ast.ts";
import type { FunctionDecl } from "../env/declarations.ts";
import type { Issue } from "../issue.ts";
import { operators } from "../operators.ts";
import type { ParsedExpr } from "../parser/parse-expr.ts";
import { formatSignature, formatType } from "../types/format.ts";
import {
  boolType,
  dynType,
  errorType,
  intType,
  isOptionalType,
  listOf,
  mapOf,
  optionalOf,
  typeParam,
  unwrapOptional,
  type Type,
} from "../types/type.ts";
import { typeOfValue } from "../values/type-of.ts";
import { isAssignable, mostGeneral } from "./assignability.ts";
import { CheckedExpr, type Reference } from "./checked-expr.ts";
import type { Declarations } from "./declarations.ts";
import { Mapping } from "./mapping.ts";
import { resolveOverloads } from "./overloads.ts";
import { Scope } from "./scope.ts";
import { structTypeName } from "./struct-type-name.ts";
import { TypeIssues } from "./type-issues.ts";

const isDyn = (type: Type): boolean => type.kind === "dyn" || type.kind === "any";
const noNames: ReadonlyMap<string, Type> = new Map();

class Checker {
  readonly #parsed: ParsedExpr;
  readonly #declarations: Declarations;
  readonly #mapping = new Mapping();
  readonly #types: (Type | undefined)[] = [];
  readonly #references: (Reference | undefined)[] = [];
  readonly #issues: TypeIssues;
  #scope = new Scope(noNames);
  #freeTypeVars = 0;

  constructor(parsed: ParsedExpr, declarations: Declarations) {
    this.#parsed = parsed;
    this.#declarations = declarations;
    this.#issues = new TypeIssues(parsed.text);
    for (let i = 0; i < parsed.nodeCount; i++) {
      this.#types.push(undefined);
      this.#references.push(undefined);
    }
  }

  get issues(): readonly Issue[] {
    return this.#issues.list;
  }

  run(): CheckedExpr {
    this.#check(this.#parsed.expr);
    const types = this.#types.map((type) => type && this.#mapping.substitute(type, true));
    return new CheckedExpr(this.#parsed.text, this.#parsed.expr, types, this.#references);
  }

  readonly #newTypeVar = (): Type => typeParam(`_var${this.#freeTypeVars++}`);

  #typeOf(expr: Expr): Type {
    return this.#types[expr.id] ?? dynType;
  }

  readonly #assignable = (a: Type, b: Type): boolean => isAssignable(this.#mapping, a, b);
  readonly #substitute = (type: Type): Type => this.#mapping.substitute(type, false);

  #check(expr: Expr): Type {
    const type = this.#infer(expr);
    this.#types[expr.id] = type;
    return type;
  }

  #infer(expr: Expr): Type {
    switch (expr.kind) {
      case "literal":
        return typeOfValue(expr.value);
      case "ident":
        return this.#name(expr, expr.name) ?? this.#issues.undeclared(expr, expr.name);
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
        return errorType;
    }
  }

  /** Resolves a name in the current scope, records the reference and returns its type. */
  #name(expr: Expr, written: string): Type | undefined {
    const name = written.startsWith(".") ? written.slice(1) : written;
    const type =
      this.#scope.find(name) ?? this.#declarations.findVariable(name) ?? this.#declarations.findTypeName(name);
    if (type === undefined) return this.#constant(expr, name);
    this.#references[expr.id] = { kind: "ident", name };
    return type;
  }

  #constant(expr: Expr, name: string): Type | undefined {
    const constant = this.#declarations.findConstant(name);
    if (constant === undefined) return undefined;
    this.#references[expr.id] = { kind: "ident", name, constant };
    return typeOfValue(constant);
  }

  #select(expr: SelectExpr): Type {
    const qualified = qualifiedName(expr);
    const named = qualified === undefined ? undefined : this.#name(expr, qualified);
    if (named !== undefined) return named;
    const type = this.#field(expr, expr.operand, expr.field, false);
    return expr.testOnly ? boolType : this.#substitute(type);
  }

  #field(expr: Expr, operand: Expr, field: string, optional: boolean): Type {
    const operandType = this.#substitute(this.#check(operand));
    const type = this.#fieldOf(expr, unwrapOptional(operandType), field);
    return optional || isOptionalType(operandType) ? optionalOf(type) : type;
  }

  #fieldOf(expr: Expr, target: Type, field: string): Type {
    switch (target.kind) {
      case "map":
        return target.valueType;
      case "struct":
        return this.#structField(expr, target.name, field);
      case "typeParam":
        this.#assignable(dynType, target);
        return dynType;
      default:
        if (!isDyn(target) && target.kind !== "error")
          this.#issues.report(expr, `type '${formatType(target)}' does not support field selection`);
        return dynType;
    }
  }

  #structField(at: { readonly offset: number }, struct: string, field: string): Type {
    if (!this.#declarations.hasStruct(struct)) {
      this.#issues.report(at, `unexpected failed resolution of '${struct}'`);
      return errorType;
    }
    const type = this.#declarations.findField(struct, field);
    if (type === undefined) this.#issues.report(at, `undefined field '${field}'`);
    return type ?? errorType;
  }

  #call(expr: CallExpr): Type {
    if (expr.function === operators.optSelect) return this.#optionalSelect(expr);
    for (const arg of expr.args) this.#check(arg);
    if (expr.target === undefined) return this.#globalCall(expr);
    const qualifier = qualifiedName(expr.target);
    const qualified = qualifier === undefined ? undefined : this.#function(`${qualifier}.${expr.function}`);
    if (qualified !== undefined) return this.#resolve(expr, qualified, undefined, true);
    this.#check(expr.target);
    const fn = this.#function(expr.function);
    return fn === undefined
      ? this.#issues.undeclared(expr, expr.function)
      : this.#resolve(expr, fn, expr.target, false);
  }

  #globalCall(expr: CallExpr): Type {
    const fn = this.#function(expr.function);
    return fn === undefined ? this.#issues.undeclared(expr, expr.function) : this.#resolve(expr, fn, undefined, false);
  }

  #function(name: string): FunctionDecl | undefined {
    return this.#declarations.findFunction(name.startsWith(".") ? name.slice(1) : name);
  }

  #optionalSelect(expr: CallExpr): Type {
    const [operand = expr, field = expr] = expr.args;
    const name = field.kind === "literal" && typeof field.value === "string" ? field.value : "";
    const type = this.#substitute(this.#field(expr, operand, name, true));
    const fn = this.#declarations.findFunction(operators.optSelect);
    if (fn !== undefined)
      this.#references[expr.id] = { kind: "function", function: fn, overloads: fn.overloads, isQualified: false };
    return type;
  }

  #resolve(expr: CallExpr, fn: FunctionDecl, target: Expr | undefined, isQualified: boolean): Type {
    const args = target === undefined ? expr.args : [target, ...expr.args];
    const types = args.map((arg) => this.#typeOf(arg));
    if (fn.name === operators.logicalAnd || fn.name === operators.logicalOr)
      return this.#logical(expr, fn, args, types);
    const resolution = resolveOverloads(fn, target !== undefined, types, this.#mapping, this.#newTypeVar);
    if (resolution === undefined) {
      const shown = types.map((type) => this.#mapping.substitute(type, true));
      this.#issues.report(
        expr,
        `found no matching overload for '${fn.name}' applied to '${formatSignature(shown, target !== undefined)}'`,
      );
      return errorType;
    }
    this.#references[expr.id] = { kind: "function", function: fn, overloads: resolution.overloads, isQualified };
    return resolution.type;
  }

  #logical(expr: CallExpr, fn: FunctionDecl, args: readonly Expr[], types: readonly Type[]): Type {
    const wrong = types.filter((type, i) => {
      const fits = this.#assignable(type, boolType);
      if (!fits) this.#issues.mismatch(args[i] ?? expr, boolType, type);
      return !fits;
    });
    if (wrong.length > 0) return errorType;
    this.#references[expr.id] = { kind: "function", function: fn, overloads: fn.overloads, isQualified: false };
    return boolType;
  }

  /** Returns the element type of an optional written as `?x`. */
  #optionalValue(expr: Expr, type: Type): Type {
    if (isOptionalType(type)) return type.element;
    if (!isDyn(type)) this.#issues.mismatch(expr, optionalOf(type), type);
    return type;
  }

  /** Returns the common type of both, or `dyn` if there is none. */
  #join(previous: Type | undefined, current: Type): Type {
    if (previous === undefined) return current;
    return this.#assignable(previous, current) ? mostGeneral(previous, current) : dynType;
  }

  #list(expr: ListExpr): Type {
    let element: Type | undefined;
    for (const [i, item] of expr.elements.entries()) {
      const type = this.#check(item);
      element = this.#join(element, expr.optionals.has(i) ? this.#optionalValue(item, type) : type);
    }
    return listOf(element ?? this.#newTypeVar());
  }

  #map(expr: MapExpr): Type {
    let keys: Type | undefined;
    let values: Type | undefined;
    for (const { key, value, optional } of expr.entries) {
      keys = this.#join(keys, this.#check(key));
      const type = this.#check(value);
      values = this.#join(values, optional ? this.#optionalValue(value, type) : type);
    }
    const keyType = keys ?? this.#newTypeVar();
    return mapOf(keyType, values ?? this.#newTypeVar());
  }

  #struct(expr: StructExpr): Type {
    const written = expr.typeName.startsWith(".") ? expr.typeName.slice(1) : expr.typeName;
    const type = this.#name(expr, written);
    if (type === undefined) return this.#issues.undeclared(expr, expr.typeName);
    const made = this.#madeType(expr, type);
    const typeName = structTypeName(made) ?? written;
    for (const field of expr.fields) {
      const valueType = this.#check(field.value);
      const fieldType = this.#structField(field, typeName, field.name);
      const provided = field.optional ? this.#optionalValue(field.value, valueType) : valueType;
      if (!this.#assignable(fieldType, provided)) {
        this.#issues.report(
          field,
          `expected type of field '${field.name}' is '${formatType(fieldType)}' but provided type is '${formatType(provided)}'`,
        );
      }
    }
    return made;
  }

  #madeType(expr: StructExpr, type: Type): Type {
    if (type.kind === "error") return errorType;
    if (type.kind !== "type") {
      this.#issues.report(expr, `'${type.declaredName}' is not a type`);
      return errorType;
    }
    if (structTypeName(type.element) !== undefined) return type.element;
    this.#issues.report(expr, `'${type.element.declaredName}' is not a message type`);
    return errorType;
  }

  #comprehension(expr: ComprehensionExpr): Type {
    const range = this.#substitute(this.#check(expr.iterRange));
    const accuType = this.#check(expr.accuInit);
    const outside = this.#scope;
    const around = outside.enter([expr.accuVar, accuType]);
    const [first, second] = this.#iterationTypes(expr, range);
    this.#scope =
      expr.iterVar2 === undefined
        ? around.enter([expr.iterVar, first])
        : around.enter([expr.iterVar, first], [expr.iterVar2, second]);
    this.#check(expr.loopCondition);
    this.#assert(expr.loopCondition, boolType);
    this.#check(expr.loopStep);
    this.#assert(expr.loopStep, accuType);
    this.#scope = around;
    const result = this.#check(expr.result);
    this.#scope = outside;
    return this.#substitute(result);
  }

  /** Returns the types of the two iteration variables. A comprehension with one variable uses the first. */
  #iterationTypes({ iterRange, iterVar2 }: ComprehensionExpr, range: Type): readonly [Type, Type] {
    switch (range.kind) {
      case "list":
        return iterVar2 === undefined ? [range.element, range.element] : [intType, range.element];
      case "map":
        return [range.element, range.valueType];
      case "dyn":
      case "error":
      case "typeParam":
        this.#assignable(dynType, range);
        return [dynType, dynType];
      default:
        this.#issues.report(
          iterRange,
          `expression of type '${formatType(range)}' cannot be range of a comprehension (must be list, map, or dynamic)`,
        );
        return [errorType, errorType];
    }
  }

  #assert(expr: Expr, type: Type): void {
    if (!this.#assignable(type, this.#typeOf(expr))) this.#issues.mismatch(expr, type, this.#typeOf(expr));
  }
}

/** Checks a parsed expression. The result is valid only if there are no issues. */
export function checkExpr(
  parsed: ParsedExpr,
  declarations: Declarations,
): { readonly checked: CheckedExpr; readonly issues: readonly Issue[] } {
  const checker = new Checker(parsed, declarations);
  const checked = checker.run();
  return { checked, issues: checker.issues };
}
