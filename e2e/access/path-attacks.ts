import type { Asked } from "../../src/node/testing/ask-https.ts";
import type { AttackWorld } from "./attack-world.ts";
import type { Attack } from "./attacks.ts";

const rbac = "/apis/rbac.authorization.k8s.io/v1";
const ns = "/api/v1/namespaces/ns";
const named = (name: string, more: object = {}): object => ({ metadata: { name }, ...more });
const subject = (name: string) => ({ kind: "User", apiGroup: "rbac.authorization.k8s.io", name });
const roleRef = (kind: string, name: string) => ({ apiGroup: "rbac.authorization.k8s.io", kind, name });

/** What reader may do: read pods of one namespace. What carol may: act as bob, and for a group and an extra. */
export const grantedObjects: readonly Asked[] = [
  {
    path: `${rbac}/namespaces/ns/roles`,
    body: named("reader", { rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get", "list"] }] }),
  },
  {
    path: `${rbac}/namespaces/ns/rolebindings`,
    body: named("reader", { roleRef: roleRef("Role", "reader"), subjects: [subject("reader"), subject("carol")] }),
  },
  {
    path: `${rbac}/clusterroles`,
    body: named("as-bob", {
      rules: [
        { apiGroups: [""], resources: ["users"], verbs: ["impersonate"], resourceNames: ["bob"] },
        { apiGroups: [""], resources: ["groups"], verbs: ["impersonate"], resourceNames: ["dev"] },
        {
          apiGroups: ["authentication.k8s.io"],
          resources: ["userextras/scopes"],
          verbs: ["impersonate"],
          resourceNames: ["view"],
        },
      ],
    }),
  },
  {
    path: `${rbac}/clusterrolebindings`,
    body: named("as-bob", { roleRef: roleRef("ClusterRole", "as-bob"), subjects: [subject("carol")] }),
  },
];

/** Paths and methods by which one who may read pods of a namespace tries to get at more. */
export function pathAttacks({ users }: AttackWorld): readonly Attack[] {
  const client = users.issue({ commonName: "reader", organizations: [] });
  const at = (path: string, more: Partial<Asked> = {}): Attack => [
    `${more.method ?? "GET"} ${path}`,
    { client, path, ...more },
  ];
  return [
    ...[
      `${ns}/pods`,
      `${ns}/pods/`,
      `${ns}/pods/p1`,
      `${ns}/pods/../secrets`,
      `${ns}/pods/..%2Fsecrets`,
      `${ns}/pods/%2e%2e/secrets`,
      `${ns}/pods/p1/../../secrets`,
      `${ns}//secrets`,
      `//api/v1/namespaces/ns/secrets`,
      `/api//v1/namespaces/ns/secrets`,
      `/healthz/../api/v1/secrets`,
      `/version/..;/api/v1/secrets`,
      `/apis/../api/v1/secrets`,
      `/api/v1/./secrets`,
      "/API/V1/secrets",
      `${ns}/Secrets`,
      `${ns}/secrets%00`,
      `${ns}/pods%2Fp1`,
      `${ns}%2Fpods`,
      "/api/v1/namespaces/ns%2F..%2Fkube-system/pods",
      "/api/v1/namespaces/../namespaces/kube-system/pods",
      "/api/v1/namespaces//pods",
      "/api/v1/namespaces/%20/pods",
      "/api/v1/namespaces/NS/pods",
      "/api/v1/namespaces/ns;kube-system/pods",
      "/api/v1/namespaces/*/pods",
      "/api/v1/namespaces/ns/*",
      "/api/v1/watch/namespaces/ns/secrets?timeoutSeconds=1",
      "/api/v1/proxy/namespaces/ns/pods/p1/",
      `${ns}/pods/p1/exec?command=id`,
      `${ns}/pods/p1/log`,
      `${ns}/pods/p1/ephemeralcontainers`,
      `${ns}/pods?watch=true&timeoutSeconds=1`,
      `${ns}/pods?watch=1&watch=0&timeoutSeconds=1`,
      `${ns}/pods?resource=secrets`,
      `${ns}/secrets?resource=pods`,
      `${ns}/pods#/secrets`,
      "/apis/v1/namespaces/ns/secrets",
      "/apis/core/v1/namespaces/ns/secrets",
    ].map((path) => at(path)),
    at(`${ns}/secrets`, { method: "HEAD" }),
    at(`${ns}/secrets`, { method: "OPTIONS" }),
    at(`${ns}/secrets`, { method: "get" }),
    at(`${ns}/pods/p1`, { method: "GET", headers: { "X-HTTP-Method-Override": "DELETE" } }),
    at(`${ns}/pods/p1`, { method: "POST", headers: { "X-HTTP-Method": "GET" }, body: {} }),
    at(`${ns}/pods/p1`, { method: "PURGE" }),
    at(`${ns}/pods`, { headers: { "X-Original-URL": "/api/v1/secrets", "X-Rewrite-URL": "/api/v1/secrets" } }),
    at("/healthz", { headers: { "X-Original-URL": "/api/v1/secrets" } }),
  ];
}

/** One who may act as another tries to act as more. */
export function limitedImpersonation({ users, proxies }: AttackWorld): readonly Attack[] {
  const client = users.issue({ commonName: "carol", organizations: [] });
  const front = proxies.issue({ commonName: "front" });
  const as = (name: string, headers: NonNullable<Asked["headers"]>, who = client): Attack => [
    name,
    { client: who, path: "/apis/authentication.k8s.io/v1/selfsubjectreviews", body: {}, headers },
  ];
  const bob = { "Impersonate-User": "bob" };
  return [
    as("as bob", bob),
    as("as bob of a group", { ...bob, "Impersonate-Group": "dev" }),
    as("as bob of two groups", { ...bob, "Impersonate-Group": ["dev", "system:masters"] }),
    as("as bob of groups in one header", { ...bob, "Impersonate-Group": "dev,system:masters" }),
    as("as bob of no group", { ...bob, "Impersonate-Group": "" }),
    as("as bob of the authenticated", { ...bob, "Impersonate-Group": "system:authenticated" }),
    as("as Bob", { "Impersonate-User": "Bob" }),
    as("as bob with a space", { "Impersonate-User": "bob " }),
    as("as bob, encoded", { "Impersonate-User": "%62ob" }),
    as("as alice and bob", { "Impersonate-User": ["bob", "alice"] }),
    as("with an extra", { ...bob, "Impersonate-Extra-Scopes": "view" }),
    as("with another extra", { ...bob, "Impersonate-Extra-Scopes": "admin" }),
    as("with an extra and another", { ...bob, "Impersonate-Extra-Scopes": ["view", "admin"] }),
    as("with an extra of another case", { ...bob, "Impersonate-Extra-SCOPES": "view" }),
    as("with an extra below", { ...bob, "Impersonate-Extra-Scopes%2Fadmin": "view" }),
    as("with a uid", { ...bob, "Impersonate-Uid": "0" }),
    as("with headers of a front proxy", { ...bob, "X-Remote-User": "root", "X-Remote-Group": "system:masters" }),
    as("as an account", { "Impersonate-User": "system:serviceaccount:ns:bob" }),
    as("as an account without a name", { "Impersonate-User": "system:serviceaccount:ns:" }),
    as("as an account of two names", { "Impersonate-User": "system:serviceaccount:ns:a:b" }),
    as("behind a front proxy", { "X-Remote-User": "carol", ...bob }, front),
    as("behind a front proxy, as another", { "X-Remote-User": "carol", "Impersonate-User": "root" }, front),
    as("a front proxy for a node", { "X-Remote-User": "system:node:n1", "X-Remote-Group": "system:nodes" }, front),
    as("a front proxy for an account", { "X-Remote-User": "system:serviceaccount:ns:builder" }, front),
    as(
      "a front proxy with extras of Kubernetes",
      { "X-Remote-User": "bob", "X-Remote-Extra-Authentication.kubernetes.io%2fnode-name": "n1" },
      front,
    ),
    as("a front proxy with a group without a name", { "X-Remote-User": "bob", "X-Remote-Group": "" }, front),
    as("a front proxy with a user of spaces", { "X-Remote-User": "   " }, front),
    as("a front proxy with a user that is no ASCII", { "X-Remote-User": "b\u00f6b" }, front),
  ];
}
