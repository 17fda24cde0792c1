import { pemRequest } from "../../src/node/tls/testing/pem-request.ts";
import type { Asked } from "../../src/node/testing/ask-https.ts";
import type { AttackWorld } from "./attack-world.ts";
import type { Attack } from "./attacks.ts";

const rbac = "/apis/rbac.authorization.k8s.io/v1";
const roles = `${rbac}/namespaces/ns/roles`;
const bindings = `${rbac}/namespaces/ns/rolebindings`;
const clusterRoles = `${rbac}/clusterroles`;
const clusterBindings = `${rbac}/clusterrolebindings`;
const requests = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
const accounts = "/api/v1/namespaces/ns/serviceaccounts";
const group = "rbac.authorization.k8s.io";
const clientSigner = "kubernetes.io/kube-apiserver-client";

const named = (name: string, more: object = {}): object => ({ metadata: { name }, ...more });
const rule = (
  resources: readonly string[],
  verbs: readonly string[],
  apiGroups: readonly string[] = [""],
  more = {},
) => ({
  apiGroups,
  resources,
  verbs,
  ...more,
});
const ref = (kind: string, name: string) => ({ apiGroup: group, kind, name });
const user = (name: string) => ({ apiGroup: group, kind: "User", name });
const bound = (name: string, roleRef: object, ...subjects: readonly object[]) => named(name, { roleRef, subjects });

const writing = ["create", "update", "patch", "get", "delete"];

/**
 * What erin may do: write roles and bindings, read pods, ask for certificates and approve them, and ask for tokens of
 * one account. Frank may bind one role, and grace may write roles of any rules.
 */
export const escalationObjects: readonly Asked[] = [
  {
    path: clusterRoles,
    body: named("writes-roles", {
      rules: [
        rule(["roles", "rolebindings", "clusterroles", "clusterrolebindings"], writing, [group]),
        rule(["pods"], ["get", "list", "create"]),
        rule(
          ["certificatesigningrequests", "certificatesigningrequests/approval", "certificatesigningrequests/status"],
          writing,
          ["certificates.k8s.io"],
        ),
        rule(["serviceaccounts/token"], ["create"], [""], { resourceNames: ["default"] }),
        rule(["secrets"], ["create"]),
      ],
    }),
  },
  {
    path: clusterRoles,
    body: named("binds-one", {
      rules: [
        rule(["rolebindings"], writing, [group]),
        rule(["clusterroles"], ["bind"], [group], { resourceNames: ["view"] }),
      ],
    }),
  },
  {
    path: clusterRoles,
    body: named("escalates", { rules: [rule(["roles"], [...writing, "escalate"], [group])] }),
  },
  ...[
    ["writes-roles", "erin"],
    ["binds-one", "frank"],
    ["escalates", "grace"],
  ].map(([role = "", who = ""]) => ({ path: clusterBindings, body: bound(role, ref("ClusterRole", role), user(who)) })),
  { path: roles, body: named("mine", { rules: [rule(["pods"], ["get"])] }) },
  { path: bindings, body: bound("mine", ref("Role", "mine"), user("erin")) },
];

/** Users who may write some roles, bindings, certificates and tokens, and want more than they have. */
export function escalationAttacks({ users }: AttackWorld): readonly Attack[] {
  const by =
    (who: string) =>
    (name: string, path: string, body: object, method?: string): Attack => [
      `${who} ${name}`,
      {
        client: users.issue({ commonName: who, organizations: [] }),
        path,
        body,
        ...(method !== undefined && { method }),
      },
    ];
  return [
    ...roleAttacks(by("erin"), by("frank"), by("grace")),
    ...certificateRequests(by("erin")),
    ...tokens(by("erin")),
  ];
}

type By = (name: string, path: string, body: object, method?: string) => Attack;

