import { describe, expect, it } from "vitest";
import type { RoleBinding, RuleSource } from "./policy.ts";
import { RuleCache } from "./rule-cache.ts";

const user = (name: string, ...groups: string[]) => ({ name, uid: "", groups, extra: {} });

function setUp() {
  let looks = 0;
  const bindings: RoleBinding[] = [
    {
      metadata: { name: "b" },
      subjects: [{ kind: "User", name: "ann" }],
      roleRef: { apiGroup: "", kind: "ClusterRole", name: "r" },
    },
  ];
  const state = { revision: 1 };
  const source: RuleSource = {
    get revision() {
      return state.revision;
    },
    clusterRoleBindings: () => (looks++, bindings),
    roleBindings: () => [],
    clusterRole: () => ({ metadata: { name: "r" }, rules: [{ verbs: ["get"] }] }),
    role: () => undefined,
  };
  return { cache: new RuleCache(source), state, bindings, looks: () => looks };
}

describe("the rules of a user", () => {
  it("are resolved once for a user and a namespace, whoever carries the name", () => {
    const { cache, looks } = setUp();
    const ann = user("ann", "dev");
    expect(cache.rulesOf(ann, "x").granted).toHaveLength(1);
    cache.rulesOf(ann, "x");
    cache.rulesOf(user("ann", "dev"), "x");
    expect(looks()).toBe(1);
    cache.rulesOf(ann, "y");
    cache.rulesOf(user("ann"), "x");
    expect(looks()).toBe(3);
  });

  it("are resolved anew once a role or binding has changed", () => {
    const { cache, state, bindings } = setUp();
    const ann = user("ann");
    expect(cache.rulesOf(ann, "").granted).toHaveLength(1);
    bindings.pop();
    expect(cache.rulesOf(ann, "").granted).toHaveLength(1);
    state.revision = 2;
    expect(cache.rulesOf(ann, "").granted).toHaveLength(0);
  });
});
