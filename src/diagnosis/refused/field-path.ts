import { isRecord } from "../../apimachinery/is-record.ts";

/** The value at the steps of a path; undefined where they lead nowhere. */
export const valueOfPath = (value: unknown, path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((at, step) => (isRecord(at) || Array.isArray(at) ? Reflect.get(at, step) : undefined), value);

/** The steps of a path as servers write it in causes: `spec.ports[0].name`, `metadata.labels[a.b/c]`, `.spec.x`. */
export function stepsOf(path: string): readonly (string | number)[] {
  const steps: (string | number)[] = [];
  for (const [, name, bracketed] of path.matchAll(/([^.[\]]+)|\[([^\]]*)\]/g)) {
    if (bracketed === undefined) steps.push(name ?? "");
    else if (/^\d+$/.test(bracketed)) steps.push(Number(bracketed));
    else steps.push(bracketed.replace(/^"(.*)"$/, "$1"));
  }
  return steps;
}

/** Writes steps as a path: `spec.ports[0].name`. */
export const pathText = (steps: readonly (string | number)[]): string =>
  steps.reduce<string>(
    (text, step) => (typeof step === "number" ? `${text}[${step}]` : text === "" ? step : `${text}.${step}`),
    "",
  );
