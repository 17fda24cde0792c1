import type { BodyEdit } from "../diagnosis.ts";

/** The schema of Gates, with rules of their spec and more of their hosts. */
export const gateSchema = (rules: object, hosts: object = {}): object => ({
  type: "object",
  properties: {
    spec: {
      type: "object",
      properties: {
        mode: { type: "string", enum: ["Open", "Closed"] },
        hosts: { type: "array", items: { type: "string", maxLength: 20 }, ...hosts },
        ports: { type: "array", maxItems: 5, items: { type: "integer" } },
        weight: { type: "integer", minimum: 1, maximum: 10 },
      },
      ...rules,
    },
  },
});

/** The body with an edit: a field that is set, renamed, or left out. */
export function edited(body: unknown, { path, value, name }: BodyEdit): unknown {
  const copy: unknown = structuredClone(body);
  let at: unknown = copy;
  for (const step of path.slice(0, -1)) at = Reflect.get(at as object, step);
  const last = path.at(-1) ?? "";
  const [object, before] = [at as Record<string | number, unknown>, Reflect.get(at as object, last) as unknown];
  if (value === undefined) delete object[last];
  else object[last] = value;
  if (name !== undefined) object[name] = before;
  return copy;
}
