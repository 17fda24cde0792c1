import { rootPath, type FieldPath } from "../../../apimachinery/field-error.ts";
import { goEscapes } from "../../../apimachinery/go-strings.ts";
import type { Schema } from "../schema.ts";
import { isUnspecified } from "../structural/new-structural.ts";

/** The schema at a path, or the error message of upstream for an invalid path. */
export type FoundPath<S> =
  | { readonly path: FieldPath; readonly root: string; readonly schema: S | undefined }
  | { readonly problem: string };

/** How to descend from one schema to the next along a path. */
export interface PathSteps<S> {
  hasProperties(schema: S): boolean;
  property(schema: S, name: string): S | undefined;
  /** The schema of additional properties; null where none are allowed, undefined where no schema describes them. */
  additional(schema: S): S | undefined | null;
}

/** Splits a path at dots and brackets. A quoted string is one token. */
function tokens(text: string): readonly string[] {
  const found: string[] = [];
  for (let at = 0; at < text.length;) {
    const end = tokenEnd(text, at);
    found.push(text.slice(at, end));
    at = end;
  }
  return found;
}

function tokenEnd(text: string, start: number): number {
  if (text[start] === "'") {
    for (let i = start + 1; i < text.length; i++) if (text[i] === "'" && text[i - 1] !== "\\") return i + 1;
    return text.length;
  }
  for (let i = start; i < text.length; i++)
    if (text[i] === "." || text[i] === "[" || text[i] === "]") return i === start ? i + 1 : i;
  return text.length;
}

interface Problem {
  readonly problem: string;
}

const nowhere: Problem = { problem: "does not refer to a valid field" };
const ended: Problem = { problem: "unexpected end of JSON path" };

const escapes: Readonly<Record<string, string>> = { ...goEscapes, "'": "'", "\\": "\\" };

function unescapeQuoted(text: string): string | Problem {
  let wrong: string | undefined;
  const plain = text.replace(/\\./g, (escape) => {
    const meant = escapes[escape.charAt(1)];
    if (meant === undefined) wrong = escape;
    return meant ?? "";
  });
  return wrong === undefined ? plain : { problem: `invalid string literal: invalid escape char ${wrong}` };
}

/** Resolves a field path in a schema (cel.ValidFieldPath). */
export function findFieldPath<S>(text: string, schema: S, steps: PathSteps<S>, allowsBrackets = true): FoundPath<S> {
  let path = rootPath;
  let root = "";
  let current: S | undefined = schema;
  const iterator = tokens(text)[Symbol.iterator]();
  for (let step = iterator.next(); !step.done; step = iterator.next()) {
    const name = nameAfter(step.value, iterator, allowsBrackets);
    if (typeof name !== "string") return name;
    if (current === undefined) return nowhere;
    const next: S | undefined | null = memberOf(current, name, steps);
    if (next === null) return nowhere;
    path = steps.hasProperties(current) ? path.child(name) : path.key(name);
    root = root === "" ? name : root;
    current = next;
    const closing = step.value === "[" ? closingProblem(iterator) : undefined;
    if (closing !== undefined) return closing;
  }
  return { path, root, schema: current };
}

function nameAfter(step: string, rest: Iterator<string>, allowsBrackets: boolean): string | Problem {
  if (step === ".") return nextToken(rest) ?? ended;
  return step === "[" ? bracketName(rest, allowsBrackets) : { problem: `expected [ or . but got: ${step}` };
}

function nextToken(tokensLeft: Iterator<string>): string | undefined {
  const step = tokensLeft.next();
  return step.done === true ? undefined : step.value;
}

function bracketName(rest: Iterator<string>, allowed: boolean): string | Problem {
  if (!allowed) return { problem: "array notation is not allowed" };
  const token = nextToken(rest);
  if (token === undefined) return ended;
  if (token.length < 2 || !token.startsWith("'") || !token.endsWith("'"))
    return { problem: `expected single quoted string but got ${token}` };
  return unescapeQuoted(token.slice(1, -1));
}

function closingProblem(rest: Iterator<string>): Problem | undefined {
  const token = nextToken(rest);
  if (token === undefined) return ended;
  return token === "]" ? undefined : { problem: `expected ] but got ${token}` };
}

function memberOf<S>(schema: S, name: string, steps: PathSteps<S>): S | undefined | null {
  return steps.hasProperties(schema) ? (steps.property(schema, name) ?? null) : steps.additional(schema);
}

/** Path resolution for the schemas of this package. */
export const schemaSteps: PathSteps<Schema> = {
  hasProperties: (schema) => schema.kind === "object" && schema.fields.length > 0,
  property: (schema, name) => (schema.kind === "object" ? schema.field(name)?.schema : undefined),
  additional: (schema) => {
    const slot =
      schema.kind === "map" ? schema.values : schema.kind === "object" ? schema.additionalProperties : undefined;
    if (slot === undefined) return null;
    return isUnspecified(slot.schema) ? undefined : slot.schema;
  },
};
