import { isRecord } from "../../apimachinery/is-record.ts";

/** The value at the steps of a path; undefined where they lead nowhere. */
export const valueOfPath = (value: unknown, path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((at, step) => (isRecord(at) || Array.isArray(at) ? Reflect.get(at, step) : undefined), value);

/** The steps of a path as servers write it in causes: `spec.ports[0].name`, `metadata.labels[a.b/c]`, `.spec.x`. */
export function stepsOf(path: string): readonly (string | number)[] {
  const steps: (string | number)[] = [];
  for (const [, name, bracketed] of path.matchAll(/([^.[\]]+)|\[([^\]]*)\]?/g)) {
    if (bracketed === undefined) steps.push(name ?? "");
    else if (/^\d+$/.test(bracketed)) steps.push(Number(bracketed));
    else steps.push(bracketed.replace(/^"(.*)"$/, "$1"));
  }
  return steps;
}

/**
 * The steps of a path in an object, in which items of lists may be named by their keys, as applies do:
 * `spec.containers[name="app"].image`. An item that is not there is stood for by the first.
 */
export function stepsIn(object: unknown, path: string): readonly (string | number)[] {
  const steps: (string | number)[] = [];
  for (const step of stepsOf(path)) {
    const list = valueOfPath(object, steps);
    const keys = typeof step === "string" && Array.isArray(list) ? keysOf(step) : [];
    const isIt = (item: unknown): boolean =>
      keys.every(([key, value]) => isRecord(item) && JSON.stringify(item[key]) === value);
    steps.push(keys.length === 0 || !Array.isArray(list) ? step : Math.max(0, list.findIndex(isIt)));
  }
  return steps;
}

/** The keys that name an item: `containerPort=80,protocol="TCP"`, with their values as JSON. */
const keysOf = (step: string): readonly (readonly [string, string])[] =>
  [...step.matchAll(/(?<!\w)(\w+)=("(?:[^"\\]|\\.)*"|[^,]+)/g)].map(
    ([, key = "", value = ""]) => [key, value] as const,
  );

/** Writes steps as a path: `spec.ports[0].name`, `metadata.labels[a.b/c]`. */
export const pathText = (steps: readonly (string | number)[]): string =>
  steps.reduce<string>(
    (text, step) =>
      typeof step === "number" || /[./]/.test(step) ? `${text}[${step}]` : text === "" ? step : `${text}.${step}`,
    "",
  );
