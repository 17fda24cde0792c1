import {
  ApiException,
  AppsV1Api,
  CoreV1Api,
  PatchStrategy,
  setHeaderOptions,
  type V1ConfigMap,
} from "@kubernetes/client-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startCluster, type Cluster } from "./start-cluster.ts";

let cluster: Cluster;
let core: CoreV1Api;
const namespace = "default";

beforeAll(async () => {
  cluster = await startCluster();
  core = cluster.config.makeApiClient(CoreV1Api);
}, 240_000);

afterAll(() => cluster.close());

const create = (
  name: string,
  data: Record<string, string>,
  labels: Record<string, string> = {},
): Promise<V1ConfigMap> => core.createNamespacedConfigMap({ namespace, body: { metadata: { name, labels }, data } });

/** What a refused request was told. */
async function refusal(
  request: Promise<unknown>,
): Promise<{ readonly code: number; readonly reason: string; readonly message: string }> {
  const error = await request.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  if (!(error instanceof ApiException)) throw new Error("the request was not refused", { cause: error });
  const { reason, message } = JSON.parse(String(error.body)) as { reason: string; message: string };
  return { code: error.code, reason, message };
}

describe("typed clients of @kubernetes/client-node", { timeout: 240_000 }, () => {
  test("create, read, replace and delete", async () => {
    const made = await create("crud", { a: "1" });
    expect(made.metadata?.creationTimestamp).toBeInstanceOf(Date);
    const replaced = await core.replaceNamespacedConfigMap({
      name: "crud",
      namespace,
      body: { ...made, data: { a: "2" } },
    });
    expect((await core.readNamespacedConfigMap({ name: "crud", namespace })).data).toEqual({ a: "2" });
    expect(await refusal(core.replaceNamespacedConfigMap({ name: "crud", namespace, body: made }))).toMatchObject({
      code: 409,
      reason: "Conflict",
    });
    expect(replaced.metadata?.uid).toBe(made.metadata?.uid);
    expect((await core.deleteNamespacedConfigMap({ name: "crud", namespace })).status).toBe("Success");
    expect(await refusal(core.readNamespacedConfigMap({ name: "crud", namespace }))).toEqual({
      code: 404,
      reason: "NotFound",
      message: 'configmaps "crud" not found',
    });
  });

  test("list in pages, by labels and by fields", async () => {
    for (let i = 0; i < 5; i++) await create(`page-${i}`, {}, { set: i < 3 ? "low" : "high" });
    const names: (string | undefined)[] = [];
    let token: string | undefined;
    do {
      const page = await core.listNamespacedConfigMap({
        namespace,
        labelSelector: "set",
        limit: 2,
        ...(token !== undefined && { _continue: token }),
      });
      names.push(...page.items.map(({ metadata }) => metadata?.name));
      token = page.metadata?._continue;
    } while (token !== undefined && token !== "");
    expect(names).toEqual(["page-0", "page-1", "page-2", "page-3", "page-4"]);
    expect((await core.listNamespacedConfigMap({ namespace, labelSelector: "set in (high)" })).items).toHaveLength(2);
    expect(
      (await core.listNamespacedConfigMap({ namespace, fieldSelector: "metadata.name=page-1" })).items,
    ).toHaveLength(1);
    await core.deleteCollectionNamespacedConfigMap({ namespace, labelSelector: "set" });
    expect((await core.listNamespacedConfigMap({ namespace, labelSelector: "set" })).items).toEqual([]);
  });

  test("patch in every way", async () => {
    await create("patched", { a: "1", b: "2" });
    const patch = (type: PatchStrategy, body: unknown, force = false): Promise<V1ConfigMap> =>
      core.patchNamespacedConfigMap(
        { name: "patched", namespace, body, fieldManager: "tests", ...(force && { force }) },
        setHeaderOptions("Content-Type", type),
      );
    expect((await patch(PatchStrategy.MergePatch, { data: { a: null } })).data).toEqual({ b: "2" });
    expect((await patch(PatchStrategy.StrategicMergePatch, { data: { c: "3" } })).data).toEqual({ b: "2", c: "3" });
    expect((await patch(PatchStrategy.JsonPatch, [{ op: "replace", path: "/data/b", value: "4" }])).data).toEqual({
      b: "4",
      c: "3",
    });
    const applied = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "patched" }, data: { b: "5" } };
    expect(
      await refusal(
        core.patchNamespacedConfigMap(
          { name: "patched", namespace, body: applied, fieldManager: "other" },
          setHeaderOptions("Content-Type", PatchStrategy.ServerSideApply),
        ),
      ),
    ).toMatchObject({ code: 409, reason: "Conflict" });
    const forced = await patch(PatchStrategy.ServerSideApply, applied, true);
    expect(forced.data).toEqual({ b: "5", c: "3" });
    expect(forced.metadata?.managedFields?.find(({ operation }) => operation === "Apply")).toMatchObject({
      manager: "tests",
      fieldsV1: { "f:data": { "f:b": {} } },
    });
  });

  test("work with subresources", async () => {
    const apps = cluster.config.makeApiClient(AppsV1Api);
    const template = { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "web", image: "nginx" }] } };
    await apps.createNamespacedDeployment({
      namespace,
      body: { metadata: { name: "web" }, spec: { replicas: 2, selector: { matchLabels: { app: "web" } }, template } },
    });
    const scale = await apps.readNamespacedDeploymentScale({ name: "web", namespace });
    await apps.replaceNamespacedDeploymentScale({ name: "web", namespace, body: { ...scale, spec: { replicas: 5 } } });
    const deployment = await apps.readNamespacedDeployment({ name: "web", namespace });
    expect(deployment.spec?.replicas).toBe(5);
    const status = await apps.replaceNamespacedDeploymentStatus({
      name: "web",
      namespace,
      body: { ...deployment, status: { replicas: 5, conditions: [{ type: "Available", status: "True" }] } },
    });
    expect(status.status).toMatchObject({ replicas: 5, conditions: [{ type: "Available", status: "True" }] });
  });

  test("are told what is wrong", async () => {
    expect(await refusal(create("Not A Name", {}))).toMatchObject({ code: 422, reason: "Invalid" });
    await create("twice", {});
    expect(await refusal(create("twice", {}))).toMatchObject({ code: 409, reason: "AlreadyExists" });
    expect(
      await refusal(core.createNamespacedConfigMap({ namespace: "nowhere", body: { metadata: { name: "a" } } })),
    ).toMatchObject({ code: 404, message: 'namespaces "nowhere" not found' });
    expect(await refusal(core.listNamespacedConfigMap({ namespace, labelSelector: "=" }))).toMatchObject({
      code: 400,
      reason: "BadRequest",
    });
    expect(
      (await core.createNamespacedConfigMap({ namespace, dryRun: "All", body: { metadata: { name: "dry" } } })).metadata
        ?.uid,
    ).toBeDefined();
    expect(await refusal(core.readNamespacedConfigMap({ name: "dry", namespace }))).toMatchObject({ code: 404 });
  });
});
