import type { Definitions } from "./definitions.ts";

/** The `info` object of every document. */
export const info = { title: "Kubernetes", version: "v1.34.0" } as const;

export const securityScheme = {
  type: "apiKey",
  description: "Bearer Token authentication",
  name: "authorization",
  in: "header",
} as const;

/** Joins members with JSON text values into a JSON object. */
export const joinMembers = (texts: Iterable<readonly [name: string, text: string]>): string =>
  [...texts]
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, text]) => `${JSON.stringify(name)}:${text}`)
    .join(",");

/** Returns the texts of the named definitions and of those that they reference. */
export function reachable(names: Iterable<string>, definitions: Definitions): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const open = [...names];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (texts.has(name)) continue;
    const definition = definitions(name);
    if (definition === undefined) throw new Error(`no definition ${name}`);
    texts.set(name, definition.text);
    open.push(...definition.references);
  }
  return texts;
}
