import type { StepHeaders } from "./recorded-case.ts";

/** Default headers with a step's own in their place, whatever their case; null takes one away. */
export function mergeHeaders(
  defaults: Readonly<Record<string, string>>,
  own: StepHeaders = {},
): Record<string, string> {
  const merged = new Map<string, readonly [name: string, value: string | null]>();
  for (const [name, value] of [...Object.entries(defaults), ...Object.entries(own)])
    merged.set(name.toLowerCase(), [name, value]);
  return Object.fromEntries([...merged.values()].flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}

/** Headers with a value for a name that has none. */
export function withDefaultHeader(
  headers: Readonly<Record<string, string>>,
  name: string,
  value: string,
): Record<string, string> {
  return mergeHeaders({ [name]: value }, headers);
}
