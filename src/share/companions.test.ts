import { describe, expect, it } from "vitest";
import type { KubeObject } from "../apimachinery/meta.ts";
import { companionsOf, isSecret } from "./companions.ts";
import { withoutControllersWork } from "./controllers-work.ts";
import { ShareSurroundings } from "./share-surroundings.ts";

const all = new Set([
  "deployment-controller",
  "replicaset-controller",
  "endpointslice-controller",
  "endpoints-controller",
  "simulated-nodes",
]);
const none = new Set<string>();

interface More {
  readonly labels?: Readonly<Record<string, string>>;
  readonly owner?: KubeObject;
  readonly [member: string]: unknown;
}

/** An object in the namespace shop, or in none. */
function make(apiVersion: string, kind: string, name: string, { labels, owner, ...rest }: More = {}): KubeObject {
  const isOfCluster = ["Node", "Namespace", "CustomResourceDefinition", "ValidatingAdmissionPolicy"];
  const ownerReferences = owner && [
    {
      apiVersion: owner.apiVersion ?? "",
      kind: owner.kind ?? "",
      name: owner.metadata.name ?? "",
      uid: owner.metadata.uid ?? "",
      controller: true,
    },
  ];
  return {
    apiVersion,
    kind,
    metadata: {
      name,
      uid: `${kind}-${name}`,
      ...(!isOfCluster.includes(kind) && { namespace: "shop" }),
      ...(labels && { labels }),
      ...(ownerReferences && { ownerReferences }),
    },
    ...rest,
  } as KubeObject;
}

const app = (name: string) => ({ app: name });
const workload = (name: string, spec: object = {}): KubeObject =>
  make("apps/v1", "Deployment", name, { spec: { template: { metadata: { labels: app(name) }, spec } } });

