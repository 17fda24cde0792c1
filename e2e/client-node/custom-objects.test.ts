import {
  ApiextensionsV1Api,
  ApisApi,
  CustomObjectsApi,
  KubernetesObjectApi,
  PatchStrategy,
  setHeaderOptions,
  type V1CustomResourceDefinition,
} from "@kubernetes/client-node";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startCluster, type Cluster } from "./start-cluster.ts";

let cluster: Cluster;
const at = { group: "example.com", version: "v1", namespace: "default", plural: "widgets" };

const definition: V1CustomResourceDefinition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "widgets.example.com" },
  spec: {
    group: "example.com",
    scope: "Namespaced",
    names: { plural: "widgets", singular: "widget", kind: "Widget" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: {
              spec: { type: "object", properties: { size: { type: "integer", minimum: 1, _default: 3 } } },
              status: { type: "object", properties: { ready: { type: "boolean" } } },
            },
          },
        },
      },
    ],
  },
};

beforeAll(async () => {
  cluster = await startCluster();
  const extensions = cluster.config.makeApiClient(ApiextensionsV1Api);
  await extensions.createCustomResourceDefinition({ body: definition });
  const isEstablished = async (): Promise<boolean> =>
    ((await extensions.readCustomResourceDefinition({ name: "widgets.example.com" })).status?.conditions ?? []).some(
      ({ type, status }) => type === "Established" && status === "True",
    );
  await vi.waitUntil(isEstablished, { timeout: 60_000, interval: 50 });
}, 240_000);

afterAll(() => cluster.close());

describe("custom resources with @kubernetes/client-node", { timeout: 240_000 }, () => {
  test("are created with defaults, patched, listed and deleted", async () => {
    const widgets = cluster.config.makeApiClient(CustomObjectsApi);
    const body = { apiVersion: "example.com/v1", kind: "Widget", metadata: { name: "one" }, spec: {} };
    expect(await widgets.createNamespacedCustomObject({ ...at, body })).toMatchObject({ spec: { size: 3 } });
    expect(
      await widgets.patchNamespacedCustomObject(
        { ...at, name: "one", body: { spec: { size: 7 } } },
        setHeaderOptions("Content-Type", PatchStrategy.MergePatch),
      ),
    ).toMatchObject({ spec: { size: 7 }, metadata: { generation: 2 } });
    expect(
      await widgets.patchNamespacedCustomObjectStatus(
        { ...at, name: "one", body: { status: { ready: true } } },
        setHeaderOptions("Content-Type", PatchStrategy.MergePatch),
      ),
    ).toMatchObject({ status: { ready: true } });
    expect(await widgets.listNamespacedCustomObject(at)).toMatchObject({
      kind: "WidgetList",
      items: [{ metadata: { name: "one" } }],
    });
    await expect(
      widgets.createNamespacedCustomObject({ ...at, body: { ...body, metadata: { name: "two" }, spec: { size: 0 } } }),
    ).rejects.toThrow("should be greater than or equal to 1");
    await widgets.deleteNamespacedCustomObject({ ...at, name: "one" });
    expect(await widgets.listNamespacedCustomObject(at)).toMatchObject({ items: [] });
  });

  test("are applied by whoever reads their kind in discovery", async () => {
    const objects = KubernetesObjectApi.makeApiClient(cluster.config);
    const widget = {
      apiVersion: "example.com/v1",
      kind: "Widget",
      metadata: { name: "applied", namespace: "default" },
      spec: { size: 5 },
    };
    const apply = () => objects.patch(widget, undefined, undefined, "tests", true, PatchStrategy.ServerSideApply);
    expect(await apply()).toMatchObject({ spec: { size: 5 } });
    expect((await objects.read(widget)).metadata?.managedFields).toMatchObject([
      { manager: "tests", operation: "Apply" },
    ]);
    expect((await objects.list("example.com/v1", "Widget", "default")).items).toHaveLength(1);
    await objects.delete(widget);
  });

  test("their group is discovered", async () => {
    const { groups } = await cluster.config.makeApiClient(ApisApi).getAPIVersions();
    expect(groups.find(({ name }) => name === "example.com")?.preferredVersion?.groupVersion).toBe("example.com/v1");
  });
});
