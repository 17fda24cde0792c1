import type { Json } from "./recorded-case.ts";

const reference = /\$\{([^}]+)\}/g;
const wholeReference = /^\$\{([^}]+)\}$/;

/** Returns the value at a path such as `a.b.0`; undefined if there is none. */
export function lookup(value: Json | undefined, path: string): Json | undefined {
  let at: unknown = value;
  for (const part of path.split(".")) {
    if (at === undefined || at === null) return undefined;
    at = Object(at)[part];
  }
  return at as Json | undefined;
}

/**
 * Returns a copy with each `${STEP.path}` replaced by a value from an earlier response. A string that consists of one
 * reference takes the type of the value.
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