const web = workload("web", {
  serviceAccountName: "runner",
  containers: [{ name: "a", envFrom: [{ configMapRef: { name: "settings" } }, { secretRef: { name: "keys" } }] }],
});
const webSet = make("apps/v1", "ReplicaSet", "web-1", {
  owner: web,
  spec: { template: { metadata: { labels: { ...app("web"), hash: "1" } } } },
});
const webPod = make("v1", "Pod", "web-1-a", {
  owner: webSet,
  labels: { ...app("web"), hash: "1" },
  spec: { nodeName: "node-1" },
});
const simulated = { labels: { "simulation.kubepad.dev/node": "true" } };
const role = { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "reader" };
const subject = (name: string) => ({ kind: "ServiceAccount", name, namespace: "shop" });
const world: readonly KubeObject[] = [
  make("v1", "Namespace", "shop"),
  make("v1", "Node", "node-1", { ...simulated, status: { phase: "old" } }),
  make("v1", "Node", "node-2", simulated),
  make("v1", "ServiceAccount", "runner"),
  make("v1", "ServiceAccount", "other"),
  make("v1", "ConfigMap", "settings"),
  make("v1", "ConfigMap", "unrelated"),
  make("v1", "Secret", "keys"),
  make("rbac.authorization.k8s.io/v1", "Role", "reader"),
  make("rbac.authorization.k8s.io/v1", "RoleBinding", "readers", {
    roleRef: role,
    subjects: [subject("runner"), subject("other")],
  }),
  make("v1", "Service", "web", { spec: { selector: app("web") } }),
  make("v1", "Service", "both", { spec: { selector: { tier: "front" } } }),
  make("discovery.k8s.io/v1", "EndpointSlice", "web-x", { owner: make("v1", "Service", "web") }),
  make("v1", "Endpoints", "web"),
  make("v1", "Endpoints", "by-hand"),
  web,
  webSet,
  webPod,
  workload("pending"),
  make("simulation.kubepad.dev/v1alpha1", "PodBehavior", "slow", {
    spec: { selector: { matchLabels: app("web") } },
  }),
  make("apiextensions.k8s.io/v1", "CustomResourceDefinition", "podbehaviors", {
    spec: { group: "simulation.kubepad.dev", names: { kind: "PodBehavior" } },
  }),
  make("admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicy", "limits"),
  make("admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicyBinding", "limits-here", {
    spec: { policyName: "limits" },
  }),
  make("autoscaling/v2", "HorizontalPodAutoscaler", "web", {
    spec: { scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" } },
  }),
  make("networking.k8s.io/v1", "Ingress", "front", {
    spec: { defaultBackend: { service: { name: "web", port: { number: 80 } } } },
  }),
  make("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", "check", {
    webhooks: [{ name: "a.example.com", clientConfig: { service: { namespace: "shop", name: "web" } } }],
  }),
];

const parameter = (name: string, labels = {}) => make("rules.example.com/v1", "Limit", name, { labels });
const binding = (name: string, policyName: string, paramRef: object) =>
  make("admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicyBinding", name, { spec: { policyName, paramRef } });
const policiesWorld: readonly KubeObject[] = [
  make("apiextensions.k8s.io/v1", "CustomResourceDefinition", "limits", {
    spec: { group: "rules.example.com", names: { kind: "Limit" } },
  }),
  make("admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicy", "sizes", {
    spec: { paramKind: { apiVersion: "rules.example.com/v1", kind: "Limit" } },
  }),
  binding("by-name", "sizes", { name: "small", namespace: "shop" }),
  binding("by-labels", "sizes", { selector: { matchLabels: { size: "large" } } }),
  binding("elsewhere", "sizes", { name: "tiny", namespace: "another" }),
  parameter("small"),
  parameter("tiny"),
  parameter("large", { size: "large" }),
  make("rbac.authorization.k8s.io/v1", "ClusterRole", "whole", {
    aggregationRule: { clusterRoleSelectors: [{ matchLabels: { part: "whole" } }] },
  }),
  make("rbac.authorization.k8s.io/v1", "ClusterRole", "part", { labels: { part: "whole" } }),
  make("rbac.authorization.k8s.io/v1", "ClusterRole", "other", { labels: { part: "other" } }),
];

const find = (id: string): KubeObject =>
  world.find(({ kind, metadata }) => `${kind ?? ""} ${metadata.name ?? ""}` === id) ?? fail(id);
const fail = (id: string): never => {
  throw new Error(`no ${id}`);
};

const around = await ShareSurroundings.of(world, () => Promise.resolve());

interface Given {
  readonly running?: ReadonlySet<string>;
  readonly without?: readonly string[];
  readonly secrets?: boolean;
}

const linesOf = (chosen: readonly string[], { running = all, without = [], secrets = false }: Given = {}) =>
  companionsOf(chosen.map(find), around, {
    running,
    isTaken: (object) =>
      isSecret(object) ? secrets : !without.includes(`${object.kind ?? ""} ${object.metadata.name ?? ""}`),
  }).map(
    ({ object, because, of, isTaken }) =>
      `${isTaken ? "" : "not "}${object.kind ?? ""} ${object.metadata.name ?? ""}: ${because} ${of.metadata.name ?? ""}`,
  );

describe("what chosen objects need", () => {
  it("of a workload is what it refers to, the rights of its account, its Service, behaviour and nodes", () => {
    expect(linesOf(["Deployment web"])).toEqual([
      "Namespace shop: namespace web",
      "CustomResourceDefinition podbehaviors: defines slow",
      "Node node-1: runs web",
      "ServiceAccount runner: refers web",
      "Role reader: refers readers",
      "RoleBinding readers: grants runner",
      "not Secret keys: refers web",
      "ConfigMap settings: refers web",
      "Service web: selects web",
      "PodBehavior slow: behaviour web",
    ]);
  });

  it("includes what it owns where no controller makes that anew", () => {
    const owned = ["ReplicaSet web-1: owned web", "Pod web-1-a: owned web-1", "EndpointSlice web-x: owned web"];
    const lines = linesOf(["Deployment web"], { running: none });
    expect(owned.filter((line) => !lines.includes(line))).toEqual([]);
    expect(linesOf(["Deployment web"]).filter((line) => line.includes("own"))).toEqual([]);
  });

  it("of a pod are its owners, and the node that it is on", () => {
    const lines = linesOf(["Pod web-1-a"]);
    expect(lines).toContain("ReplicaSet web-1: owns web-1-a");
    expect(lines).toContain("Deployment web: owns web-1");
    expect(lines.filter((line) => line.startsWith("Node"))).toEqual(["Node node-1: runs web-1-a"]);
  });

  it("are all nodes where no pod is on one yet", () => {
    expect(linesOf(["Deployment pending"])).toEqual([
      "Namespace shop: namespace pending",
      "Node node-1: runs pending",
      "Node node-2: runs pending",
    ]);
  });

  it.each([
    ["HorizontalPodAutoscaler web", "Deployment web: refers web"],
    ["Ingress front", "Deployment web: selected web"],
    ["ValidatingWebhookConfiguration check", "Service web: refers check"],
    ["ValidatingAdmissionPolicy limits", "ValidatingAdmissionPolicyBinding limits-here: binds limits"],
    ["PodBehavior slow", "CustomResourceDefinition podbehaviors: defines slow"],
    ["RoleBinding readers", "ServiceAccount other: refers readers"],
    ["ServiceAccount runner", "Role reader: refers readers"],
  ])("of %s includes %s", (chosen, line) => {
    expect(linesOf([chosen])).toContain(line);
  });

  it("leaves out what only others of its account, its Service or its namespace need", () => {
    const names = linesOf(["Deployment web"]).join("\n");
    for (const other of ["unrelated", "pending", "Account other", "both"]) expect(names).not.toContain(other);
  });

  it("does not follow what is taken out", () => {
    const lines = linesOf(["Deployment web"], { without: ["ServiceAccount runner", "PodBehavior slow"] });
    expect(lines.filter((line) => /readers|podbehaviors/.test(line))).toEqual([]);
    expect(lines).toContain("not ServiceAccount runner: refers web");
  });

  it("includes a Secret where the sharer says so", () => {
    expect(linesOf(["Deployment web"], { secrets: true })).toContain("Secret keys: refers web");
  });

  it("includes nothing that was chosen", () => {
    expect(linesOf(world.map(({ kind, metadata }) => `${kind ?? ""} ${metadata.name ?? ""}`))).toEqual([]);
  });
});

it("where controllers run, what they make anew is left out, and so is what they observe", () => {
  const kept = withoutControllersWork(world, all);
  const left = world.filter(({ metadata }) => !kept.some((object) => object.metadata.uid === metadata.uid));
  expect(left.map(({ kind, metadata }) => `${kind ?? ""} ${metadata.name ?? ""}`)).toEqual([
    "EndpointSlice web-x",
    "Endpoints web",
    "ReplicaSet web-1",
    "Pod web-1-a",
  ]);
  expect(kept.find(({ kind }) => kind === "Node")).not.toHaveProperty("status");
  expect(withoutControllersWork(world, none)).toEqual(world);
});

it("what objects select comes along: parameters of policies, and roles that another aggregates", async () => {
  const surroundings = await ShareSurroundings.of(policiesWorld, () => Promise.resolve());
  const needed = (kind: string, name: string) =>
    companionsOf(
      policiesWorld.filter((one) => one.kind === kind && one.metadata.name === name),
      surroundings,
      { running: all, isTaken: () => true },
    ).map(({ object }) => object.metadata.name);
  expect(needed("ValidatingAdmissionPolicy", "sizes")).toEqual([
    "limits",
    "small",
    "large",
    "by-name",
    "by-labels",
    "elsewhere",
  ]);
  expect(needed("ClusterRole", "whole")).toEqual(["part"]);
});

it("rights that an account has as a user or by its groups come along with it", async () => {
  const account = make("v1", "ServiceAccount", "runner");
  const grant = (name: string, kind: string, subject: string): KubeObject =>
    make("rbac.authorization.k8s.io/v1", "ClusterRoleBinding", name, {
      roleRef: { ...role, kind: "ClusterRole" },
      subjects: [{ kind, apiGroup: "rbac.authorization.k8s.io", name: subject }],
    });
  const granted = [
    grant("as-user", "User", "system:serviceaccount:shop:runner"),
    grant("of-namespace", "Group", "system:serviceaccounts:shop"),
    grant("of-all", "Group", "system:serviceaccounts"),
    grant("authenticated", "Group", "system:authenticated"),
  ];
  const others = [
    grant("other-user", "User", "system:serviceaccount:shop:other"),
    grant("other-namespace", "Group", "system:serviceaccounts:other"),
    grant("user-named-as-group", "User", "system:serviceaccounts"),
  ];
  const surroundings = await ShareSurroundings.of([account, ...granted, ...others], () => Promise.resolve());
  const companions = companionsOf([account], surroundings, { running: all, isTaken: () => true });
  expect(companions.map(({ object }) => object)).toEqual(granted);
});

it("includes the default class of what names none", async () => {
  const marked = (kind: string, group: string, name: string, isDefault: string): KubeObject => {
    const made = make(`${group}/v1`, kind, name);
    const annotations = { [`${kind.toLowerCase()}.kubernetes.io/is-default-class`]: isDefault };
    return { ...made, metadata: { ...made.metadata, annotations } };
  };
  const claims = (storageClassName?: string) => [
    { metadata: { name: "data" }, spec: storageClassName === undefined ? {} : { storageClassName } },
  ];
  const objects = [
    marked("StorageClass", "storage.k8s.io", "fast", "true"),
    marked("StorageClass", "storage.k8s.io", "slow", "false"),
    marked("IngressClass", "networking.k8s.io", "edge", "true"),
  ];
  const surroundings = await ShareSurroundings.of(objects, () => Promise.resolve());
  const broughtBy = (object: KubeObject): readonly string[] =>
    companionsOf([object], surroundings, { running: all, isTaken: () => true }).map(
      ({ object: { metadata }, because }) => `${because} ${metadata.name ?? ""}`,
    );
  expect(broughtBy(make("v1", "PersistentVolumeClaim", "a", { spec: {} }))).toEqual(["default fast"]);
  expect(broughtBy(make("apps/v1", "StatefulSet", "a", { spec: { volumeClaimTemplates: claims() } }))).toEqual([
    "default fast",
  ]);
  expect(broughtBy(make("networking.k8s.io/v1", "Ingress", "a", { spec: {} }))).toEqual(["default edge"]);
  expect(broughtBy(make("v1", "PersistentVolumeClaim", "a", { spec: { storageClassName: "" } }))).toEqual([]);
  expect(broughtBy(make("apps/v1", "StatefulSet", "a", { spec: { volumeClaimTemplates: claims("own") } }))).toEqual([]);
});
