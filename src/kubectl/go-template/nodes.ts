import { quoteGo } from "../../apimachinery/go-strings.ts";
import type { GoValue } from "./values.ts";

/** A part of a command: a value, a name, or a pipeline in parentheses. */
export type Operand =
  | { readonly kind: "dot" | "nil"; readonly at: number }
  | { readonly kind: "field" | "variable"; readonly at: number; readonly names: readonly string[] }
  | { readonly kind: "chain"; readonly at: number; readonly operand: Operand; readonly names: readonly string[] }
  | { readonly kind: "identifier"; readonly at: number; readonly name: string }
  | { readonly kind: "constant"; readonly at: number; readonly text: string; readonly value: GoValue }
  | Pipe;

/** Operands that follow each other: a function with its arguments, or one value. */
export interface Command {
  readonly kind: "command";
  readonly at: number;
  readonly args: readonly Operand[];
}

/** Commands whose values go from each to the next, and the variables that take the last one. */
export interface Pipe {
  readonly kind: "pipe";
  readonly at: number;
  readonly declared: readonly string[];
  readonly assigns: boolean;
  readonly commands: readonly Command[];
}

/** A statement of a template. */
export type Node =
  | { readonly kind: "text"; readonly at: number; readonly text: string }
  | { readonly kind: "action"; readonly at: number; readonly pipe: Pipe }
  | {
      readonly kind: "if" | "range" | "with";
      readonly at: number;
      readonly pipe: Pipe;
      readonly body: readonly Node[];
      readonly otherwise: readonly Node[] | undefined;
    }
  | { readonly kind: "template"; readonly at: number; readonly name: string; readonly pipe: Pipe | undefined }
  | { readonly kind: "break" | "continue"; readonly at: number };

/** What an error can be at. */
export type ErrorNode = Node | Pipe | Command | Operand;

/** A node as errors write it (parse.Node.String). */
export function nodeText(node: ErrorNode): string {
  switch (node.kind) {
    case "dot":
      return ".";
    case "field":
      return node.names.map((name) => `.${name}`).join("");
    case "variable":
      return node.names.join(".");
    case "chain": {
      const operand = nodeText(node.operand);
      const first = node.operand.kind === "pipe" ? `(${operand})` : operand;
      return first + node.names.map((name) => `.${name}`).join("");
    }
    case "identifier":
      return node.name;
    case "constant":
      return node.text;
    case "command":
      return node.args.map((arg) => (arg.kind === "pipe" ? `(${nodeText(arg)})` : nodeText(arg))).join(" ");
    case "pipe": {
      const declared = node.declared.length === 0 ? "" : `${node.declared.join(", ")} ${node.assigns ? "=" : ":="} `;
      return declared + node.commands.map(nodeText).join(" | ");
    }
    case "text":
      return node.text;
    case "action":
      return `{{${nodeText(node.pipe)}}}`;
    case "template": {
      const pipe = node.pipe === undefined ? "" : ` ${nodeText(node.pipe)}`;
      return `{{template ${quoteGo(node.name)}${pipe}}}`;
    }
    case "if":
    case "range":
    case "with": {
      const otherwise = node.otherwise === undefined ? "" : `{{else}}${node.otherwise.map(nodeText).join("")}`;
      return `{{${node.kind} ${nodeText(node.pipe)}}}${node.body.map(nodeText).join("")}${otherwise}{{end}}`;
    }
    case "nil":
      return "nil";
    case "break":
    case "continue":
      return `{{${node.kind}}}`;
  }
}
