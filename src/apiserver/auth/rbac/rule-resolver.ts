import { newNotFound } from "../../../apimachinery/errors.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import type { UserInfo } from "../../request/user.ts";
import type { PolicyRule, Role, RoleBinding, RuleSource, Subject } from "./policy.ts";

/** The binding and subject that grant a rule; formatted as a reason only when needed. */
export interface RuleOrigin {
  readonly binding: RoleBinding;
  readonly subject: Subject;
}

/** Receives every rule that applies to a user, and an error for every role that is not found; returns false to stop. */
export interface RuleVisitor {
  rule(rule: PolicyRule, origin: RuleOrigin): boolean;
  missing(error: string): void;
}

const rbacGroup = "rbac.authorization.k8s.io";

/**
 * Visits the rules of a user in a namespace, cluster-wide rules first (validation.DefaultRuleResolver.VisitRulesFor).
 */
export function visitRules(source: RuleSource, user: UserInfo, namespace: string, visitor: RuleVisitor): void {
  if (!visitBindings(source, source.clusterRoleBindings(), user, "", visitor)) return;
  if (namespace !== "") visitBindings(source, source.roleBindings(namespace), user, namespace, visitor);
}

function visitBindings(
  source: RuleSource,
  bindings: Iterable<RoleBinding>,
  user: UserInfo,
  namespace: string,
  visitor: RuleVisitor,
): boolean {
  for (const binding of bindings) {
    const subject = binding.subjects?.find((candidate) => appliesTo(candidate, user, namespace));
    if (subject === undefined) continue;
    const role = findRole(source, binding, namespace);
    if (typeof role === "string") {
      visitor.missing(role);
      continue;
    }
    const origin = { binding, subject };
    for (const rule of role.rules ?? []) {
      if (!visitor.rule(rule, origin)) return false;
    }
  }
  return true;
}

function appliesTo(subject: Subject, user: UserInfo, namespace: string): boolean {
  switch (subject.kind) {
    case "User":
      return subject.name === user.name;
    case "Group":
      return user.groups.includes(subject.name);
    case "ServiceAccount": {
      const home = subject.namespace || namespace;
      return home !== "" && user.name === `system:serviceaccount:${home}:${subject.name}`;
    }
    default:
      return false;
  }
}

/** Returns the role that a binding refers to, or an error message if it is not found. */
function findRole(source: RuleSource, { roleRef }: RoleBinding, namespace: string): Role | string {
  switch (roleRef.kind) {
    case "Role":
      return (
        source.role(namespace, roleRef.name) ??
        newNotFound({ group: rbacGroup, resource: "role" }, roleRef.name).message
      );
    case "ClusterRole":
      return (
        source.clusterRole(roleRef.name) ??
        newNotFound({ group: rbacGroup, resource: "clusterrole" }, roleRef.name).message
      );
    default:
      return `unsupported role reference kind: ${quoteGo(roleRef.kind)}`;
  }
}

/** Formats the origin of a rule as `ClusterRoleBinding "b" of ClusterRole "r" to Group "g"`. */
export function describeOrigin({ binding, subject }: RuleOrigin): string {
  const { name = "", namespace } = binding.metadata;
  const what =
    namespace === undefined ? `ClusterRoleBinding ${quoteGo(name)}` : `RoleBinding ${quoteGo(`${name}/${namespace}`)}`;
  return `${what} of ${binding.roleRef.kind} ${quoteGo(binding.roleRef.name)} to ${describeSubject(subject, namespace ?? "")}`;
}

const describeSubject = (subject: Subject, namespace: string): string =>
  `${subject.kind} ${quoteGo(subject.kind === "ServiceAccount" ? `${subject.name}/${subject.namespace || namespace}` : subject.name)}`;
