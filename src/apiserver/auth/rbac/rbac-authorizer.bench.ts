import { bench, describe } from "vitest";
import type { AuthorizationAttributes } from "../../request/authorizer.ts";
import { bootstrapPolicy } from "./bootstrap-policy.ts";
import type { RuleSource } from "./policy.ts";
import { createRbacAuthorizer } from "./rbac-authorizer.ts";
import { RuleCache } from "./rule-cache.ts";

const { clusterroles, clusterrolebindings } = bootstrapPolicy();
const roles = new Map(clusterroles.map((role) => [role.metadata.name, role]));
const state = { revision: 1 };
const source: RuleSource = {
  get revision() {
    return state.revision;
  },
  clusterRoleBindings: () => clusterrolebindings,
  roleBindings: () => [],
  clusterRole: (name) => roles.get(name),
  role: () => undefined,
};
const authorizer = createRbacAuthorizer(new RuleCache(source));
const node = { name: "n", uid: "", groups: ["system:authenticated"], extra: {} };
const controller = { ...node, name: "system:kube-controller-manager" };
const asked: AuthorizationAttributes = {
  user: controller,
  verb: "list",
  resourceRequest: true,
  namespace: "ns",
  apiGroup: "apps",
  apiVersion: "v1",
  resource: "deployments",
  subresource: "",
  name: "",
  path: "",
};

describe("authorization by the bootstrap policy", () => {
  bench("allowed", () => void authorizer.authorize(asked));
  bench("not allowed", () => void authorizer.authorize({ ...asked, user: node }));
  bench("after a role has changed", () => {
    state.revision++;
    void authorizer.authorize(asked);
  });
});
