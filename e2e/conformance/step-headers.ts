import type { StepHeaders } from "./recorded-case.ts";

/** Merges a step's headers into the default headers, ignoring case; null removes a header. */
export function mergeHeaders(
  defaults: Readonly<Record<string, string>>,
  own: StepHeaders = {},
): Record<string, string> {
  const merged = new Map<string, readonly [name: string, value: string | null]>();
  for (const [name, value] of [...Object.entries(defaults), ...Object.entries(own)])
    merged.set(name.toLowerCase(), [name, value]);
  return Object.fromEntries([...merged.values()].flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}

/** Adds a header if it is not set. */
export function withDefaultHeader(
  headers: Readonly<Record<string, string>>,
  name: string,
  value: string,
): Record<string, string> {
  return mergeHeaders({ [name]: value }, headers);
}
