import { pushAll } from "../../../apimachinery/long-lists.ts";
import type { Expr, MapEntry } from "../../ast.ts";
import type { Issue } from "../../issue.ts";
import { operators } from "../../operators.ts";
import { CallBuilder } from "../call-builder.ts";
import { ExprFactory } from "../expr-factory.ts";
import { readLiteral } from "../literals.ts";
import { balance, type Term } from "../logic.ts";
import type { MacroTable } from "../macro.ts";
import { products, relations, reserved, sums } from "../operator-tables.ts";
import { tokens } from "../token.ts";
import { TooDeep } from "../too-deep.ts";
import type { Leaf, Node } from "./syntax-tree.ts";

/** The offset of expressions that stand for a part that could not be matched. */
const nowhere = -1;
const deepest = 250;

/** Builds the expression of a tree with missing parts, as the visitor of cel-go's parser does, for its errors. */
class TreeVisitor {
  readonly #factory = new ExprFactory();
  readonly #calls: CallBuilder;
  #depth = 0;

  constructor(text: string, macros: MacroTable) {
    this.#calls = new CallBuilder(text, macros, this.#factory);
  }

  get issues(): readonly Issue[] {
    return this.#calls.issues;
  }

  visit(node: Node | undefined): Expr {
    if (node === undefined) return this.#factory.unspecified(nowhere);
    switch (node.rule) {
      case "expr":
        return node.leaf("op") === undefined ? this.visit(node.node()) : this.#deeper(() => this.#conditional(node));
      case "or":
        return this.#chain(node, operators.logicalOr, "||");
      case "and":
        return this.#chain(node, operators.logicalAnd, "&&");
      case "relation":
      case "calc":
        return node.node("left") === undefined ? this.visit(node.node()) : this.#deeper(() => this.#binary(node));
      case "unary":
        return this.#unary(node);
      case "member":
        return node.node("left") === undefined ? this.visit(node.node()) : this.#deeper(() => this.#member(node));
      case "primary":
        return this.#primary(node);
      case "literal":
        return this.#literal(node);
      default:
        return this.#factory.unspecified(nowhere);
    }
  }

  #deeper(visit: () => Expr): Expr {
    if (++this.#depth > deepest) throw new TooDeep("max recursion depth exceeded");
    const made = visit();
    this.#depth--;
    return made;
  }

