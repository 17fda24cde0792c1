import { member, type FunctionDecl } from "../env/declarations.ts";
import type { Library } from "../env/library.ts";
import { findCosts } from "../cost/string-costs.ts";
import { intType, listOf, stringType } from "../types/type.ts";
import { EvalError, noSuchOverload } from "../values/eval-error.ts";
import type { Int } from "../values/int.ts";
import { isInt } from "../values/numeric.ts";
import { ArrayList, type Value } from "../values/value.ts";
import type { Effort } from "../values/effort.ts";
import { compilePattern, type Pattern } from "./regex-engine.ts";
import { ofStrings, ofStringsInt } from "./typed.ts";

function withPattern(source: string, effort: Effort, run: (pattern: Pattern) => Value): Value {
  const pattern = compilePattern(source, effort);
  return typeof pattern === "string" ? new EvalError(`Illegal regex: ${pattern}`) : run(pattern);
}

const find = (text: string, source: string, effort: Effort): Value =>
  withPattern(source, effort, (pattern) => pattern.find(text, effort) ?? "");

const findAll = (text: string, source: string, limit: Int, effort: Effort): Value =>
  withPattern(source, effort, (pattern) => new ArrayList(pattern.findAll(text, Number(limit), effort)));

// oxfmt-ignore
const functions: readonly FunctionDecl[] = [
  { name: "find", overloads: [member("string_find_string", [stringType, stringType], stringType, ofStrings(find))], costs: findCosts },
  {
    name: "findAll",
    overloads: [
      member("string_find_all_string", [stringType, stringType], listOf(stringType), ofStrings((text, source, effort) => findAll(text, source, -1, effort))),
      member("string_find_all_string_int", [stringType, stringType, intType], listOf(stringType), ofStringsInt(findAll)),
    ],
    costs: findCosts,
  },
];

/** Runs a compiled pattern; `limit` is the third argument of the call, null if there is none. */
export type PatternRunner = (pattern: Pattern, text: string, limit: Value, effort: Effort) => Value;

/** The functions whose literal patterns are compiled with the expression. */
export const patternRunners: ReadonlyMap<string, PatternRunner> = new Map<string, PatternRunner>([
  ["matches", (pattern, text, _, effort) => pattern.matches(text, effort)],
  ["find", (pattern, text, _, effort) => pattern.find(text, effort) ?? ""],
  [
    "findAll",
    (pattern, text, limit, effort) =>
      limit === null || isInt(limit)
        ? new ArrayList(pattern.findAll(text, Number(limit ?? -1), effort))
        : noSuchOverload,
  ],
]);

export const regexLibrary: Library = { name: "kubernetes.regex", functions };
