import { mayMatchPatterns } from "../../apiserver/schema/cel/load-regex-engine.ts";
import type { Definition } from "./definition.ts";
import { specHas, type StatedRule } from "./validation/schema-walk.ts";

/** What looking at a definition and at its objects takes beyond the schema itself. */
export interface DefinitionNeeds {
  /** Some text has to match a pattern. */
  readonly patterns: boolean;
  readonly rules: boolean;
  /** Some rule may match patterns. */
  readonly rulesWithPatterns: boolean;
}

const mayMatch = ({ rule, messageExpression = "" }: StatedRule): boolean =>
  mayMatchPatterns(rule ?? "") || mayMatchPatterns(messageExpression);

/** Looks through all schemas of a definition, until everything was found that there can be. */
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
