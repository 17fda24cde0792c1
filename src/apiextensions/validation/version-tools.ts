import { loadRegexEngine } from "../../apiserver/schema/cel/load-regex-engine.ts";
import { loadRegexps, type CompileRegexp } from "../../apiserver/schema/validation/regexps.ts";
import type { Definition } from "../../apis/apiextensions/definition.ts";
import { needsOf } from "../../apis/apiextensions/definition-needs.ts";
import type * as ruleEngine from "./rule-engine.ts";

/** The code that evaluates validation rules, loaded on demand. */
export type RuleEngine = typeof ruleEngine;

/** Tools to validate the objects of a definition. */
export interface VersionTools {
  readonly compileRegexp: CompileRegexp;
  /** Undefined if the definition has no rules. */
  readonly rules: RuleEngine | undefined;
}

/** Loads the tools that a definition needs. Patterns and rules are rare and their engines large. */
export async function versionToolsFor(definition: Definition): Promise<VersionTools> {
  const needs = needsOf(definition);
  if (needs.rulesWithPatterns) await loadRegexEngine();
  return {
    compileRegexp: needs.patterns ? await loadRegexps() : noRegexps,
    rules: needs.rules ? await import("./rule-engine.ts") : undefined,
  };
}

const noRegexps: CompileRegexp = (pattern) => {
  throw new Error(`no engine is loaded for ${pattern}`);
};
