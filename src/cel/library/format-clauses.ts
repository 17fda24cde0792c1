import { ParseError } from "../../apimachinery/parse-error.ts";
import { atoi, NumberParseError } from "../../apimachinery/strconv.ts";

const verbs = ["s", "d", "f", "e", "b", "x", "X", "o"] as const;
type Verb = (typeof verbs)[number];

/** A formatting clause: what follows a `%`. */
export interface Clause {
  readonly verb: Verb;
  readonly precision: number | undefined;
}

/** Thrown for an invalid format string or arguments that do not match it. */
export class FormatError extends ParseError {
  constructor(message: string) {
    super(message);
    this.name = "FormatError";
  }
}

const given =
  (message: string) =>
  (type: string): FormatError =>
    new FormatError(`${message}, was given ${type}`);

/** Errors for arguments of a type that the clause does not accept. */
export const clauseProblems = {
  binary: given("only integers and bools can be formatted as binary"),
  decimal: given("decimal clause can only be used on integers"),
  fixed: given("fixed-point clause can only be used on doubles"),
  hex: given("only integers, byte buffers, and strings can be formatted as hex"),
  octal: given("octal clause can only be used on integers"),
  scientific: given("scientific clause can only be used on doubles"),
  string: given(
    "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps",
  ),
};

const mostPrecision = 10_000;
const clauseProblem = (message: string): FormatError =>
  new FormatError(`could not parse formatting clause: ${message}`);
const isVerb = (char: string): char is Verb => verbs.some((verb) => verb === char);

function readPrecision(digits: string): number {
  try {
    return Math.min(Number(atoi(digits)), mostPrecision);
  } catch (error) {
    if (error instanceof NumberParseError)
      throw clauseProblem(
        `error while parsing precision: error while converting precision to integer: ${error.message}`,
      );
    throw error;
  }
}

/** Parses the clause after a `%` at `at` and returns it with its end. */
function readClause(format: string, at: number): readonly [clause: Clause, end: number] {
  let end = at;
  let precision: number | undefined;
  if (format.charAt(end) === ".") {
    const digits = /^\d*/.exec(format.slice(end + 1))?.[0] ?? "";
    end += 1 + digits.length;
    if (end >= format.length)
      throw clauseProblem("error while parsing precision: could not find end of precision specifier");
    precision = readPrecision(digits);
  }
  const verb = format.charAt(end);
  if (!isVerb(verb)) throw clauseProblem(`unrecognized formatting clause "${firstByte(format, end)}"`);
  return [{ verb, precision }, end + 1];
}

/** Returns the first byte of a character as a character, since Go processes the format byte by byte. */
function firstByte(format: string, at: number): string {
  const rune = String.fromCodePoint(format.codePointAt(at) ?? 0);
  const [byte = 0] = new TextEncoder().encode(rune);
  return String.fromCharCode(byte);
}

function duringFormatting(print: () => string): string {
  try {
    return print();
  } catch (error) {
    if (error instanceof FormatError)
      throw Object.assign(error, { message: `error during formatting: ${error.message}` });
    throw error;
  }
}

/** Formats the argument at an index according to a clause. */
type PrintClause = (clause: Clause, index: number) => string;

/**
 * Parses a format string and formats each clause. `isStatic` means that only the types of the arguments are
 * known. Throws FormatError.
 */
export function readFormat(format: string, argCount: number, print: PrintClause, isStatic = false): string {
  let text = "";
  let index = 0;
  for (let i = 0; i < format.length;) {
    const percent = format.indexOf("%", i);
    if (percent < 0) return text + format.slice(i);
    text += format.slice(i, percent);
    i = percent + 1;
    if (format.charAt(i) === "%") {
      text += "%";
      i++;
      continue;
    }
    const [printed, end] = printClause(format, i, index, argCount, print, isStatic);
    text += printed;
    i = end;
    index++;
  }
  return text;
}

function printClause(
  format: string,
  at: number,
  index: number,
  argCount: number,
  print: PrintClause,
  isStatic: boolean,
): readonly [string, number] {
  const isMissing = index >= argCount;
  if (at >= format.length && (isStatic || !isMissing)) throw new FormatError("unexpected end of string");
  if (isMissing) throw new FormatError(`index ${index} out of range`);
  const [clause, end] = readClause(format, at);
  return [duringFormatting(() => print(clause, index)), end];
}
