import type { Status } from "../../../apimachinery/meta.ts";

/** Something wrong at a place of a text. */
export interface Problem {
  readonly tone: "error" | "warning";
  /** As the server names it; "" for the whole. */
  readonly field: string;
  readonly message: string;
  /** Counted from 0. */
  readonly line: number;
  readonly steps: readonly string[];
}

/** A problem whose line is not known yet. */
export type Finding = Pick<Problem, "tone" | "field" | "message">;

/** What a refusal finds, each thing by itself. */
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

/** What warnings of an answer find. */
export const findingsOfWarnings = (warnings: readonly string[]): readonly Finding[] =>
  warnings.map((message) => ({ tone: "warning", field: fieldIn(message), message }));

/** The field that a message names: `unknown field "spec.foo"`, `spec.foo: must be`. */
function fieldIn(message: string): string {
  return (
    /(?:unknown|duplicate) field "([^"]+)"/.exec(message)?.[1] ??
    /^((?:spec|metadata|status)(?:\.[\w$-]+|\[[^\]]*\])+): /.exec(message)?.[1] ??
    ""
  );
}

const plainWords: readonly (readonly [beginning: string, words: string])[] = [
  ["Required value", "Something must stand here that does not."],
  ["Unsupported value", "Only some values are allowed here."],
  ["Duplicate value", "It stands here twice."],
  ["Forbidden", "This may not stand here, or not with what stands beside it."],
  ["Too long", "It is too long."],
  ["Too many", "There are too many."],
  ["Not found", "It speaks of something that is not there."],
  ["unknown field", "The server does not know this field and would drop it."],
  ["Invalid value", "The value is not what may stand here."],
];

/** A message's beginning in plain words; "" where there are none. */
export const inPlainWords = (message: string): string =>
  plainWords.find(([beginning]) => message.startsWith(beginning))?.[1] ?? "";
