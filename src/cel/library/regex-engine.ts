import { BoundedMap } from "../../apimachinery/bounded-map.ts";
import { EvalError } from "../values/eval-error.ts";
import type { Value } from "../values/value.ts";

/** A compiled regular expression in RE2 syntax. */
export interface Pattern {
  matches(text: string): boolean;
  /** Returns the leftmost match; undefined if there is none. */
  find(text: string): string | undefined;
  /** Returns at most `limit` matches; all if negative. */
  findAll(text: string, limit: number): readonly string[];
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

/** Returns the compiled pattern, or the error message if it is invalid. */
export function compilePattern(source: string): Pattern | string {
  const known = patterns.get(source);
  if (known !== undefined) return known;
  if (engine === undefined) return "regular expressions are not available";
  const made = engine(source);
  patterns.set(source, made);
  return made;
}

/** Evaluates `text.matches(pattern)`. */
export function matchesPattern(text: string, source: string): Value {
  const pattern = compilePattern(source);
  return typeof pattern === "string" ? new EvalError(pattern) : pattern.matches(text);
}