  #conditional(node: Node): Expr {
    const [condition, yes, no] = node.nodes("part");
    const args = [condition, yes, no].map((part) => this.visit(part));
    return this.#factory.call(node.leaf("op")?.offset ?? nowhere, operators.conditional, args);
  }

  #chain(node: Node, name: string, text: string): Expr {
    const [first, ...rest] = node.nodes("part");
    const expr = this.visit(first);
    const terms: Term[] = [];
    for (const [i, { offset }] of node.leaves("op").entries()) {
      if (i >= rest.length) return this.#calls.report(node.start, `unexpected character, wanted '${text}'`);
      terms.push({ offset, expr: this.visit(rest[i]) });
    }
    return terms.length === 0 ? expr : balance(this.#factory, name, expr, terms);
  }

  #binary(node: Node): Expr {
    const op = node.leaf("op");
    // Without its operator, the node is visited as if it had none: its own operand is missing.
    if (op === undefined) return this.#factory.unspecified(nowhere);
    const name = relations[op.kind] ?? products[op.kind] ?? sums[op.kind];
    if (name === undefined) return this.#calls.report(node.start, "operator not found");
    const args = [this.visit(node.node("left")), this.visit(node.node())];
    return this.#factory.call(op.offset, name, args);
  }

  #unary(node: Node): Expr {
    if (node.alternative < 0) return this.#factory.literal(node.start, "<<error>>");
    const signs = node.leaves("op");
    const operand = this.visit(node.node());
    if (signs.length % 2 === 0) return operand;
    const name = node.alternative === 1 ? operators.logicalNot : operators.negate;
    return this.#factory.call(signs[0]?.offset ?? nowhere, name, [operand]);
  }

  #member(node: Node): Expr {
    const operand = this.visit(node.node("left"));
    const op = node.leaf("op");
    switch (node.alternative) {
      case 0:
        return this.#select(node, operand, op);
      case 1: {
        const name = node.leaf("name");
        if (name === undefined) return this.#factory.unspecified(node.start);
        return this.#calls.call(op?.offset ?? nowhere, name.text, this.#args(node), operand);
      }
      default: {
        if (op === undefined) return this.#factory.unspecified(node.start);
        const index = this.visit(node.node());
        const name = node.leaf("optional") === undefined ? operators.index : operators.optIndex;
        return this.#factory.call(op.offset, name, [operand, index]);
      }
    }
  }

  #select(node: Node, operand: Expr, op: Leaf | undefined): Expr {
    const field = node.node();
    if (field === undefined || op === undefined) return this.#factory.unspecified(node.start);
    const problem = nameProblem(field);
    if (problem !== undefined) return this.#calls.report(field.start, problem);
    const name = field.leaf("name")?.text ?? "";
    if (node.leaf("optional") === undefined) return this.#factory.select(op.offset, operand, name);
    return this.#factory.call(op.offset, operators.optSelect, [operand, this.#factory.literal(field.start, name)]);
  }

  #args(node: Node): readonly Expr[] {
    return (node.node("args")?.nodes("part") ?? []).map((arg) => this.visit(arg));
  }

  #primary(node: Node): Expr {
    switch (node.alternative) {
      case 0:
      case 1:
        return this.#named(node);
      case 2:
      case 6:
        return this.visit(node.node());
      case 3:
        return this.#factory.list(
          node.leaf("op")?.offset ?? nowhere,
          (node.node()?.nodes("part") ?? []).map((element) => this.visit(element.node())),
        );
      case 4:
        return this.#factory.map(node.leaf("op")?.offset ?? nowhere, this.#entries(node.node()));
      case 5:
        this.#fields(node.node());
        return this.#factory.struct(node.leaf("op")?.offset ?? nowhere, "", []);
      default:
        return this.#factory.unspecified(nowhere);
    }
  }

  #named(node: Node): Expr {
    const name = node.leaf("name");
    if (name === undefined) return this.#factory.unspecified(node.start);
    if (reserved.has(name.text)) return this.#calls.report(node.start, `reserved identifier: ${name.text}`);
    const full = (node.leaf("leadingDot") === undefined ? "" : ".") + name.text;
    if (node.alternative === 0) return this.#factory.ident(name.offset, full);
    return this.#calls.call(node.leaf("op")?.offset ?? nowhere, full, this.#args(node), undefined);
  }

  /** Visits the entries up to the first one that is incomplete. */
  #entries(list: Node | undefined): readonly MapEntry[] {
    const keys = list?.nodes("name") ?? [];
    const values = list?.nodes("part") ?? [];
    const entries: MapEntry[] = [];
    for (const [i, { offset }] of (list?.leaves("colon") ?? []).entries()) {
      if (i >= keys.length || i >= values.length) return [];
      const [key, value] = [this.visit(keys[i]?.node()), this.visit(values[i])];
      entries.push({ id: this.#factory.nextId(), offset, key, value, optional: false });
    }
    return entries;
  }

  /** Visits the values of the fields up to the first one that is incomplete. */
  #fields(list: Node | undefined): void {
    const values = list?.nodes("part") ?? [];
    const count = Math.min(list?.leaves("colon").length ?? 0, values.length);
    for (const [i, field] of (list?.nodes("name") ?? []).entries()) {
      if (i >= count) return;
      const problem = nameProblem(field.node());
      if (problem === undefined) this.visit(values[i]);
      else this.#calls.report(list?.start ?? nowhere, problem);
    }
  }

  #literal(node: Node): Expr {
    const leaf = node.leaf("name");
    if (leaf === undefined) return this.#factory.unspecified(nowhere);
    const literal = readLiteral(leaf.kind, leaf.text, node.leaf("sign") !== undefined);
    if (literal === undefined) return this.#factory.unspecified(nowhere);
    return "problem" in literal
      ? this.#calls.report(node.start, literal.problem)
      : this.#factory.literal(node.start, literal.value);
  }
}

/** Returns why a field name cannot be used. */
function nameProblem(name: Node | undefined): string | undefined {
  const leaf = name?.leaf("name");
  if (name === undefined || name.alternative < 0 || leaf === undefined) return "unsupported ident kind";
  return leaf.kind === tokens.escapedIdentifier ? "unsupported syntax: '`'" : undefined;
}

/** Appends the errors that building an expression of the tree finds. Throws TooDeep. */
export function findFurtherIssues(text: string, tree: Node, macros: MacroTable, issues: Issue[]): void {
  const visitor = new TreeVisitor(text, macros);
  try {
    visitor.visit(tree.node());
  } finally {
    pushAll(issues, visitor.issues);
  }
}
