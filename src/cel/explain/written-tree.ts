import type { CelNode, CelSpan } from "../../component-base/cel-node.ts";
import { childrenOf, type Expr } from "../ast.ts";
import type { CheckedExpr } from "../checker/checked-expr.ts";
import { operators } from "../operators.ts";
import { SourceSpans } from "./source-spans.ts";

/** A node of the source expression. A macro call and its expansion form a single node. */
export interface WrittenNode extends CelSpan {
  readonly expr: Expr;
  readonly kind: CelNode["kind"];
  readonly label: string;
  /** The span of its name or operator. */
  readonly name: CelSpan;
  /** The node itself and all nodes of its macro expansion. */
  readonly parts: readonly Expr[];
  /** The comprehensions of the parent node that evaluate this node in each iteration, outermost first. */
  readonly loops: readonly Expr[];
  readonly children: readonly WrittenNode[];
}

const signs: ReadonlyMap<string, string> = new Map([
  [operators.add, "+"],
  [operators.conditional, "? :"],
  [operators.divide, "/"],
  [operators.equals, "=="],
  [operators.greater, ">"],
  [operators.greaterEquals, ">="],
  [operators.in, "in"],
  [operators.less, "<"],
  [operators.lessEquals, "<="],
  [operators.logicalAnd, "&&"],
  [operators.logicalNot, "!"],
  [operators.logicalOr, "||"],
  [operators.modulo, "%"],
  [operators.multiply, "*"],
  [operators.negate, "-"],
  [operators.notEquals, "!="],
  [operators.subtract, "-"],
]);

interface Found {
  readonly expr: Expr;
  readonly loops: readonly Expr[];
}

interface Gathering {
  readonly root: Expr;
  readonly isMacro: boolean;
  readonly parts: Expr[];
  readonly found: Found[];
}

function swallow(expr: Expr, parts: Expr[]): void {
  parts.push(expr);
  for (const child of childrenOf(expr)) swallow(child, parts);
}

class TreeBuilder {
  readonly #checked: CheckedExpr;
  readonly #text: string;
  readonly #spans: SourceSpans;

  constructor(checked: CheckedExpr) {
    this.#checked = checked;
    this.#text = checked.text;
    this.#spans = new SourceSpans(checked.text);
  }

  build(expr: Expr, loops: readonly Expr[]): WrittenNode {
    const gathering: Gathering = { root: expr, isMacro: this.#isMacro(expr), parts: [], found: [] };
    this.#gather(expr, [], gathering);
    const span = this.#spans.of(expr);
    const name = this.#spans.nameOf(expr);
    const children = gathering.found.map((child) => this.build(child.expr, child.loops));
    return { expr, ...this.#describe(expr, span, name), ...span, name, parts: gathering.parts, loops, children };
  }

  /**
   * Reports whether a node is a macro expansion. Comprehensions always are; a conditional is if its token is not
   * a question mark.
   */
  #isMacro(expr: Expr): boolean {
    return (
      expr.kind === "comprehension" ||
      (expr.kind === "call" && expr.function === operators.conditional && this.#text[expr.offset] === "(")
    );
  }

  /** Collects the nodes of a macro expansion, which share the macro's offset. Other nodes are children. */
  #gather(from: Expr, loops: readonly Expr[], gathering: Gathering): void {
    gathering.parts.push(from);
    for (const child of childrenOf(from)) {
      const isRound = from.kind === "comprehension" && (child === from.loopCondition || child === from.loopStep);
      const within = isRound ? [...loops, from] : loops;
      if (child.offset === gathering.root.offset) this.#gather(child, within, gathering);
      else if (this.#isHidden(child, from, gathering)) swallow(child, gathering.parts);
      else gathering.found.push({ expr: child, loops: within });
    }
  }

  /**
   * Reports whether a node is left out: a declared variable, the qualifier of a function name, the field name after
   * `.?`, and the second copy of the target of `optMap`.
   */
  #isHidden(child: Expr, from: Expr, { root, isMacro, found }: Gathering): boolean {
    if (from.kind === "call" && from.function === operators.optSelect) return child === from.args[1];
    if (from.kind === "call" && child === from.target && this.#checked.functionOf(from)?.isQualified) return true;
    return (
      isMacro &&
      (this.#spans.isDeclared(child, root) ||
        found.some(({ expr }) => expr.offset === child.offset && expr.kind === child.kind))
    );
  }

  #describe(expr: Expr, span: CelSpan, name: CelSpan): Pick<WrittenNode, "kind" | "label"> {
    const written = this.#text.slice(name.start, name.end);
    switch (expr.kind) {
      case "literal":
      case "unspecified":
        return { kind: "literal", label: this.#text.slice(span.start, span.end) };
      case "ident":
        return { kind: "name", label: expr.name };
      case "select":
        return expr.testOnly ? { kind: "macro", label: "has" } : { kind: "field", label: `.${expr.field}` };
      case "list":
        return { kind: "list", label: "[…]" };
      case "map":
        return { kind: "map", label: "{…}" };
      case "struct":
        return { kind: "object", label: expr.typeName };
      case "comprehension":
        return { kind: "macro", label: written };
      case "call":
        return describeCall(this.#checked.functionOf(expr)?.function.name ?? expr.function, written);
    }
  }
}

function describeCall(name: string, written: string): Pick<WrittenNode, "kind" | "label"> {
  if (name === operators.index || name === operators.optIndex) return { kind: "index", label: "[…]" };
  if (name === operators.optSelect) return { kind: "field", label: `.?${written}` };
  const sign = signs.get(name);
  if (sign === undefined) return { kind: "call", label: name.startsWith("@") ? written : name };
  return written === sign || written === "?" ? { kind: "operator", label: sign } : { kind: "macro", label: written };
}

/** Returns the expression as written, with macros unexpanded. */
export const writtenTree = (checked: CheckedExpr): WrittenNode => new TreeBuilder(checked).build(checked.expr, []);
