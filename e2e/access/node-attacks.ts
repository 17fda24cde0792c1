import type { AttackWorld } from "./attack-world.ts";
import type { Asked } from "../../src/node/testing/ask-https.ts";
import type { Attack } from "./attacks.ts";

const ns = "/api/v1/namespaces/ns";
const named = (name: string, more: object = {}): object => ({ metadata: { name }, ...more });

/** What there is before nodes attack: two nodes, a pod on each with its secrets, and what only one of them uses. */
export const nodeObjects: readonly Asked[] = [
  { path: "/api/v1/namespaces", body: named("ns") },
  ...["n1", "n2"].map((name) => ({ path: "/api/v1/nodes", body: named(name) })),
  ...["default", "builder", "gone", "again", "other"].map((name) => ({
    path: `${ns}/serviceaccounts`,
    body: named(name),
  })),
  ...["used", "unused", "bound"].map((name) => ({ path: `${ns}/secrets`, body: named(name) })),
  ...["used", "unused"].map((name) => ({ path: `${ns}/configmaps`, body: named(name) })),
  { path: `${ns}/pods`, body: podOn("n1", "p1", "used") },
  { path: `${ns}/pods`, body: podOn("n2", "p2", "unused") },
  { path: `${ns}/pods`, body: podOn("n1", "p3", "used") },
  { path: "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases", body: named("n2") },
  { path: "/apis/storage.k8s.io/v1/csinodes", body: named("n2", { spec: { drivers: [] } }) },
  { path: "/apis/resource.k8s.io/v1/resourceslices", body: slice("s2", "n2") },
];

function podOn(nodeName: string, name: string, secretName: string): object {
  const container = {
    name: "c",
    image: "i",
    envFrom: [{ secretRef: { name: secretName } }, { configMapRef: { name: secretName } }],
  };
  return named(name, { spec: { nodeName, containers: [container], automountServiceAccountToken: false } });
}

function slice(name: string, nodeName: string): object {
  const spec = { driver: "d.example", nodeName, pool: { name: nodeName, generation: 1, resourceSliceCount: 1 } };
  return named(name, { spec });
}

