import type { Authorizer } from "./authorizer.ts";
import type { SubjectRules } from "./identity.ts";
import type { UserInfo } from "./user.ts";

/** An authorizer of one mode, and the rules that it tells of users (authorizer.RuleResolver). */
export interface ModeAuthorizer extends Authorizer {
  rulesFor(user: UserInfo, namespace: string): SubjectRules;
}
