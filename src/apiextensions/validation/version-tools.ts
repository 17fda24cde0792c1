import { loadRegexEngine } from "../../apiserver/schema/cel/load-regex-engine.ts";
import { loadRegexps, type CompileRegexp } from "../../apiserver/schema/validation/regexps.ts";
import type { Definition } from "../../apis/apiextensions/definition.ts";
import { needsOf } from "../../apis/apiextensions/definition-needs.ts";
import type * as ruleEngine from "./rule-engine.ts";

/** What holds objects against validation rules. */
export type RuleEngine = typeof ruleEngine;

/** What the objects of a definition are validated with. */
export interface VersionTools {
  readonly compileRegexp: CompileRegexp;
  /** Undefined where the definition has no rules. */
  readonly rules: RuleEngine | undefined;
}

/** Patterns and rules are rare, and what they need is large: it is loaded where a definition has some. */
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
