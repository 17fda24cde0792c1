import { daysFromCivil, daysInMonth } from "../../../apimachinery/civil-time.ts";
import { quoteTimeText } from "../../../apimachinery/time-parse.ts";
import { Timestamp } from "../../../cel/values/timestamp.ts";

/** One part of a layout: a literal character or a number. */
type Part =
  | { readonly chunk: string; readonly digits: 0 }
  | {
      readonly chunk: string;
      readonly digits: 1 | 2 | 4;
      readonly range?: readonly [low: number, high: number, name: string];
    };

/** A layout of Go's time package without a time zone. */
export interface CivilLayout {
  readonly text: string;
  readonly parts: readonly Part[];
  readonly hasFraction: boolean;
}

const literal = (chunk: string): Part => ({ chunk, digits: 0 });

const dateParts: readonly Part[] = [
  { chunk: "2006", digits: 4 },
  literal("-"),
  { chunk: "01", digits: 2, range: [1, 12, "month"] },
  literal("-"),
  { chunk: "02", digits: 2 },
];

export const dateLayout: CivilLayout = { text: "2006-01-02", parts: dateParts, hasFraction: false };

export const localTimeLayout: CivilLayout = {
  text: "2006-01-02T15:04:05",
  parts: [
    ...dateParts,
    literal("T"),
    { chunk: "15", digits: 1, range: [0, 23, "hour"] },
    literal(":"),
    { chunk: "04", digits: 2, range: [0, 59, "minute"] },
    literal(":"),
    { chunk: "05", digits: 2, range: [0, 59, "second"] },
  ],
  hasFraction: true,
};

/** Parses a time without a zone, as UTC. Returns the error message of Go's time.Parse for invalid text. */
export function parseCivil(text: string, layout: CivilLayout): Timestamp | string {
  const problem = (what: string): string => `parsing time ${quoteTimeText(text)}${what}`;
  const numbers: number[] = [];
  let rest = text;
  for (const part of layout.parts) {
    const length = lengthOf(part, rest);
    if (length === 0)
      return problem(
        ` as ${quoteTimeText(layout.text)}: cannot parse ${quoteTimeText(rest)} as ${quoteTimeText(part.chunk)}`,
      );
    if (part.digits > 0) numbers.push(Number(rest.slice(0, length)));
    const outside =
      part.digits > 0 && "range" in part && part.range !== undefined && isOutside(numbers.at(-1) ?? 0, part.range)
        ? part.range[2]
        : undefined;
    if (outside !== undefined) return problem(`: ${outside} out of range`);
    rest = rest.slice(length);
  }
  const fraction = layout.hasFraction ? (/^[.,]\d+/.exec(rest)?.[0] ?? "") : "";
  rest = rest.slice(fraction.length);
  if (rest !== "") return problem(`: extra text: ${quoteTimeText(rest)}`);
  return momentOf(numbers, fraction) ?? problem(": day out of range");
}

/** Returns the number of characters that a part matches, or 0 if it does not match. */
function lengthOf({ chunk, digits }: Part, rest: string): number {
  if (digits === 0) return rest.startsWith(chunk) ? 1 : 0;
  if (digits === 1) return /^\d{1,2}/.exec(rest)?.[0].length ?? 0;
  return rest.length >= digits && /^\d+$/.test(rest.slice(0, digits)) ? digits : 0;
}

const isOutside = (value: number, [low, high]: readonly [number, number, string]): boolean =>
  value < low || value > high;

function momentOf(
  [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0]: readonly number[],
  fraction: string,
): Timestamp | undefined {
  if (day < 1 || day > daysInMonth(year, month)) return undefined;
  return new Timestamp(
    daysFromCivil(year, month, day) * 86400 + hour * 3600 + minute * 60 + second,
    Number(fraction.slice(1, 10).padEnd(9, "0")),
  );
}
