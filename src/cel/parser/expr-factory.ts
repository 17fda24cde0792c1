import type {
  CallExpr,
  ComprehensionExpr,
  Expr,
  ListExpr,
  LiteralExpr,
  MapEntry,
  MapExpr,
  SelectExpr,
  StructExpr,
  StructField,
  IdentExpr,
} from "../ast.ts";
import type { Value } from "../values/value.ts";

const noOptionals: ReadonlySet<number> = new Set();

export type ComprehensionParts = Omit<ComprehensionExpr, "id" | "offset" | "kind">;

/** Creates expression nodes and assigns their ids. */
export class ExprFactory {
  #count = 0;

  /** The number of assigned ids. */
  get count(): number {
    return this.#count;
  }

  nextId(): number {
    return this.#count++;
  }

  literal(offset: number, value: Value): LiteralExpr {
    return { kind: "literal", id: this.#count++, offset, value };
  }

  ident(offset: number, name: string): IdentExpr {
    return { kind: "ident", id: this.#count++, offset, name };
  }

  select(offset: number, operand: Expr, field: string, testOnly = false): SelectExpr {
    return { kind: "select", id: this.#count++, offset, operand, field, testOnly };
  }

  call(offset: number, name: string, args: readonly Expr[], target?: Expr): CallExpr {
    return { kind: "call", id: this.#count++, offset, function: name, target, args };
  }

  list(offset: number, elements: readonly Expr[], optionals: ReadonlySet<number> = noOptionals): ListExpr {
    return { kind: "list", id: this.#count++, offset, elements, optionals };
  }

  map(offset: number, entries: readonly MapEntry[]): MapExpr {
    return { kind: "map", id: this.#count++, offset, entries };
  }

  struct(offset: number, typeName: string, fields: readonly StructField[]): StructExpr {
    return { kind: "struct", id: this.#count++, offset, typeName, fields };
  }

  comprehension(
    offset: number,
    { iterRange, iterVar, iterVar2, accuVar, accuInit, loopCondition, loopStep, result }: ComprehensionParts,
  ): ComprehensionExpr {
    return {
      kind: "comprehension",
      id: this.#count++,
      offset,
      iterRange,
      iterVar,
      iterVar2,
      accuVar,
      accuInit,
      loopCondition,
      loopStep,
      result,
    };
  }

  unspecified(offset: number): Expr {
    return { kind: "unspecified", id: this.#count++, offset };
  }

  /** Returns a copy of an expression with new ids. */
  copy(expr: Expr): Expr {
    const fresh = { id: this.#count++ };
    switch (expr.kind) {
      case "literal":
      case "ident":
      case "unspecified":
        return { ...expr, ...fresh };
      case "select":
        return { ...expr, ...fresh, operand: this.copy(expr.operand) };
      case "call":
        return {
          ...expr,
          ...fresh,
          target: expr.target && this.copy(expr.target),
          args: expr.args.map((arg) => this.copy(arg)),
        };
      case "list":
        return { ...expr, ...fresh, elements: expr.elements.map((element) => this.copy(element)) };
      case "map":
        return {
          ...expr,
          ...fresh,
          entries: expr.entries.map((entry) => ({
            ...entry,
            id: this.nextId(),
            key: this.copy(entry.key),
            value: this.copy(entry.value),
          })),
        };
      case "struct":
        return {
          ...expr,
          ...fresh,
          fields: expr.fields.map((field) => ({ ...field, id: this.nextId(), value: this.copy(field.value) })),
        };
      case "comprehension":
        return { ...expr, ...fresh, ...this.#copyParts(expr) };
    }
  }

  #copyParts(
    expr: ComprehensionExpr,
  ): Pick<ComprehensionExpr, "iterRange" | "accuInit" | "loopCondition" | "loopStep" | "result"> {
    return {
      iterRange: this.copy(expr.iterRange),
      accuInit: this.copy(expr.accuInit),
      loopCondition: this.copy(expr.loopCondition),
      loopStep: this.copy(expr.loopStep),
      result: this.copy(expr.result),
    };
  }
}
