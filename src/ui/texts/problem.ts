import type { Status } from "../../apimachinery/meta.ts";

/** A problem at a position in the text. */
export interface Problem {
  readonly tone: "error" | "warning";
  /** The field path as reported by the server; "" for the root. */
  readonly field: string;
  readonly message: string;
  /** The line, counted from 0. */
  readonly line: number;
  readonly steps: readonly string[];
}

/** A problem without a resolved line. */
export type Finding = Pick<Problem, "tone" | "field" | "message">;

/** Returns the causes of an error Status as separate findings. */
export function findingsOf(status: Status): readonly Finding[] {
  const causes = status.details?.causes ?? [];
  if (causes.length === 0)
    return [
      {
        tone: "error",
        field: fieldIn(status.message ?? ""),
        message: status.message ?? `the server answered ${status.code ?? "with an error"}`,
      },
    ];
  return causes.map(({ field = "", message = "" }) => ({
    tone: "error",
    field: field === "<nil>" ? "" : field,
    message,
  }));
}

/** Returns the warnings of a response as findings. */
export const findingsOfWarnings = (warnings: readonly string[]): readonly Finding[] =>
  warnings.map((message) => ({ tone: "warning", field: fieldIn(message), message }));

/** Extracts the field from a message: `unknown field "spec.foo"`, `spec.foo: must be`. */
function fieldIn(message: string): string {
  return (
    /(?:unknown|duplicate) field "([^"]+)"/.exec(message)?.[1] ??
    /^((?:spec|metadata|status)(?:\.[\w$-]+|\[[^\]]*\])+): /.exec(message)?.[1] ??
    ""
  );
}
