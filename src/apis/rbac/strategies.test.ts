import { describe, expect, it } from "vitest";
import { errorMessage } from "../../apimachinery/field-error.ts";
import type { Strategy } from "../../apiserver/registry/strategy.ts";
import { testContext } from "../testing/strategy-context.ts";
import {
  clusterRoleBindingStrategy,
  clusterRoleStrategy,
  defaultBinding,
  roleBindingStrategy,
  roleStrategy,
} from "./strategies.ts";

const ctx = testContext();
const group = "rbac.authorization.k8s.io";
const messages = (strategy: Strategy, fields: Readonly<Record<string, unknown>>): readonly string[] =>
  (strategy.validate?.({ metadata: { name: "a" }, ...fields }, ctx) ?? []).map(errorMessage);

describe("roles", () => {
  it.each([
    ["complete", roleStrategy, { verbs: ["get"], apiGroups: [""], resources: ["pods"] }, []],
    [
      "empty",
      roleStrategy,
      {},
      [
        "rules[0].verbs: Required value: verbs must contain at least one value",
        "rules[0].apiGroups: Required value: resource rules must supply at least one api group",
        "rules[0].resources: Required value: resource rules must supply at least one resource",
      ],
    ],
    [
      "names of several resources",
      clusterRoleStrategy,
      { verbs: ["get"], apiGroups: [""], resources: ["a", "b"], resourceNames: ["x"] },
      [],
    ],
    [
      "paths in a namespace",
      roleStrategy,
      { verbs: ["get"], nonResourceURLs: ["/a"] },
      ['rules[0].nonResourceURLs: Invalid value: ["/a"]: namespaced rules cannot apply to non-resource URLs'],
    ],
    ["paths", clusterRoleStrategy, { verbs: ["get"], nonResourceURLs: ["/a"] }, []],
    [
      "paths and resources",
      clusterRoleStrategy,
      { verbs: ["get"], nonResourceURLs: ["/a"], resources: ["pods"] },
      [
        'rules[0].nonResourceURLs: Invalid value: ["/a"]: rules cannot apply to both regular resources and non-resource URLs',
      ],
    ],
  ])("with a rule that is %s", (_name, strategy, rule, expected) =>
    expect(messages(strategy, { rules: [rule] })).toEqual(expected),
  );

  it.each([
    [{ clusterRoleSelectors: [{ matchLabels: { a: "b" } }] }, []],
    [
      {},
      [
        "aggregationRule.clusterRoleSelectors: Required value: at least one clusterRoleSelector required if aggregationRule is non-nil",
      ],
    ],
    [
      { clusterRoleSelectors: [{ matchExpressions: [{ key: "a", operator: "In" }] }] },
      [
        "aggregationRule.clusterRoleSelectors[0].matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
        "aggregationRule.clusterRoleSelectors[0]: Invalid value: null: invalid label selector.",
      ],
    ],
  ])("that aggregate by %j", (aggregationRule, expected) =>
    expect(messages(clusterRoleStrategy, { aggregationRule })).toEqual(expected),
  );

  it("are validated twice when they change", () => {
    const error = "rules[0].verbs: Required value: verbs must contain at least one value";
    const role = { metadata: {}, rules: [{ apiGroups: [""], resources: ["pods"] }] };
    for (const strategy of [roleStrategy, clusterRoleStrategy])
      expect(strategy.validateUpdate?.(role, role, ctx).map(errorMessage)).toEqual([error, error]);
  });

  it("keep label values that are no longer valid", () => {
    const aggregating = (...values: readonly string[]) => ({
      metadata: {},
      aggregationRule: { clusterRoleSelectors: [{ matchExpressions: [{ key: "a", operator: "In", values }] }] },
    });
    const found = (old: object): readonly string[] =>
      (clusterRoleStrategy.validateUpdate?.(aggregating("-"), { metadata: {}, ...old }, ctx) ?? []).map(errorMessage);
    const selector = "aggregationRule.clusterRoleSelectors[0]: Invalid value: null: invalid label selector.";
    expect(found(aggregating("-"))).toEqual([selector, selector]);
    expect(found(aggregating("b"))).toHaveLength(4);
  });

  it("have any name that fits into a path", () => {
    expect(roleStrategy.validateName?.("system:a.B", false)).toEqual([]);
    expect(roleStrategy.validateName?.("a/b", false)).toEqual(["may not contain '/'"]);
  });
});

describe("bindings", () => {
  const roleRef = { apiGroup: group, kind: "ClusterRole", name: "r" };

  it.each([
    ["a user", roleBindingStrategy, { roleRef, subjects: [{ kind: "User", name: "u", apiGroup: group }] }, []],
    [
      "no reference",
      clusterRoleBindingStrategy,
      {},
      [
        `roleRef.apiGroup: Unsupported value: "": supported values: "${group}"`,
        'roleRef.kind: Unsupported value: "": supported values: "ClusterRole"',
        "roleRef.name: Required value",
      ],
    ],
    [
      "a Role cluster-wide",
      clusterRoleBindingStrategy,
      { roleRef: { ...roleRef, kind: "Role" } },
      ['roleRef.kind: Unsupported value: "Role": supported values: "ClusterRole"'],
    ],
    [
      "an account without a namespace",
      clusterRoleBindingStrategy,
      { roleRef, subjects: [{ kind: "ServiceAccount", name: "s" }] },
      ["subjects[0].namespace: Required value"],
    ],
    [
      "an unknown subject",
      roleBindingStrategy,
      { roleRef, subjects: [{ kind: "Robot", name: "s" }] },
      ['subjects[0].kind: Unsupported value: "Robot": supported values: "ServiceAccount", "User", "Group"'],
    ],
    [
      "a nameless group",
      roleBindingStrategy,
      { roleRef, subjects: [{ kind: "Group", apiGroup: group }] },
      ["subjects[0].name: Required value"],
    ],
  ])("with %s", (_name, strategy, fields, expected) => expect(messages(strategy, fields)).toEqual(expected));

  it("keep their role", () => {
    const found =
      roleBindingStrategy.validateUpdate?.(
        { metadata: {}, roleRef: { ...roleRef, name: "s" } },
        { metadata: {}, roleRef },
        ctx,
      ) ?? [];
    expect(found.map(errorMessage)).toEqual([
      `roleRef: Invalid value: {"APIGroup":"${group}","Kind":"ClusterRole","Name":"s"}: cannot change roleRef`,
    ]);
  });

  it("mean this group unless they name one", () => {
    const filled = defaultBinding({
      metadata: {},
      roleRef: { kind: "Role", name: "r" },
      subjects: [
        { kind: "User", name: "u" },
        { kind: "ServiceAccount", name: "s" },
      ],
    });
    expect(filled["roleRef"]).toEqual({ kind: "Role", name: "r", apiGroup: group });
    expect(filled["subjects"]).toEqual([
      { kind: "User", name: "u", apiGroup: group },
      { kind: "ServiceAccount", name: "s" },
    ]);
    expect(defaultBinding(filled)).toBe(filled);
  });
});
