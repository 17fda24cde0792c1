import type { Json } from "./recorded-case.ts";

const reference = /\$\{([^}]+)\}/g;
const wholeReference = /^\$\{([^}]+)\}$/;

/** What is at `a.b.0` in a value; undefined where the path leads nowhere. */
export function lookup(value: Json | undefined, path: string): Json | undefined {
  let at: unknown = value;
  for (const part of path.split(".")) {
    if (at === undefined || at === null) return undefined;
    at = Object(at)[part];
  }
  return at as Json | undefined;
}

/**
 * A copy in which `${STEP.path}` is what an earlier step answered. A string that is one reference takes over the
 * value's type.
 */
export function substitute<T>(value: T, answers: { readonly [step: string]: Json }): T {
  return replaceAll(value, answers) as T;
}

function replaceAll(value: unknown, answers: { readonly [step: string]: Json }): unknown {
  if (Array.isArray(value)) return value.map((item) => replaceAll(item, answers));
  if (value !== null && typeof value === "object") {
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [replaceText(key, answers), replaceAll(member, answers)]),
    );
  }
  if (typeof value !== "string") return value;
  const path = wholeReference.exec(value)?.[1];
  if (path === undefined) return replaceText(value, answers);
  const found = lookup(answers, path);
  return found === undefined ? value : found;
}

const replaceText = (text: string, answers: { readonly [step: string]: Json }): string =>
  text.replace(reference, (whole, path: string) => {
    const found = lookup(answers, path);
    return found === undefined ? whole : String(found);
  });
