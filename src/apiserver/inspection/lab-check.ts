import type { CelCheck, CelIssue, CelReference } from "../../client/cel.ts";
import { childrenOf, type Expr } from "../../cel/ast.ts";
import type { CheckedExpr } from "../../cel/checker/checked-expr.ts";
import { perCallLimit } from "../../cel/env/kubernetes.ts";
import type { CelNode } from "../../component-base/cel-node.ts";
import { explainNodes } from "../../cel/explain/explain.ts";
import { SourceSpans } from "../../cel/explain/source-spans.ts";
import { writtenTree, type WrittenNode } from "../../cel/explain/written-tree.ts";
import { ProgramError } from "../../cel/interpreter/planned.ts";
import { sortIssues, type Issue } from "../../cel/issue.ts";
import { Program } from "../../cel/program.ts";
import { labScope, totalCost, type LabScope, type TypedRequest } from "./lab-scope.ts";
import { ScopeError } from "./scope-error.ts";

/** An expression that compiles, in its scope. */
export interface CompiledLab {
  readonly scope: LabScope;
  readonly program: Program;
}

/** What is known of a request: the program, or why there is none. */
export interface Examined {
  readonly compiled?: CompiledLab;
  readonly issues: readonly CelIssue[];
}

const everywhere = (message: string, { length }: string): CelIssue => ({ message, start: 0, end: length });

/** The stretch to underline: what stands at the place, a single character where nothing does. */
const placeOf = (text: string, spans: SourceSpans, { offset, message }: Issue): CelIssue =>
  offset === undefined ? everywhere(message, text) : { message, ...spans.wordAt(offset) };

function placed(text: string, issues: readonly Issue[]): readonly CelIssue[] {
  const spans = new SourceSpans(text);
  return sortIssues(issues).map((issue) => placeOf(text, spans, issue));
}

const wordsFor = {
  bool: "the expression must evaluate to a bool",
  string: "the expression must evaluate to a string",
} as const;

function compileIn(scope: LabScope, { expression, expects }: TypedRequest): Examined {
  const { checked, issues } = scope.env.analyze(expression);
  if (checked === undefined || issues.length > 0) return { issues: placed(expression, issues) };
  const { outputType } = checked;
  if (expects !== undefined && outputType.kind !== expects)
    return { issues: [everywhere(`${wordsFor[expects]}, this one is a ${String(outputType)}`, expression)] };
  return { issues: [], compiled: { scope, program: new Program(checked, scope.env, { costLimit: perCallLimit }) } };
}

/** Compiles a request. What is wrong with it, or with its scope, is told as issues. */
export function examine(request: TypedRequest): Examined {
  if (request.expression.trim() === "") return { issues: [] };
  try {
    return compileIn(labScope(request), request);
  } catch (error) {
    if (error instanceof ScopeError || error instanceof ProgramError)
      return { issues: [everywhere(error.message, request.expression)] };
    throw error;
  }
}

function referenceOf(checked: CheckedExpr, { expr, kind, name }: WrittenNode): readonly CelReference[] {
  const reference = checked.referenceOf(expr);
  if (reference?.kind === "function")
    return kind === "operator"
      ? []
      : [{ ...name, kind: kind === "macro" ? "macro" : "function", name: reference.function.name }];
  if (reference?.kind !== "ident")
    return kind === "macro"
      ? [{ ...name, kind, name: expr.kind === "select" ? "has" : checked.text.slice(name.start, name.end) }]
      : [];
  return [{ ...name, kind: checked.typeOf(expr).kind === "type" ? "type" : "variable", name: reference.name }];
}

function referencesOf(checked: CheckedExpr): readonly CelReference[] {
  const found: CelReference[] = [];
  const visit = (node: WrittenNode): void => {
    found.push(...referenceOf(checked, node));
    node.children.forEach(visit);
  };
  visit(writtenTree(checked));
  return found;
}

const reads = (expr: Expr, name: string): boolean =>
  (expr.kind === "ident" && expr.name === name) || childrenOf(expr).some((child) => reads(child, name));

/** What an expression is before it runs; `root` may already tell what it did. */
export function describeCompiled(
  { scope, program: { checked } }: CompiledLab,
  root: CelNode = explainNodes(checked, scope.sizes),
): CelCheck {
  return {
    issues: [],
    type: String(checked.outputType),
    references: referencesOf(checked),
    root,
    cardinality: scope.cardinality,
    ...(scope.estimateLimit !== undefined && {
      estimatedCost: totalCost(root.estimate.max, scope),
      estimateLimit: scope.estimateLimit,
    }),
    usesOldSelf: reads(checked.expr, "oldSelf"),
  };
}

/** The answer where nothing compiles. */
export const describeIssues = (issues: readonly CelIssue[]): CelCheck => ({
  issues,
  references: [],
  cardinality: 1,
  usesOldSelf: false,
});