/** A node that reads and writes what is not its own. */
export function nodeAttacks({ users }: AttackWorld): readonly Attack[] {
  const client = users.issue({ commonName: "system:node:n1", organizations: ["system:nodes"] });
  const fake = users.issue({ commonName: "system:node:n1", organizations: ["dev"] });
  const nameless = users.issue({ commonName: "system:node:", organizations: ["system:nodes"] });
  const other = users.issue({ commonName: "other", organizations: ["system:nodes"] });
  const by = (name: string, asked: Asked): Attack => [name, { client, ...asked }];
  const patch = (path: string, body: object): Asked => ({ method: "PATCH", path, body });
  const leases = "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases";
  const csiNodes = "/apis/storage.k8s.io/v1/csinodes";
  const slices = "/apis/resource.k8s.io/v1/resourceslices";
  const token = (account: string, boundObjectRef?: object): Asked => ({
    path: `${ns}/serviceaccounts/${account}/token`,
    body: { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: { audiences: [], boundObjectRef } },
  });
  return [
    by("reads a secret of its pod", { path: `${ns}/secrets/used` }),
    by("reads a secret of another's pod", { path: `${ns}/secrets/unused` }),
    by("reads a secret that is not there", { path: `${ns}/secrets/none` }),
    by("lists secrets", { path: `${ns}/secrets` }),
    by("lists all secrets", { path: "/api/v1/secrets" }),
    by("watches a secret of another's pod", { path: `${ns}/secrets?watch=true&fieldSelector=metadata.name=unused` }),
    by("writes a secret of its pod", patch(`${ns}/secrets/used`, { data: {} })),
    by("deletes a secret of its pod", { method: "DELETE", path: `${ns}/secrets/used` }),
    by("reads a config map of its pod", { path: `${ns}/configmaps/used` }),
    by("reads a config map of another's pod", { path: `${ns}/configmaps/unused` }),
    by("reads a config map of the system", {
      path: "/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication",
    }),
    by("reads another node", { path: "/api/v1/nodes/n2" }),
    by("lists nodes", { path: "/api/v1/nodes" }),
    by("lists pods", { path: "/api/v1/pods" }),
    by("lists its pods", { path: "/api/v1/pods?fieldSelector=spec.nodeName=n1" }),
    by("lists another's pods", { path: "/api/v1/pods?fieldSelector=spec.nodeName=n2" }),
    by("reads another's pod", { path: `${ns}/pods/p2` }),
    by("writes the status of another's pod", patch(`${ns}/pods/p2/status`, { status: { phase: "Running" } })),
    by("deletes another's pod", { method: "DELETE", path: `${ns}/pods/p2` }),
    by("evicts another's pod", {
      path: `${ns}/pods/p2/eviction`,
      body: { apiVersion: "policy/v1", kind: "Eviction", ...named("p2") },
    }),
    by("makes a pod that is no mirror", { path: `${ns}/pods`, body: podOn("n1", "made", "used") }),
    by("makes a pod for another", { path: `${ns}/pods`, body: mirrorOn("n2") }),
    by("makes a mirror with a secret", {
      path: `${ns}/pods`,
      body: mirrorOn("n1", { volumes: [{ name: "s", secret: { secretName: "unused" } }] }),
    }),
    by("makes a mirror with an account", {
      path: `${ns}/pods`,
      body: mirrorOn("n1", { serviceAccountName: "builder" }),
    }),
    by("labels itself", patch("/api/v1/nodes/n1", { metadata: { labels: { "example.com/a": "b" } } })),
    by(
      "labels itself as isolated",
      patch("/api/v1/nodes/n1", { metadata: { labels: { "node-restriction.kubernetes.io/a": "b" } } }),
    ),
    by(
      "labels itself with a role",
      patch("/api/v1/nodes/n1", { metadata: { labels: { "node-role.kubernetes.io/master": "" } } }),
    ),
    by("labels itself by Kubernetes", patch("/api/v1/nodes/n1", { metadata: { labels: { "other.k8s.io/a": "b" } } })),
    by("labels another", patch("/api/v1/nodes/n2", { metadata: { labels: { "example.com/a": "b" } } })),
    by("taints itself", patch("/api/v1/nodes/n1", { spec: { taints: [{ key: "a", effect: "NoSchedule" }] } })),
    by(
      "owns itself",
      patch("/api/v1/nodes/n1", {
        metadata: { ownerReferences: [{ apiVersion: "v1", kind: "Node", name: "n2", uid: "u" }] },
      }),
    ),
    by(
      "configures itself",
      patch("/api/v1/nodes/n1", {
        spec: { configSource: { configMap: { name: "a", namespace: "ns", kubeletConfigKey: "k" } } },
      }),
    ),
    by("writes the status of another", patch("/api/v1/nodes/n2/status", { status: { capacity: { cpu: "1" } } })),
    by("makes another", { path: "/api/v1/nodes", body: named("n3") }),
    by("deletes itself", { method: "DELETE", path: "/api/v1/nodes/n1" }),
    by("writes another's lease", patch(`${leases}/n2`, { spec: { holderIdentity: "n1" } })),
    by("makes another's lease", { path: leases, body: named("n3") }),
    by("makes a lease elsewhere", { path: leases.replace("kube-node-lease", "ns"), body: named("n1") }),
    by("makes its lease", { path: leases, body: named("n1") }),
    by("writes another's CSINode", patch(`${csiNodes}/n2`, { spec: { drivers: [] } })),
    by("makes another's CSINode", { path: csiNodes, body: named("n3", { spec: { drivers: [] } }) }),
    by("makes another's ResourceSlice", { path: slices, body: slice("s3", "n3") }),
    by("makes a ResourceSlice for all", {
      path: slices,
      body: named("s4", {
        spec: { driver: "d.example", allNodes: true, pool: { name: "a", generation: 1, resourceSliceCount: 1 } },
      }),
    }),
    by("deletes another's ResourceSlice", { method: "DELETE", path: `${slices}/s2` }),
    by("lists ResourceSlices", { path: slices }),
    by("asks for a token without a pod", token("default")),
    by(
      "asks for a token of another's account",
      token("builder", { apiVersion: "v1", kind: "Pod", name: "p1", uid: "u" }),
    ),
    by("asks for a token for another's pod", token("default", { apiVersion: "v1", kind: "Pod", name: "p2", uid: "u" })),
    by("asks for a token for a secret", token("default", { apiVersion: "v1", kind: "Secret", name: "used", uid: "u" })),
    by("makes itself an administrator", {
      path: "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
      body: named("b", {
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "cluster-admin" },
        subjects: [],
      }),
    }),
    ["a node by its name alone", { client: fake, path: `${ns}/secrets/used` }],
    ["a node by its group alone", { client: other, path: `${ns}/secrets/used` }],
    ["a node without a name", { client: nameless, path: `${ns}/secrets/used` }],
    ["a node by its group alone makes a node", { client: other, path: "/api/v1/nodes", body: named("n4") }],
  ];
}

function mirrorOn(nodeName: string, more: object = {}): object {
  const metadata = {
    name: "mirror",
    annotations: { "kubernetes.io/config.mirror": "a", "kubernetes.io/config.source": "file" },
    ownerReferences: [{ apiVersion: "v1", kind: "Node", name: nodeName, uid: "u", controller: true }],
  };
  return {
    metadata,
    spec: { nodeName, containers: [{ name: "c", image: "i" }], automountServiceAccountToken: false, ...more },
  };
}
