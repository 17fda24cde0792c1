/**
 * Splits a field path as printed by the server into steps:
 * `spec.versions[0].schema.openAPIV3Schema.properties[spec].type`.
 */
export function stepsOfField(field: string): readonly string[] {
  const steps: string[] = [];
  for (let at = 0; at < field.length;) {
    const sign = field[at];
    const end = sign === "[" ? closingOf(field, at) : endOfName(field, at + (sign === "." ? 1 : 0));
    steps.push(field.slice(sign === "[" || sign === "." ? at + 1 : at, end));
    at = sign === "[" ? end + 1 : end;
  }
  return steps.filter((step) => step !== "");
}

/** Returns the index of a key's closing bracket: the one before the next step, as a key may contain brackets. */
function closingOf(field: string, start: number): number {
  for (let at = field.indexOf("]", start); at >= 0; at = field.indexOf("]", at + 1)) {
    const next = field[at + 1];
    if (next === undefined || next === "." || next === "[") return at;
  }
  return field.length;
}

function endOfName(field: string, start: number): number {
  let at = start;
  while (at < field.length && field[at] !== "." && field[at] !== "[") at += 1;
  return at;
}

/** Writes steps as a field path that is split into the same steps. */
export const fieldOfSteps = (steps: readonly (string | number)[]): string =>
  steps.reduce<string>((field, step) => {
    if (typeof step === "number" || /^\d+$|[.[]/.test(step)) return `${field}[${step}]`;
    return field === "" ? step : `${field}.${step}`;
  }, "");
