import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { createSystemClock } from "../apimachinery/system-clock.ts";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import { parseTokenFile } from "../apiserver/auth/token-file.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";
import { createNodeAuthorizer } from "../plugin/auth/node/node-authorizer.ts";
import { createApiServer, type ApiServer } from "./server.ts";

const lines = [
  "admin,admin,1,system:masters",
  "n1,system:node:n1,2,system:nodes",
  "n2,system:node:n2,3,system:nodes",
  "nobody,system:node:,4,system:nodes",
  "fake,system:node:n1,5,dev",
];
let server: ApiServer;

interface Called {
  readonly code: number;
  readonly body: ReturnType<typeof JSON.parse>;
}

async function call(token: string, method: string, target: string, body?: unknown): Promise<Called> {
  const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
  const response = await server.fetch(target, {
    method,
    headers: { Authorization: `Bearer ${token}`, ...(body !== undefined && { "Content-Type": type }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { code: response.status, body: text.startsWith("{") ? JSON.parse(text) : text };
}

const ns = "/api/v1/namespaces/ns";

async function made(target: string, object: object): Promise<Called["body"]> {
  const { code, body } = await call("admin", "POST", target, object);
  expect(code, JSON.stringify(body)).toBe(201);
  return body;
}

const named = (name: string, more: object = {}) => ({ metadata: { name }, ...more });
const container = { name: "c", image: "a" };

beforeAll(async () => {
  server = await createApiServer({
    backend: createMemoryBackend(),
    clock: createSystemClock(),
    random: createSystemRandom(),
    tokens: parseTokenFile(lines.join("\n"), "tokens"),
    subtle: crypto.subtle,
    authorizationModes: ["Node", "RBAC"],
    enableAdmissionPlugins: ["NodeRestriction"],
    createNodeAuthorizer,
  });
  await made("/api/v1/namespaces", named("ns"));
  await made("/api/v1/nodes", named("n1"));
  await made("/api/v1/nodes", named("n2"));
  for (const name of ["env", "pull", "volume", "by-volume", "other", "mirrored"])
    await made(`${ns}/secrets`, named(name));
  for (const name of ["used", "unused"]) {
    await made(`${ns}/configmaps`, named(name));
    await made(`${ns}/serviceaccounts`, named(name));
  }
  const storage = { capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"] };
  await made(
    `${ns}/persistentvolumeclaims`,
    named("claim", {
      spec: {
        accessModes: ["ReadWriteOnce"],
        resources: { requests: { storage: "1Gi" } },
        volumeName: "volume",
        storageClassName: "",
      },
    }),
  );
  await made(
    "/api/v1/persistentvolumes",
    named("volume", {
      spec: {
        ...storage,
        claimRef: { namespace: "ns", name: "claim" },
        csi: { driver: "d", volumeHandle: "h", nodeStageSecretRef: { namespace: "ns", name: "by-volume" } },
      },
    }),
  );
  await made("/api/v1/persistentvolumes", named("free", { spec: { ...storage, hostPath: { path: "/x" } } }));
  await made(
    `${ns}/pods`,
    named("p1", {
      spec: {
        nodeName: "n1",
        serviceAccountName: "used",
        imagePullSecrets: [{ name: "pull" }],
        containers: [
          {
            ...container,
            env: [{ name: "E", valueFrom: { secretKeyRef: { name: "env", key: "k" } } }],
            envFrom: [{ configMapRef: { name: "used" } }],
          },
        ],
        volumes: [
          { name: "a", secret: { secretName: "volume" } },
          { name: "b", persistentVolumeClaim: { claimName: "claim" } },
          { name: "c", projected: { sources: [{ serviceAccountToken: { path: "t", audience: "vault" } }] } },
        ],
      },
    }),
  );
  await made(`${ns}/pods`, named("p2", { spec: { nodeName: "n2", containers: [container] } }));
  await made(`${ns}/pods`, {
    metadata: { name: "mirror", annotations: { "kubernetes.io/config.mirror": "x" } },
    spec: { nodeName: "n2", containers: [container], imagePullSecrets: [{ name: "mirrored" }] },
  });
});
afterAll(() => server.close());

const lease = "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases";
const ofN1 = "fieldSelector=spec.nodeName%3Dn1";

describe("the node authorizer", () => {
  // oxfmt-ignore
  test.each([
    ["n1", "GET", `${ns}/secrets/env`, 200],
    ["n1", "GET", `${ns}/secrets/pull`, 200],
    ["n1", "GET", `${ns}/secrets/volume`, 200],
    ["n1", "GET", `${ns}/secrets/by-volume`, 200],
    ["n1", "GET", `${ns}/secrets?fieldSelector=metadata.name%3Denv`, 200],
    ["n1", "GET", `${ns}/secrets/other`, 403],
    ["n1", "GET", `${ns}/secrets`, 403],
    ["n1", "GET", "/api/v1/secrets", 403],
    ["n1", "DELETE", `${ns}/secrets/env`, 403],
    ["n2", "GET", `${ns}/secrets/env`, 403],
    ["n2", "GET", `${ns}/secrets/by-volume`, 403],
    ["n2", "GET", `${ns}/secrets/mirrored`, 403],
    ["fake", "GET", `${ns}/secrets/env`, 403],
    ["nobody", "GET", `${ns}/secrets/env`, 403],
    ["n1", "GET", `${ns}/configmaps/used`, 200],
    ["n1", "GET", `${ns}/configmaps/unused`, 403],
    ["n1", "GET", `${ns}/persistentvolumeclaims/claim`, 200],
    ["n2", "GET", `${ns}/persistentvolumeclaims/claim`, 403],
    ["n1", "GET", "/api/v1/persistentvolumes/volume", 200],
    ["n1", "GET", "/api/v1/persistentvolumes/free", 403],
    ["n1", "GET", `${ns}/serviceaccounts/used`, 200],
    ["n1", "GET", `${ns}/serviceaccounts/unused`, 403],
    ["n1", "GET", "/api/v1/nodes/n1", 200],
    ["n1", "GET", "/api/v1/nodes/n2", 403],
    ["n1", "GET", "/api/v1/nodes", 403],
    ["n1", "GET", "/api/v1/nodes?fieldSelector=metadata.name%3Dn1", 200],
    ["n1", "DELETE", "/api/v1/nodes/n1", 403],
    ["n1", "GET", `${ns}/pods/p1`, 200],
    ["n1", "GET", `${ns}/pods/p2`, 403],
    ["n1", "GET", `/api/v1/pods?${ofN1}`, 200],
    ["n2", "GET", `/api/v1/pods?${ofN1}`, 403],
    ["n1", "GET", "/api/v1/pods", 403],
    ["n1", "GET", `/api/v1/pods?fieldSelector=metadata.name%3Da%5C%2Cspec.nodeName%3Dn1`, 403],
    ["n1", "GET", "/api/v1/services", 200],
    ["n1", "GET", "/apis/apps/v1/deployments", 403],
    ["n1", "GET", "/apis/storage.k8s.io/v1/csidrivers", 200],
    ["n1", "GET", `${lease}/n1`, 404],
    ["n1", "GET", `${lease}/n2`, 403],
    ["n1", "GET", lease, 403],
    ["n1", "GET", `/apis/resource.k8s.io/v1/resourceslices?${ofN1}`, 200],
    ["n1", "GET", "/apis/resource.k8s.io/v1/resourceslices", 403],
    ["n1", "POST", `${ns}/serviceaccounts/unused/token`, 403],
  ])("answers %s %s %s with %i", async (token, method, target, code) => {
    const called = await call(token, method, target, method === "POST" ? {} : undefined);
    expect(called.code, JSON.stringify(called.body)).toBe(code);
  });

  it("says why, as upstream does", async () => {
    const { body } = await call("n2", "GET", `${ns}/secrets/env`);
    expect(body.message).toBe(
      `secrets "env" is forbidden: User "system:node:n2" cannot get resource "secrets" in API group "" in the namespace "ns": no relationship found between node 'n2' and this object`,
    );
  });

  it("forgets what pods used once they are gone, and knows of new ones at once", async () => {
    await made(
      `${ns}/pods`,
      named("late", { spec: { nodeName: "n2", containers: [container], imagePullSecrets: [{ name: "other" }] } }),
    );
    expect((await call("n2", "GET", `${ns}/secrets/other`)).code).toBe(200);
    await call("admin", "DELETE", `${ns}/pods/late?gracePeriodSeconds=0`);
    expect((await call("n2", "GET", `${ns}/secrets/other`)).code).toBe(403);
  });

  it("says nothing of rules", async () => {
    const review = await call("n1", "POST", "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews", {
      spec: { namespace: "ns" },
    });
    expect(review.body.status.evaluationError).toContain("node authorizer does not support user rule resolution");
  });

  it("reads field selectors of reviews", async () => {
    const asked = async (fieldSelector?: object) => {
      const resourceAttributes = {
        verb: "list",
        resource: "pods",
        version: "v1",
        ...(fieldSelector && { fieldSelector }),
      };
      const spec = { user: "system:node:n1", groups: ["system:nodes"], resourceAttributes };
      return (await call("admin", "POST", "/apis/authorization.k8s.io/v1/subjectaccessreviews", { spec })).body.status
        .allowed;
    };
    expect(await asked()).toBe(false);
    expect(await asked({ rawSelector: "spec.nodeName=n1" })).toBe(true);
    expect(await asked({ requirements: [{ key: "spec.nodeName", operator: "In", values: ["n1"] }] })).toBe(true);
    expect(await asked({ requirements: [{ key: "spec.nodeName", operator: "NotIn", values: ["n1"] }] })).toBe(false);
  });
});

describe("NodeRestriction", () => {
  const mirror = (more: object = {}, spec: object = {}) => ({
    metadata: { name: "m", annotations: { "kubernetes.io/config.mirror": "x" }, ...more },
    spec: { nodeName: "n1", containers: [container], ...spec },
  });
  const owner = (uid: string) => [{ apiVersion: "v1", kind: "Node", name: "n1", uid, controller: true }];

  it("lets a node change itself, but for labels, taints and owners", async () => {
    const change = (node: string, patch: object) => call("n1", "PATCH", `/api/v1/nodes/${node}`, patch);
    expect((await change("n1", { metadata: { labels: { "kubernetes.io/hostname": "n1", mine: "1" } } })).code).toBe(
      200,
    );
    for (const label of ["node-restriction.kubernetes.io/a", "x.kubernetes.io/a", "k8s.io/b"])
      expect((await change("n1", { metadata: { labels: { [label]: "1" } } })).body.message).toBe(
        `nodes "n1" is forbidden: is not allowed to modify labels: ${label}`,
      );
    expect((await change("n1", { spec: { taints: [{ key: "a", effect: "NoSchedule" }] } })).body.message).toContain(
      'node "n1" is not allowed to modify taints',
    );
    expect((await change("n2", { metadata: { labels: { mine: "1" } } })).body.message).toContain(
      'node "n1" is not allowed to modify node "n2"',
    );
    expect((await call("fake", "PATCH", "/api/v1/nodes/n1", {})).code).toBe(403);
  });

  it("lets a node create itself and its lease alone", async () => {
    const lone = await call("n1", "POST", "/api/v1/nodes", named("n3"));
    expect(lone.body.message).toContain('node "n1" is not allowed to modify node "n3"');
    expect((await call("n1", "POST", lease, named("n1"))).code).toBe(201);
    expect((await call("n1", "POST", lease, named("n2"))).body.message).toContain(
      "can only access node lease with the same name as the requesting node",
    );
  });

  it("lets a node create and delete mirror pods of its own", async () => {
    const create = (pod: object) => call("n1", "POST", `${ns}/pods`, pod);
    const { uid } = (await call("admin", "GET", "/api/v1/nodes/n1")).body.metadata;
    const message = async (pod: object) => (await create(pod)).body.message as string;
    expect(await message({ ...mirror(), metadata: { name: "m" } })).toContain("can only create mirror pods");
    expect(await message(mirror({}, { nodeName: "n2" }))).toContain("with spec.nodeName set to itself");
    expect(await message(mirror())).toContain("with an owner reference set to itself");
    expect(await message(mirror({ ownerReferences: owner("other") }))).toContain("UID mismatch: expected other got");
    const owned = { ownerReferences: owner(uid) };
    expect(await message(mirror(owned, { imagePullSecrets: [{ name: "env" }] }))).toContain(
      "can not create pods that reference secrets",
    );
    expect((await create(mirror(owned))).code).toBe(201);
    expect((await call("n2", "DELETE", `${ns}/pods/m`)).body.message).toContain(
      'node "n2" can only delete pods with spec.nodeName set to itself',
    );
    expect((await call("n1", "DELETE", `${ns}/pods/m?gracePeriodSeconds=0`)).code).toBe(200);
  });

  it("lets a node report the status of its pods", async () => {
    const report = (node: string) => call(node, "PATCH", `${ns}/pods/p1/status`, { status: { message: "m" } });
    expect((await report("n1")).code).toBe(200);
    expect((await report("n2")).body.message).toContain(
      "can only update pod status for pods with spec.nodeName set to itself",
    );
    const labelled = await call("n1", "PATCH", `${ns}/pods/p1/status`, { metadata: { labels: { a: "b" } } });
    expect([labelled.code, labelled.body.message]).toEqual([
      403,
      expect.stringContaining("cannot update labels through pod status"),
    ]);
  });

  it("lets a node ask for tokens that are bound to its pods, for audiences that they have", async () => {
    const { uid } = (await call("admin", "GET", `${ns}/pods/p1`)).body.metadata;
    const ask = (spec: object) => call("n1", "POST", `${ns}/serviceaccounts/used/token`, { spec });
    const boundObjectRef = { apiVersion: "v1", kind: "Pod", name: "p1", uid };
    expect((await ask({ audiences: ["vault"] })).body.message).toContain("node requested token not bound to a pod");
    expect(
      (await ask({ audiences: ["vault"], boundObjectRef: { ...boundObjectRef, uid: "x" } })).body.message,
    ).toContain("does not match the UID in record");
    expect((await ask({ audiences: ["elsewhere"], boundObjectRef })).body.message).toContain(
      'error validating audience "elsewhere": csidriver.storage.k8s.io "d" not found',
    );
    await made("/apis/storage.k8s.io/v1/csidrivers", named("d", { spec: {} }));
    expect((await ask({ audiences: ["elsewhere"], boundObjectRef })).body.message).toContain(
      'audience "elsewhere" not found in pod spec volume, system:node:n1 is not authorized to request tokens for this audience',
    );
    expect((await ask({ audiences: ["vault"], boundObjectRef })).code).toBe(201);
  });
});
