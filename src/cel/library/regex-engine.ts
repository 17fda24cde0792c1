import { BoundedMap } from "../../apimachinery/bounded-map.ts";
import { EvalError } from "../values/eval-error.ts";
import type { Value } from "../values/value.ts";
import { unlimitedEffort, type Effort } from "../values/effort.ts";
import { programSize } from "./pattern-size.ts";

/** A compiled regular expression in RE2 syntax. */
export interface Pattern {
  matches(text: string, effort: Effort): boolean;
  /** Returns the leftmost match; undefined if there is none. */
  find(text: string, effort: Effort): string | undefined;
  /** Returns at most `limit` matches; all if negative. */
  findAll(text: string, limit: number, effort: Effort): readonly string[];
}

/** Compiles a pattern; returns the error message if it is invalid. */
export type RegexEngine = (source: string) => Pattern | string;

/** The regular expression engine, loaded once per process. It holds no server state. */
let engine: RegexEngine | undefined;

/** Installs the engine. It is large, so it is loaded only by callers that need regular expressions. */
export function installRegexEngine(installed: RegexEngine): void {
  engine = installed;
}

export const hasRegexEngine = (): boolean => engine !== undefined;

const patterns = new BoundedMap<string, Pattern | string>(500);
/** Longer patterns are compiled anew each time, so that what is kept is bounded. */
const longestKept = 10_000;

/** Go refuses patterns of more than 3.3 million instructions; the time to compile them is bounded here by fewer. */
const mostInstructions = 100_000;
const stepsOfPattern = 6_000;
const stepsOfInstruction = 256;

/** Returns the compiled pattern, or the error message if it is invalid. */
export function compilePattern(source: string, effort: Effort = unlimitedEffort): Pattern | string {
  const known = source.length <= longestKept ? patterns.get(source) : undefined;
  if (known !== undefined) return known;
  if (engine === undefined) return "regular expressions are not available";
  const size = programSize(source);
  if (size > mostInstructions) return "error parsing regexp: expression too large: ``";
  effort.spend(stepsOfPattern + size * stepsOfInstruction);
  const made = engine(source);
  if (source.length <= longestKept) patterns.set(source, made);
  return made;
}

/** Evaluates `text.matches(pattern)`. */
export function matchesPattern(text: string, source: string, effort: Effort): Value {
  const pattern = compilePattern(source, effort);
  return typeof pattern === "string" ? new EvalError(pattern) : pattern.matches(text, effort);
}
