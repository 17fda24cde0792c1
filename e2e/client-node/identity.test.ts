import {
  AuthenticationV1Api,
  AuthorizationV1Api,
  CoreV1Api,
  Health,
  KubeConfig,
  RbacAuthorizationV1Api,
  VersionApi,
} from "@kubernetes/client-node";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startCluster, type Cluster } from "./start-cluster.ts";

const folder = mkdtempSync(join(tmpdir(), "kubepad-users-"));
let cluster: Cluster;

beforeAll(async () => {
  const tokenFile = join(folder, "tokens.csv");
  writeFileSync(tokenFile, 'bob-token,bob,bob-uid,"dev"\n');
  cluster = await startCluster(["--token-auth-file", tokenFile]);
}, 240_000);

afterAll(async () => {
  await cluster.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The same cluster as another user. */
function as(token: string): KubeConfig {
  const config = new KubeConfig();
  const server = cluster.config.getCurrentCluster();
  if (server === null) throw new Error("the kubeconfig names no cluster");
  config.loadFromClusterAndUser(server, { name: "somebody", token });
  return config;
}

const whoAmI = async (config: KubeConfig) =>
  (await config.makeApiClient(AuthenticationV1Api).createSelfSubjectReview({ body: {} })).status?.userInfo;

describe("identity with @kubernetes/client-node", { timeout: 240_000 }, () => {
  test("the kubeconfig is an administrator's, over TLS", async () => {
    expect(cluster.config.getCurrentCluster()?.server).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    expect(await whoAmI(cluster.config)).toMatchObject({
      username: "kubernetes-admin",
      groups: ["system:masters", "system:authenticated"],
    });
    expect(await whoAmI(as("bob-token"))).toMatchObject({
      username: "bob",
      uid: "bob-uid",
      groups: ["dev", "system:authenticated"],
    });
    await expect(whoAmI(as("no-token"))).rejects.toThrow("Unauthorized");
  });

  test("roles decide, and reviews say how", async () => {
    const rbac = cluster.config.makeApiClient(RbacAuthorizationV1Api);
    const bob = as("bob-token").makeApiClient(CoreV1Api);
    await expect(bob.listNamespacedPod({ namespace: "default" })).rejects.toThrow("pods is forbidden");
    await rbac.createNamespacedRoleBinding({
      namespace: "default",
      body: {
        metadata: { name: "bob" },
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "view" },
        subjects: [{ kind: "User", name: "bob", apiGroup: "rbac.authorization.k8s.io" }],
      },
    });
    expect((await bob.listNamespacedPod({ namespace: "default" })).items).toEqual([]);
    const review = (config: KubeConfig, verb: string) =>
      config.makeApiClient(AuthorizationV1Api).createSelfSubjectAccessReview({
        body: { spec: { resourceAttributes: { namespace: "default", verb, resource: "pods" } } },
      });
    expect((await review(as("bob-token"), "list")).status?.allowed).toBe(true);
    expect((await review(as("bob-token"), "delete")).status?.allowed).toBe(false);
    const rules = await as("bob-token")
      .makeApiClient(AuthorizationV1Api)
      .createSelfSubjectRulesReview({ body: { spec: { namespace: "default" } } });
    expect(
      rules.status?.resourceRules.some(
        ({ resources, verbs }) => resources?.includes("pods") && verbs.includes("watch"),
      ),
    ).toBe(true);
  });

  test("a service account's token is taken, and reviewed", async () => {
    const core = cluster.config.makeApiClient(CoreV1Api);
    await core.createNamespacedServiceAccount({ namespace: "default", body: { metadata: { name: "robot" } } });
    const { status } = await core.createNamespacedServiceAccountToken({
      name: "robot",
      namespace: "default",
      body: { spec: { audiences: [], expirationSeconds: 3600 } },
    });
    expect(await whoAmI(as(status?.token ?? ""))).toMatchObject({ username: "system:serviceaccount:default:robot" });
    const review = await cluster.config
      .makeApiClient(AuthenticationV1Api)
      .createTokenReview({ body: { spec: { token: status?.token ?? "" } } });
    expect(review.status).toMatchObject({
      authenticated: true,
      user: { username: "system:serviceaccount:default:robot" },
    });
  });

  test("health and version", async () => {
    expect(await new Health(cluster.config).readyz({})).toBe(true);
    expect(await cluster.config.makeApiClient(VersionApi).getCode()).toMatchObject({ major: "1", minor: "34" });
  });
});