function roleAttacks(erin: By, frank: By, grace: By): readonly Attack[] {
  const secrets = rule(["secrets"], ["get"]);
  return [
    erin("makes a role of what she may do", roles, named("a1", { rules: [rule(["pods"], ["get"])] })),
    erin("makes a role of more", roles, named("a2", { rules: [secrets] })),
    erin("makes a role of everything", roles, named("a3", { rules: [rule(["*"], ["*"], ["*"])] })),
    erin("makes a role of a subresource", roles, named("a4", { rules: [rule(["pods/exec"], ["create"])] })),
    erin(
      "makes a role of names that she may not read all",
      roles,
      named("a5", { rules: [rule(["pods"], ["get"], [""], { resourceNames: ["x"] })] }),
    ),
    erin(
      "makes a role of the token of another account",
      roles,
      named("a6", { rules: [rule(["serviceaccounts/token"], ["create"], [""], { resourceNames: ["builder"] })] }),
    ),
    erin(
      "makes a role of the token of her account",
      roles,
      named("a7", { rules: [rule(["serviceaccounts/token"], ["create"], [""], { resourceNames: ["default"] })] }),
    ),
    erin("makes a role of paths", clusterRoles, named("a8", { rules: [{ nonResourceURLs: ["*"], verbs: ["get"] }] })),
    erin(
      "makes a role of the paths that all may read",
      clusterRoles,
      named("a9", { rules: [{ nonResourceURLs: ["/healthz"], verbs: ["get"] }] }),
    ),
    erin("makes a role without rules", roles, named("a10", { rules: [] })),
    erin(
      "makes a role that collects others",
      clusterRoles,
      named("a11", { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { x: "y" } }] } }),
    ),
    erin("makes a role that is collected", clusterRoles, {
      metadata: { name: "a12", labels: { [`${group}/aggregate-to-admin`]: "true" } },
      rules: [rule(["pods"], ["get"])],
    }),
    erin("adds a rule to her role", `${roles}/mine`, { rules: [rule(["pods"], ["get"]), secrets] }, "PATCH"),
    erin("removes the rules of her role", `${roles}/mine`, { rules: [] }, "PATCH"),
    erin(
      "adds a label to a role of others",
      `${clusterRoles}/cluster-admin`,
      { metadata: { labels: { a: "b" } } },
      "PATCH",
    ),
    erin("adds a rule to a role of others", `${clusterRoles}/view`, { rules: [secrets] }, "PATCH"),
    erin("binds the administrator", bindings, bound("b1", ref("ClusterRole", "cluster-admin"), user("erin"))),
    erin("binds her role", bindings, bound("b2", ref("Role", "mine"), user("bob"))),
    erin("binds a role that is not there", bindings, bound("b3", ref("Role", "none"), user("erin"))),
    erin(
      "binds a role by another group",
      bindings,
      bound("b4", { apiGroup: "", kind: "Role", name: "mine" }, user("erin")),
    ),
    erin(
      "binds the administrator for all",
      clusterBindings,
      bound("b5", ref("ClusterRole", "cluster-admin"), user("erin")),
    ),
    erin("binds a role of a namespace for all", clusterBindings, bound("b6", ref("Role", "mine"), user("erin"))),
    erin("binds a role without a name", clusterBindings, bound("b7", ref("ClusterRole", ""), user("erin"))),
    erin("binds a role by a path", bindings, bound("b8", ref("Role", "../mine"), user("erin"))),
    erin("binds a role of no kind", bindings, bound("b9", ref("Rule", "mine"), user("erin"))),
    erin(
      "takes another role into her binding",
      `${bindings}/mine`,
      { roleRef: ref("ClusterRole", "cluster-admin") },
      "PATCH",
    ),
    erin(
      "takes herself into a binding of others",
      `${clusterBindings}/cluster-admin`,
      { subjects: [user("erin")] },
      "PATCH",
    ),
    frank("binds the role that he may bind", bindings, bound("c1", ref("ClusterRole", "view"), user("frank"))),
    frank("binds another role", bindings, bound("c2", ref("ClusterRole", "cluster-admin"), user("frank"))),
    frank("binds the role for all", clusterBindings, bound("c3", ref("ClusterRole", "view"), user("frank"))),
    grace("makes a role of everything", roles, named("d1", { rules: [rule(["*"], ["*"], ["*"])] })),
    grace("binds it", bindings, bound("d2", ref("Role", "d1"), user("grace"))),
  ];
}

