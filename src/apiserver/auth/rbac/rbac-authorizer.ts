import type { AuthorizationAttributes, Authorizer, Decision } from "../../request/authorizer.ts";
import type { UserInfo } from "../../request/user.ts";
import type { PolicyRule, RuleSource } from "./policy.ts";
import { ruleAllows } from "./rule-allows.ts";
import { describeOrigin, type RuleOrigin, visitRules } from "./rule-resolver.ts";

const noOpinion: Decision = { decision: "noOpinion", reason: "" };

/** Allows what roles bound to the user allow (rbac.RBACAuthorizer); never denies. */
export const createRbacAuthorizer = (source: RuleSource): Authorizer => ({ authorize: (asked) => authorize(source, asked) });

function authorize(source: RuleSource, asked: AuthorizationAttributes): Decision {
  let allowedBy: RuleOrigin | undefined;
  let missing: string[] | undefined;
  visitRules(source, asked.user, asked.namespace, {
    rule(rule, origin) {
      if (!ruleAllows(rule, asked)) return true;
      allowedBy = origin;
      return false;
    },
    missing: (error) => void (missing ??= []).push(error),
  });
  if (allowedBy !== undefined) return { decision: "allow", reason: `RBAC: allowed by ${describeOrigin(allowedBy)}` };
  return missing === undefined ? noOpinion : { decision: "noOpinion", reason: `RBAC: ${aggregate(missing)}` };
}

/** Several errors in one line, each once (utilerrors.Aggregate). */
function aggregate(errors: readonly string[]): string {
  const distinct = [...new Set(errors)];
  return distinct.length === 1 ? distinct.join("") : `[${distinct.join(", ")}]`;
}

/** Every rule that applies to a user in a namespace, as self subject rules reviews list them. */
export function rulesFor(source: RuleSource, user: UserInfo, namespace: string): { readonly rules: readonly PolicyRule[]; readonly errors: readonly string[] } {
  const rules: PolicyRule[] = [];
  const errors: string[] = [];
  visitRules(source, user, namespace, {
    rule: (rule) => rules.push(rule) > 0,
    missing: (error) => void errors.push(error),
  });
  return { rules, errors };
}
