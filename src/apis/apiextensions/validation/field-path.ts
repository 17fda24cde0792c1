import { rootPath, type FieldPath } from "../../../apimachinery/field-error.ts";
import type { JSONSchemaProps } from "../../../apiserver/schema/builtin/generated/apiextensions-v1.d.ts";

/** Where a path leads in a schema, or what is wrong with it in upstream's words. */
export type FoundPath = { readonly path: FieldPath; readonly root: string; readonly schema: JSONSchemaProps | undefined } | { readonly problem: string };

/** Steps of a path: dots, brackets and what stands between them; a quoted text is one step. */
function tokens(text: string): readonly string[] {
  const found: string[] = [];
  for (let at = 0; at < text.length; ) {
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
  for (let i = start; i < text.length; i++) if (text[i] === "." || text[i] === "[" || text[i] === "]") return i === start ? i + 1 : i;
  return text.length;
}

const nowhere = { problem: "does not refer to a valid field" } as const;
const ended = { problem: "unexpected end of JSON path" } as const;

const hasProperties = ({ properties }: JSONSchemaProps): boolean => properties !== undefined && Object.keys(properties).length > 0;

/** Follows a path through a schema (cel.ValidFieldPath). */
export function findFieldPath(text: string, schema: JSONSchemaProps, allowsBrackets: boolean): FoundPath {
  let path = rootPath;
  let root = "";
  let current: JSONSchemaProps | undefined = schema;
  const steps = tokens(text)[Symbol.iterator]();
  for (let step = steps.next(); !step.done; step = steps.next()) {
    const name: string | { readonly problem: string } = step.value === "[" ? bracketName(steps, allowsBrackets) : step.value === "." ? (steps.next().value ?? ended) : { problem: `expected [ or . but got: ${step.value}` };
    if (typeof name !== "string") return name;
    const next: JSONSchemaProps | undefined | null = current === undefined ? null : memberSchema(current, name);
    if (next === null || current === undefined) return nowhere;
    path = hasProperties(current) ? path.child(name) : path.key(name);
    root = root === "" ? name : root;
    current = next;
    if (step.value === "[" && steps.next().value !== "]") return ended;
  }
  return { path, root, schema: current };
}

function bracketName(steps: Iterator<string>, allowed: boolean): string | { readonly problem: string } {
  if (!allowed) return { problem: "array notation is not allowed" };
  const token = steps.next().value as string | undefined;
  if (token === undefined) return ended;
  if (token.length < 2 || !token.startsWith("'") || !token.endsWith("'")) return { problem: `expected single quoted string but got ${token}` };
  return token.slice(1, -1).replaceAll("\\'", "'").replaceAll("\\\\", "\\");
}

/** Null where there is no such member; undefined where there may be, but nothing is known of it. */
function memberSchema(schema: JSONSchemaProps, name: string): JSONSchemaProps | undefined | null {
  if (hasProperties(schema)) return schema.properties?.[name] ?? null;
  const { additionalProperties } = schema;
  if (additionalProperties === undefined) return null;
  return typeof additionalProperties === "object" ? additionalProperties : undefined;
}
