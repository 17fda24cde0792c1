import type { KubeObject } from "../../../apimachinery/meta.ts";

/** The value at a dotted path of plain member names (`spec.replicas`, with or without a leading dot). */
export function readPath(object: object, path: string): unknown {
  let value: unknown = object;
  for (const name of splitPath(path))
    value =
      typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
  return value;
}

/** A copy with another value at the path. */
export const writePath = (object: KubeObject, path: string, value: unknown): KubeObject => ({
  ...object,
  ...write(object, splitPath(path), value),
});

function write(node: unknown, [name, ...rest]: readonly string[], value: unknown): Readonly<Record<string, unknown>> {
  const members = typeof node === "object" && node !== null ? (node as Readonly<Record<string, unknown>>) : {};
  if (name === undefined) return members;
  return { ...members, [name]: rest.length === 0 ? value : write(members[name], rest, value) };
}

/** The names of a dotted path. */
export const splitPath = (path: string): readonly string[] => (path.startsWith(".") ? path.slice(1) : path).split(".");
