import type { KubeObject } from "../../apimachinery/meta.ts";
import { conclude, field } from "../conclude.ts";
import { itemsAt, membersAt, textAt, textsAt } from "../fields.ts";
import { knownKinds } from "../known-kinds.ts";
import type { Rule } from "../rule.ts";

/** A rule of a webhook or policy that matches no request. */
interface IdleRule {
  readonly words: string;
  /** The member of the rule that keeps it from matching. */
  readonly member: string;
}

/** The versions that are left of groups whose former ones are gone (deprecation guide of Kubernetes). */
const leftVersions: Readonly<Record<string, string>> = {
  "": "v1",
  apps: "v1",
  batch: "v1",
  policy: "v1",
  autoscaling: "v1 v2",
};

/** Tells why a rule of a webhook or policy matches nothing; undefined where it may match something. */
export function idleMatchRule(rule: unknown): IdleRule | undefined {
  const [groups, versions, resources, operations] = ["apiGroups", "apiVersions", "resources", "operations"].map(
    (member) => textsAt(rule, member),
  ) as [readonly string[], readonly string[], readonly string[], readonly string[]];
  const named = resources.join(", ");
  if (groups.length > 0 && groups.every((group) => group === "extensions"))
    return { words: `is for ${named} of extensions, which is not served any more`, member: "apiGroups" };
  const left = groups.flatMap((group) => leftVersions[group]?.split(" ") ?? ["*"]);
  if (!versions.includes("*") && !left.includes("*") && versions.every((version) => !left.includes(version)))
    return {
      words: `is for ${versions.join(", ")} of ${groups.map((group) => group || "the core group").join(", ")}, which has ${left.join(" and ")} only`,
      member: "apiVersions",
    };
  const kinds = resources.map((resource) =>
    knownKinds.find((row) => row.resource === resource && groups.includes(row.group)),
  );
  const scope = textAt(rule, "scope");
  if (scope !== "" && scope !== "*" && kinds.every((kind) => kind?.namespaced === (scope === "Cluster")))
    return {
      words: `has the scope ${scope}, and ${named} ${resources.length === 1 ? "is" : "are"} ${scope === "Cluster" ? "in namespaces" : "in none"}`,
      member: "scope",
    };
  const isWhole = (resource: string): boolean => resource !== "*/*" && !resource.includes("/");
  if (operations.length > 0 && operations.every((operation) => operation === "CONNECT") && resources.every(isWhole))
    return {
      words: `is for the operation CONNECT of ${named}, which only subresources such as pods/exec have`,
      member: "operations",
    };
  return undefined;
}

const covers = (wide: unknown, narrow: unknown, member: string): boolean => {
  const [all, some] = [textsAt(wide, member), textsAt(narrow, member)];
  return all.includes("*") || some.every((one) => all.includes(one));
};

/** Reports whether rules that exclude leave nothing of those that include. */
const excludesAll = (excluded: readonly unknown[], included: readonly unknown[]): boolean =>
  included.length > 0 &&
  included.every((rule) =>
    excluded.some(
      (one) =>
        textsAt(one, "resourceNames").length === 0 &&
        ["apiGroups", "apiVersions", "operations"].every((member) => covers(one, rule, member)) &&
        (textsAt(one, "resources").includes("*/*") ||
          (covers(one, rule, "resources") && !textsAt(rule, "resources").some((name) => name.includes("/")))),
    ),
  );

/** A policy that excludes all that its rules are for, or whose match condition is never true. */
export const matchesNeverByItself: Rule = (policy) => {
  const path = "spec.matchConstraints";
  const [included, excluded] = ["resourceRules", "excludeResourceRules"].map((member) =>
    itemsAt(policy, `${path}.${member}`),
  );
  const about = { state: "Without effect", level: "warning" } as const;
  if (excludesAll(excluded ?? [], included ?? []))
    return conclude(policy, {
      ...about,
      situation: "policy-excludes-all",
      because: "its excludeResourceRules leave out all that its resourceRules are for",
      evidence: [field(policy, `${path}.excludeResourceRules`, textsAt(excluded?.[0], "resources").join(", "))],
    });
  const never = neverTrue(membersAt(policy, "spec"));
  if (never === undefined) return undefined;
  return conclude(policy, {
    ...about,
    situation: "policy-condition-never-true",
    because: `its match condition ${never.name} is never true, so it applies to no request`,
    evidence: [field(policy, `spec.matchConditions[${never.at}].expression`, "false")],
  });
};

/** The match condition of a policy or webhook that says `false`. */
export function neverTrue(owner: unknown): { readonly name: string; readonly at: number } | undefined {
  const conditions = itemsAt(owner, "matchConditions");
  const at = conditions.findIndex((one) => textAt(one, "expression").trim() === "false");
  return at < 0 ? undefined : { name: textAt(conditions[at], "name"), at };
}

/** A binding that excludes all that its policy is for. */
export function bindingExcludesAll(binding: KubeObject, policy: KubeObject | undefined) {
  const path = "spec.matchResources.excludeResourceRules";
  const excluded = itemsAt(binding, path);
  if (!excludesAll(excluded, itemsAt(policy, "spec.matchConstraints.resourceRules"))) return undefined;
  return conclude(binding, {
    situation: "policy-binding-excludes-all",
    state: "Without effect",
    level: "warning",
    because: `its excludeResourceRules leave out all that its policy ${policy?.metadata.name ?? ""} is for`,
    evidence: [field(binding, path, textsAt(excluded[0], "resources").join(", "))],
  });
}
