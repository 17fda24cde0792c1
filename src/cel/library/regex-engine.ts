import { BoundedMap } from "../../apimachinery/bounded-map.ts";
import { EvalError } from "../values/eval-error.ts";
import type { Value } from "../values/value.ts";

/** A compiled regular expression in RE2's syntax. */
export interface Pattern {
  matches(text: string): boolean;
  /** The leftmost match; undefined if there is none. */
  find(text: string): string | undefined;
  /** At most so many matches, all if negative. */
  findAll(text: string, limit: number): readonly string[];
}

/** Compiles patterns; answers with the error's text where one is wrong. */
export type RegexEngine = (source: string) => Pattern | string;

/** Code that is loaded once a process: it holds nothing of any server. */
let engine: RegexEngine | undefined;

/** Installs the engine. It is large, so that who needs no regular expressions need not load it. */
export function installRegexEngine(installed: RegexEngine): void {
  engine = installed;
}

export const hasRegexEngine = (): boolean => engine !== undefined;

const patterns = new BoundedMap<string, Pattern | string>(500);

/** The compiled pattern, or the text of what is wrong with it. */
export function compilePattern(source: string): Pattern | string {
  const known = patterns.get(source);
  if (known !== undefined) return known;
  if (engine === undefined) return "regular expressions are not available";
  const made = engine(source);
  patterns.set(source, made);
  return made;
}

/** `text.matches(pattern)`. */
export function matchesPattern(text: string, source: string): Value {
  const pattern = compilePattern(source);
  return typeof pattern === "string" ? new EvalError(pattern) : pattern.matches(text);
}
