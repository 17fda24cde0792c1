import { mayMatchPatterns } from "../../apiserver/schema/cel/load-regex-engine.ts";
import type { Definition } from "./definition.ts";
import { specHas, type StatedRule } from "./validation/schema-walk.ts";

/** The engines needed to process a definition and its objects. */
export interface DefinitionNeeds {
  /** Whether a schema has patterns. */
  readonly patterns: boolean;
  readonly rules: boolean;
  /** Whether a rule may match regular expressions. */
  readonly rulesWithPatterns: boolean;
}

const mayMatch = ({ rule, messageExpression = "" }: StatedRule): boolean =>
  mayMatchPatterns(rule ?? "") || mayMatchPatterns(messageExpression);

/** Determines the needs of a definition; stops walking its schemas once all are found. */
export function needsOf({ spec }: Definition): DefinitionNeeds {
  let [patterns, rules, rulesWithPatterns] = [false, false, false];
  specHas(spec ?? {}, ({ pattern, "x-kubernetes-validations": stated = [] }) => {
    patterns ||= pattern !== undefined;
    rules ||= stated.length > 0;
    rulesWithPatterns ||= stated.some(mayMatch);
    return patterns && rulesWithPatterns;
  });
  return { patterns, rules, rulesWithPatterns };
}
