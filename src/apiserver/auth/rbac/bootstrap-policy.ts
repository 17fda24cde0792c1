import type { PolicyRule, Role, RoleBinding, Subject } from "./policy.ts";

const metadata = (name: string): Role["metadata"] => ({
  name,
  labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
  annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
});

const publicUrls = ["/healthz", "/livez", "/readyz", "/version", "/version/"] as const;
const discoveryUrls = ["/api", "/api/*", "/apis", "/apis/*", "/healthz", "/livez", "/openapi", "/openapi/*", "/readyz", "/version", "/version/"] as const;

const role = (name: string, ...rules: readonly PolicyRule[]): Role => ({ metadata: metadata(name), rules });

/** Cluster roles that every server starts with: name, then rules as v1.34 has them (bootstrappolicy.ClusterRoles). */
export const bootstrapClusterRoles: readonly Role[] = [
  role("cluster-admin", { apiGroups: ["*"], resources: ["*"], verbs: ["*"] }, { nonResourceURLs: ["*"], verbs: ["*"] }),
  role(
    "system:basic-user",
    { apiGroups: ["authorization.k8s.io"], resources: ["selfsubjectaccessreviews", "selfsubjectrulesreviews"], verbs: ["create"] },
    { apiGroups: ["authentication.k8s.io"], resources: ["selfsubjectreviews"], verbs: ["create"] },
  ),
  role("system:discovery", { nonResourceURLs: discoveryUrls, verbs: ["get"] }),
  role("system:monitoring", {
    nonResourceURLs: ["/healthz", "/healthz/*", "/livez", "/livez/*", "/metrics", "/metrics/slis", "/readyz", "/readyz/*"],
    verbs: ["get"],
  }),
  role("system:public-info-viewer", { nonResourceURLs: publicUrls, verbs: ["get"] }),
];

const group = (name: string): Subject => ({ kind: "Group", apiGroup: "rbac.authorization.k8s.io", name });

const binding = (name: string, ...groups: readonly string[]): RoleBinding => ({
  metadata: metadata(name),
  subjects: groups.map(group),
  roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name },
});

/** Who has those roles from the start (bootstrappolicy.ClusterRoleBindings). */
export const bootstrapClusterRoleBindings: readonly RoleBinding[] = [
  binding("cluster-admin", "system:masters"),
  binding("system:basic-user", "system:authenticated"),
  binding("system:discovery", "system:authenticated"),
  binding("system:monitoring", "system:monitoring"),
  binding("system:public-info-viewer", "system:authenticated", "system:unauthenticated"),
];
