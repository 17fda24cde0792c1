import { Double } from "../../apimachinery/json/value.ts";
import { formatGoFloat, quoteGo } from "../../apimachinery/go-strings.ts";
import type { CallExpr, ComprehensionExpr, Expr } from "../ast.ts";
import { formatType } from "../types/format.ts";
import { quoteBytes } from "../values/print.ts";
import { Uint } from "../values/uint.ts";
import type { Value } from "../values/value.ts";
import type { CheckedExpr } from "./checked-expr.ts";

function printLiteral(value: Value): string {
  if (typeof value === "string") return quoteGo(value);
  if (value instanceof Uint8Array) return `b${quoteBytes(value)}`;
  if (value instanceof Double) return formatGoFloat(value.value);
  return value instanceof Uint ? `${value}u` : String(value);
}

const adorned: ReadonlySet<Expr["kind"]> = new Set(["ident", "call", "list", "struct", "select"]);

/** Prints a checked expression with the type and the overloads of every node, as cel-go's checker does. */
class Printer {
  readonly #checked: CheckedExpr;
  constructor(checked: CheckedExpr) {
    this.#checked = checked;
  }

  print(expr: Expr, indent: string): string {
    const reference = this.#checked.identOf(expr);
    const shown = reference !== undefined && expr.kind === "select" ? reference.name : this.#body(expr, indent);
    return this.#checked.hasType(expr)
      ? `${shown}~${formatType(this.#checked.typeOf(expr))}${this.#reference(expr)}`
      : shown;
  }

  #reference(expr: Expr): string {
    const reference = this.#checked.referenceOf(expr);
    if (reference === undefined || !adorned.has(expr.kind)) return "";
    if (reference.kind === "ident") return `^${reference.name}`;
    return `^${reference.overloads
      .map(({ id }) => id)
      .sort()
      .join("|")}`;
  }

  #body(expr: Expr, indent: string): string {
    switch (expr.kind) {
      case "literal":
        return printLiteral(expr.value);
      case "ident":
        return this.#checked.identOf(expr)?.name ?? expr.name;
      case "select":
        return `${this.print(expr.operand, indent)}.${expr.field}${expr.testOnly ? "~test-only~" : ""}`;
      case "call":
        return this.#call(expr, indent);
      case "list":
        return `[${this.#block(
          expr.elements.map((element) => (inner) => this.print(element, inner)),
          indent,
        )}]`;
      case "map":
        return `{${this.#block(
          expr.entries.map(
            ({ key, value, optional }) =>
              (inner) =>
                `${optional ? "?" : ""}${this.print(key, inner)}:${this.print(value, inner)}`,
          ),
          indent,
        )}}`;
      case "struct":
        return `${expr.typeName}{${this.#block(
          expr.fields.map(
            ({ name, value, optional }) =>
              (inner) =>
                `${optional ? "?" : ""}${name}:${this.print(value, inner)}`,
          ),
          indent,
        )}}`;
      case "comprehension":
        return this.#comprehension(expr, indent);
      case "unspecified":
        return "";
    }
  }

  #block(lines: readonly ((indent: string) => string)[], indent: string): string {
    if (lines.length === 0) return "";
    const inner = `${indent}  `;
    return `\n${lines.map((line) => inner + line(inner)).join(",\n")}\n${indent}`;
  }

  #call(expr: CallExpr, indent: string): string {
    const reference = this.#checked.functionOf(expr);
    const args = this.#block(
      expr.args.map((arg) => (inner) => this.print(arg, inner)),
      indent,
    );
    if (expr.target === undefined || reference?.isQualified)
      return `${reference?.function.name ?? expr.function}(${args})`;
    return `${this.print(expr.target, indent)}.${expr.function}(${args})`;
  }

  #comprehension(expr: ComprehensionExpr, indent: string): string {
    const inner = `${indent}  `;
    const node = (part: Expr): string => this.print(part, inner);
    const variables = expr.iterVar2 === undefined ? [expr.iterVar] : [expr.iterVar, expr.iterVar2];
    const lines = [
      "// Variable",
      ...variables.map((name) => `${name},`),
      "// Target",
      `${node(expr.iterRange)},`,
      "// Accumulator",
      `${expr.accuVar},`,
      "// Init",
      `${node(expr.accuInit)},`,
      "// LoopCondition",
      `${node(expr.loopCondition)},`,
      "// LoopStep",
      `${node(expr.loopStep)},`,
      "// Result",
      `${node(expr.result)})`,
    ];
    return `__comprehension__(\n${lines.map((line) => inner + line).join("\n")}`;
  }
}

export const printChecked = (checked: CheckedExpr): string => new Printer(checked).print(checked.expr, "");
