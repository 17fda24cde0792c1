import { member, type FunctionDecl } from "../env/declarations.ts";
import type { Library } from "../env/library.ts";
import { findCosts } from "../cost/string-costs.ts";
import { intType, listOf, stringType } from "../types/type.ts";
import { EvalError, noSuchOverload } from "../values/eval-error.ts";
import type { Int } from "../values/int.ts";
import { isInt } from "../values/numeric.ts";
import { ArrayList, type Value } from "../values/value.ts";
import { compilePattern, type Pattern } from "./regex-engine.ts";
import { ofStrings, ofStringsInt } from "./typed.ts";

function withPattern(source: string, run: (pattern: Pattern) => Value): Value {
  const pattern = compilePattern(source);
  return typeof pattern === "string" ? new EvalError(`Illegal regex: ${pattern}`) : run(pattern);
}

const find = (text: string, source: string): Value => withPattern(source, (pattern) => pattern.find(text) ?? "");

const findAll = (text: string, source: string, limit: Int): Value =>
  withPattern(source, (pattern) => new ArrayList(pattern.findAll(text, Number(limit))));

// oxfmt-ignore
const functions: readonly FunctionDecl[] = [
  { name: "find", overloads: [member("string_find_string", [stringType, stringType], stringType, ofStrings(find))], costs: findCosts },
  {
    name: "findAll",
    overloads: [
      member("string_find_all_string", [stringType, stringType], listOf(stringType), ofStrings((text, source) => findAll(text, source, -1))),
      member("string_find_all_string_int", [stringType, stringType, intType], listOf(stringType), ofStringsInt(findAll)),
    ],
    costs: findCosts,
  },
];

/** Runs a compiled pattern; `limit` is the third argument of the call, null if there is none. */
export type PatternRunner = (pattern: Pattern, text: string, limit: Value) => Value;

/** The functions whose literal patterns are compiled with the expression. */
export const patternRunners: ReadonlyMap<string, PatternRunner> = new Map<string, PatternRunner>([
  ["matches", (pattern, text) => pattern.matches(text)],
  ["find", (pattern, text) => pattern.find(text) ?? ""],
  [
    "findAll",
    (pattern, text, limit) =>
      limit === null || isInt(limit) ? new ArrayList(pattern.findAll(text, Number(limit ?? -1))) : noSuchOverload,
  ],
]);

export const regexLibrary: Library = { name: "kubernetes.regex", functions };
