import type { CelCompletion, CelCompletionItem } from "../../client/cel.ts";
import type { CheckedExpr } from "../../cel/checker/checked-expr.ts";
import type { FunctionDecl, Overload } from "../../cel/env/declarations.ts";
import { writtenTree } from "../../cel/explain/written-tree.ts";
import { dynType, isAssignableType, unwrapOptional, type Type } from "../../cel/types/type.ts";
import type { DeclType } from "../schema/cel/decl-type.ts";
import { readCursor, type Cursor } from "./cursor.ts";
import { functionDocs } from "./function-docs.ts";
import { labScopeIfAny, type LabScope, type TypedRequest } from "./lab-scope.ts";
import { macroForms } from "./macro-forms.ts";
import { signatureOf, typeWords } from "./signatures.ts";

const documented = (name: string): Pick<CelCompletionItem, "documentation"> => {
  const documentation = functionDocs[name];
  return documentation === undefined ? {} : { documentation };
};

/** Returns the type of an expression within the enclosing macros. */
function typeWithin(scope: LabScope, text: string, bindings: Cursor["bindings"]): Type | undefined {
  const nested = bindings.reduceRight(
    (inner, { target, variables, isOptional }) =>
      `${target}.${isOptional ? "optMap" : variables.length === 2 ? "transformList" : "map"}(${variables.join(", ")}, ${inner})`,
    text,
  );
  const { checked } = scope.env.analyze(nested);
  return checked && innermost(checked, bindings.length);
}

function innermost(checked: CheckedExpr, depth: number): Type | undefined {
  let node = writtenTree(checked);
  for (let i = 0; i < depth; i++) node = node.children.at(-1) ?? node;
  const type = checked.typeOf(node.expr);
  return type.kind === "error" ? undefined : type;
}

/** The declared type of this name, whose way from a variable is in it. */
function declaredNamed(scope: LabScope, name: string): DeclType | undefined {
  for (const root of scope.types) {
    if (root.type.name === name) return root;
    if (!name.startsWith(`${root.type.name}.`)) continue;
    const steps = name.slice(root.type.name.length + 1).split(".");
    return steps.reduce<DeclType | undefined>(
      (at, step) => (step === "@idx" || step === "@elem" ? at?.element : at?.fields?.get(step)),
      root,
    );
  }
  return undefined;
}

function fieldsOf(scope: LabScope, type: Type): readonly CelCompletionItem[] {
  const fields = type.kind === "struct" ? declaredNamed(scope, type.name)?.fields : undefined;
  return [...(fields ?? [])].map(([name, field]) => ({
    label: name,
    kind: "field",
    detail: boundedType(field),
    insert: name,
  }));
}

/** The type with its bound, where one is likely to be meant: `list(string), at most 64`. */
function boundedType({ type, maxElements }: DeclType): string {
  const words = type.kind === "struct" ? "object" : typeWords(type).replaceAll(/selfType0[\w.@]*/g, "object");
  return maxElements > 0 ? `${words}, at most ${maxElements.toLocaleString("en")}` : words;
}

const isHidden = (name: string): boolean =>
  name.startsWith("_") || name.startsWith("@") || name.endsWith("_") || name.includes(".@");

function functionItem(fn: FunctionDecl, overload: Overload, name = fn.name): CelCompletionItem {
  const count = overload.args.length - (overload.member ? 1 : 0);
  return {
    label: name,
    kind: "function",
    detail: signatureOf(fn.name, overload),
    ...documented(fn.name),
    insert: count === 0 ? `${name}()` : `${name}($1)`,
  };
}

const takes = ({ member, args: [target = dynType] }: Overload, type: Type): boolean =>
  member && (type.isDynLike || isAssignableType(target, type));

function methodsOf({ env }: LabScope, type: Type): readonly CelCompletionItem[] {
  return [...env.functions.values()].flatMap((fn) => {
    const overload = isHidden(fn.name) ? undefined : fn.overloads.find((candidate) => takes(candidate, type));
    return overload === undefined ? [] : [functionItem(fn, overload)];
  });
}

function macrosOf(type: Type): readonly CelCompletionItem[] {
  return macroForms
    .filter(({ fits }) => fits(type))
    .map(({ name, form, insert }) => ({ label: name, kind: "macro", detail: form, ...documented(name), insert }));
}

/** Functions whose names begin with what stands before the dot: `strings.quote`. */
function qualified({ env }: LabScope, prefix: string): readonly CelCompletionItem[] {
  return [...env.functions.values()].flatMap((fn) => {
    const [overload] = fn.overloads;
    return overload !== undefined && fn.name.startsWith(`${prefix}.`) && !isHidden(fn.name)
      ? [functionItem(fn, overload, fn.name.slice(prefix.length + 1))]
      : [];
  });
}

function membersOf(scope: LabScope, receiver: string, { bindings }: Cursor): readonly CelCompletionItem[] {
  const named = qualified(scope, receiver);
  const type = named.length > 0 ? undefined : receiver === "" ? dynType : typeWithin(scope, receiver, bindings);
  if (type === undefined) return named;
  const inner = unwrapOptional(type);
  return [...fieldsOf(scope, inner), ...macrosOf(type), ...methodsOf(scope, type)];
}

const keywords: readonly CelCompletionItem[] = ["true", "false", "null"].map((word) => ({
  label: word,
  kind: "keyword",
  detail: "",
  insert: word,
}));
const presence: CelCompletionItem = {
  label: "has",
  kind: "macro",
  detail: "has(a.b) → bool",
  ...documented("has"),
  insert: "has($1)",
};

function localsOf(scope: LabScope, { bindings }: Cursor): readonly CelCompletionItem[] {
  return bindings.flatMap(({ variables }, depth) =>
    variables.map((name): CelCompletionItem => {
      const type = typeWithin(scope, name, bindings.slice(0, depth + 1));
      return { label: name, kind: "variable", detail: type === undefined ? "" : typeWords(type), insert: name };
    }),
  );
}

function globalsOf(scope: LabScope, cursor: Cursor): readonly CelCompletionItem[] {
  const variables = [...scope.env.variables].map(([name, type]): CelCompletionItem => ({
    label: name,
    kind: "variable",
    detail: typeWords(type),
    insert: name,
  }));
  const functions = [...scope.env.functions.values()].flatMap((fn) => {
    const overload = isHidden(fn.name) ? undefined : fn.overloads.find(({ member }) => !member);
    return overload === undefined ? [] : [functionItem(fn, overload)];
  });
  return [...localsOf(scope, cursor), ...variables, presence, ...functions, ...keywords];
}

/** Returns the completions at a position in an incomplete expression. */
export function complete(request: TypedRequest, offset: number): CelCompletion {
  const cursor = readCursor(request.expression.slice(0, offset));
  const scope = cursor && labScopeIfAny(request);
  if (cursor === undefined || scope === undefined) return { start: offset, end: offset, items: [] };
  const { start, end, receiver } = cursor;
  return { start, end, items: receiver === undefined ? globalsOf(scope, cursor) : membersOf(scope, receiver, cursor) };
}
