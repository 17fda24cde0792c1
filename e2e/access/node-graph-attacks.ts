import type { Asked } from "../../src/node/testing/ask-https.ts";
import type { AttackWorld } from "./attack-world.ts";
import type { Attack } from "./attacks.ts";

const ns = "/api/v1/namespaces/ns";
const named = (name: string, more: object = {}): object => ({ metadata: { name }, ...more });
const claims = `${ns}/persistentvolumeclaims`;
const volumes = "/api/v1/persistentvolumes";
const attachments = "/apis/storage.k8s.io/v1/volumeattachments";

const claim = (volumeName: string): object => ({
  spec: {
    volumeName,
    accessModes: ["ReadWriteOnce"],
    resources: { requests: { storage: "1Gi" } },
    storageClassName: "",
  },
});

const volume = (secret: string): object => ({
  spec: {
    capacity: { storage: "1Gi" },
    accessModes: ["ReadWriteOnce"],
    csi: { driver: "d", volumeHandle: "h", nodePublishSecretRef: { namespace: "ns", name: secret } },
  },
});

const attachment = (nodeName: string, persistentVolumeName: string): object => ({
  spec: { attacher: "d", nodeName, source: { persistentVolumeName } },
});

/** Pods of two nodes, with claims, their volumes and what these refer to. */
export const graphObjects: readonly Asked[] = [
  ...["by-volume-1", "by-volume-2", "later"].map((name) => ({ path: `${ns}/secrets`, body: named(name) })),
  ...["1", "2"].flatMap((at) => [
    { path: volumes, body: named(`v${at}`, volume(`by-volume-${at}`)) },
    { path: claims, body: named(`c${at}`, claim(`v${at}`)) },
    { path: attachments, body: named(`a${at}`, attachment(`n${at}`, `v${at}`)) },
    {
      path: `${ns}/pods`,
      body: named(`with-claim-${at}`, {
        spec: {
          nodeName: `n${at}`,
          automountServiceAccountToken: false,
          containers: [{ name: "c", image: "i" }],
          volumes: [{ name: "v", persistentVolumeClaim: { claimName: `c${at}` } }],
        },
      }),
    },
  ]),
];

/** A node that follows references to what is another's, or changes its own so that they lead there. */
export function graphAttacks({ users }: AttackWorld): readonly Attack[] {
  const client = users.issue({ commonName: "system:node:n1", organizations: ["system:nodes"] });
  const by = (name: string, asked: Asked): Attack => [name, { client, ...asked }];
  const get = (path: string): Attack => by(`reads ${path.replace("/api/v1/", "")}`, { path });
  const patch = (name: string, path: string, body: object): Attack => by(name, { method: "PATCH", path, body });
  const request = (name: string, more: object): Attack =>
    by(name, {
      path: "/apis/certificates.k8s.io/v1/certificatesigningrequests",
      body: named("csr", { spec: { request: "", usages: ["client auth"], ...more } }),
    });
  return [
    get(`${ns}/secrets/by-volume-1`),
    get(`${ns}/secrets/by-volume-2`),
    get(`${claims}/c1`),
    get(`${claims}/c2`),
    get(`${volumes}/v1`),
    get(`${volumes}/v2`),
    get(`${attachments}/a1`),
    get(`${attachments}/a2`),
    get(claims),
    get(volumes),
    get(attachments),
    get("/api/v1/nodes/n1/proxy/"),
    get("/api/v1/nodes/n2/proxy/logs"),
    get(`${ns}/pods/p2/log`),
    get("/apis/certificates.k8s.io/v1/certificatesigningrequests"),
    get(`${ns}/serviceaccounts/builder`),
    get("/apis/rbac.authorization.k8s.io/v1/clusterroles/cluster-admin"),
    get("/api/v1/nodes/n1/status"),
    get(`${ns}/secrets?fieldSelector=metadata.name=used`),
    get(`${ns}/secrets?fieldSelector=metadata.name=unused`),
    get(`${ns}/secrets?fieldSelector=metadata.name!=unused`),
    get("/api/v1/pods?fieldSelector=spec.nodeName!=n2"),
    get("/api/v1/nodes?fieldSelector=metadata.name=n2"),
    patch("makes its pod use a secret", `${ns}/pods/p1`, {
      spec: { volumes: [{ name: "s", secret: { secretName: "later" } }] },
    }),
    patch("labels its pod", `${ns}/pods/p1`, { metadata: { labels: { app: "other" } } }),
    patch("labels its pod by its status", `${ns}/pods/p1/status`, { metadata: { labels: { app: "other" } } }),
    patch("moves its pod by its status", `${ns}/pods/p1/status`, { spec: { nodeName: "n2" } }),
    patch("tells of claims of its pod", `${ns}/pods/p1/status`, {
      status: { resourceClaimStatuses: [{ name: "c", resourceClaimName: "other" }] },
    }),
    patch("adds a container to its pod", `${ns}/pods/p1/ephemeralcontainers`, {
      spec: { ephemeralContainers: [{ name: "e", image: "i", envFrom: [{ secretRef: { name: "later" } }] }] },
    }),
    patch("resizes its pod", `${ns}/pods/p1/resize`, { spec: { containers: [] } }),
    patch("resizes a claim by its status", `${claims}/c1/status`, { status: { capacity: { storage: "9Ti" } } }),
    patch("resizes another's claim by its status", `${claims}/c2/status`, { status: { capacity: { storage: "9Ti" } } }),
    patch("widens its claim", `${claims}/c1`, { spec: { resources: { requests: { storage: "9Ti" } } } }),
    patch("attaches a volume", `${attachments}/a1`, { status: { attached: true } }),
    patch("labels itself by its status", "/api/v1/nodes/n1/status", {
      metadata: { labels: { "node-role.kubernetes.io/control-plane": "" } },
    }),
    patch("taints itself by its status", "/api/v1/nodes/n1/status", { spec: { taints: [] } }),
    patch("takes an address", "/api/v1/nodes/n1/status", {
      status: { addresses: [{ type: "InternalIP", address: "10.0.0.9" }] },
    }),
    by("deletes its pod", { method: "DELETE", path: `${ns}/pods/with-claim-1`, body: { preconditions: { uid: "u" } } }),
    by("deletes all pods", { method: "DELETE", path: `${ns}/pods` }),
    by("binds a pod to another", {
      path: `${ns}/pods/p1/binding`,
      body: named("p1", { target: { kind: "Node", name: "n2" } }),
    }),
    by("reports an event of another", {
      path: `${ns}/events`,
      body: named("e", { involvedObject: { kind: "Node", name: "n2", namespace: "ns" } }),
    }),
    by("asks for a token with the API's audience", {
      path: `${ns}/serviceaccounts/default/token`,
      body: { spec: { audiences: ["kubernetes"], boundObjectRef: { apiVersion: "v1", kind: "Pod", name: "p1" } } },
    }),
    by("makes an account", { path: `${ns}/serviceaccounts`, body: named("made") }),
    by("asks what another may", {
      path: "/apis/authorization.k8s.io/v1/subjectaccessreviews",
      body: { spec: { user: "root", resourceAttributes: { verb: "get", resource: "secrets" } } },
    }),
    request("asks for a certificate of clients", { signerName: "kubernetes.io/kube-apiserver-client" }),
    request("asks for a certificate of an administrator", {
      signerName: "kubernetes.io/kube-apiserver-client-kubelet",
      username: "admin",
      groups: ["system:masters"],
    }),
  ];
}