function certificateRequests(erin: By): readonly Attack[] {
  const [cn, o] = ["2.5.4.3", "2.5.4.10"];
  const usages = ["client auth", "digital signature"];
  const asked = (name: string, signerName: string, subject: Parameters<typeof pemRequest>[0], more = {}) =>
    named(name, { spec: { request: pemRequest(subject), signerName, usages, ...more } });
  const condition = (type: string) => ({ type, status: "True", reason: "R", message: "m" });
  return [
    erin("asks for a certificate", requests, asked("r1", clientSigner, [[cn, "erin"]])),
    erin(
      "asks for one of the masters",
      requests,
      asked("r2", clientSigner, [
        [cn, "erin"],
        [o, "system:masters"],
      ]),
    ),
    erin(
      "asks in the name of another",
      requests,
      asked("r3", clientSigner, [[cn, "root"]], { username: "root", groups: ["system:masters"] }),
    ),
    erin(
      "asks for a node",
      requests,
      asked("r4", "kubernetes.io/kube-apiserver-client-kubelet", [
        [cn, "system:node:n1"],
        [o, "system:nodes"],
      ]),
    ),
    erin("asks a signer without a domain", requests, asked("r5", "signer", [[cn, "erin"]])),
    erin("asks for a moment", requests, asked("r6", clientSigner, [[cn, "erin"]], { expirationSeconds: 60 })),
    erin(
      "approves what she asked for",
      `${requests}/r1/approval`,
      { status: { conditions: [condition("Approved")] } },
      "PATCH",
    ),
    erin("approves when she asks", requests, {
      ...asked("r7", clientSigner, [[cn, "erin"]]),
      status: { conditions: [condition("Approved")] },
    }),
    erin("signs what she asked for", `${requests}/r1/status`, { status: { certificate: "eA==" } }, "PATCH"),
    erin("changes what she asked for", `${requests}/r1`, { spec: { username: "root" } }, "PATCH"),
  ];
}

function tokens(erin: By): readonly Attack[] {
  const token = (account: string, spec: object): readonly [path: string, body: object] => [
    `${accounts}/${account}/token`,
    { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec },
  ];
  const boundTo = (kind: string, name: string, uid?: string) => ({
    boundObjectRef: { apiVersion: "v1", kind, name, uid },
  });
  return [
    erin("asks for a token", ...token("default", {})),
    erin("asks for a token of another account", ...token("builder", {})),
    erin("asks for a token for a moment", ...token("default", { expirationSeconds: 1 })),
    erin("asks for a token for ever", ...token("default", { expirationSeconds: 2 ** 33 })),
    erin("asks for a token of a pod that is not there", ...token("default", boundTo("Pod", "none"))),
    erin("asks for a token of a pod of another uid", ...token("default", boundTo("Pod", "p1", "other"))),
    erin("asks for a token of a kind that is not bound to", ...token("default", boundTo("ConfigMap", "used"))),
    erin("makes a secret for a token of another account", "/api/v1/namespaces/ns/secrets", {
      metadata: { name: "stolen", annotations: { "kubernetes.io/service-account.name": "builder" } },
      type: "kubernetes.io/service-account-token",
    }),
    erin("reviews a token", "/apis/authentication.k8s.io/v1/tokenreviews", { spec: { token: "static-token" } }),
    erin("asks what another may do", "/apis/authorization.k8s.io/v1/subjectaccessreviews", {
      spec: { user: "root", resourceAttributes: { verb: "get", resource: "secrets" } },
    }),
    erin(
      "makes a pod with an account that is not there",
      "/api/v1/namespaces/ns/pods",
      named("e1", { spec: { serviceAccountName: "none", containers: [{ name: "c", image: "i" }] } }),
    ),
    erin("makes a mirror pod", "/api/v1/namespaces/ns/pods", {
      metadata: { name: "e2", annotations: { "kubernetes.io/config.mirror": "x" } },
      spec: { nodeName: "n1", containers: [{ name: "c", image: "i" }] },
    }),
  ];
}
