import {
  ApiextensionsV1Api,
  CoreV1Api,
  CustomObjectsApi,
  PatchStrategy,
  setHeaderOptions,
  type V1CustomResourceDefinition,
} from "@kubernetes/client-node";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { SiteController, sitesAt, siteFinalizer, type Site } from "./site-controller.ts";
import { startCluster, type Cluster } from "./start-cluster.ts";

let cluster: Cluster;
let controller: SiteController;
const { namespace } = sitesAt;
const wait = { timeout: 60_000, interval: 50 };
const mergePatch = setHeaderOptions("Content-Type", PatchStrategy.MergePatch);
const core = (): CoreV1Api => cluster.config.makeApiClient(CoreV1Api);
const custom = (): CustomObjectsApi => cluster.config.makeApiClient(CustomObjectsApi);

const definition: V1CustomResourceDefinition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "sites.web.example.com" },
  spec: {
    group: sitesAt.group,
    scope: "Namespaced",
    names: { plural: "sites", singular: "site", kind: "Site" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: "object",
            required: ["spec"],
            properties: {
              spec: {
                type: "object",
                required: ["pages"],
                properties: {
                  pages: { type: "object", maxProperties: 8, additionalProperties: { type: "string", maxLength: 64 } },
                },
                x_kubernetes_validations: [{ rule: "'index' in self.pages", message: "a site needs an index" }],
              },
              status: {
                type: "object",
                properties: { observedGeneration: { type: "integer" }, pageCount: { type: "integer" } },
              },
            },
          },
        },
      },
    ],
  },
};

const siteOf = (name: string, pages: Readonly<Record<string, string>>): object => ({
  apiVersion: "web.example.com/v1",
  kind: "Site",
  metadata: { name },
  spec: { pages },
});
const create = (name: string, pages: Readonly<Record<string, string>>): Promise<unknown> =>
  custom().createNamespacedCustomObject({ ...sitesAt, body: siteOf(name, pages) });
const read = async (name: string): Promise<Site> =>
  (await custom().getNamespacedCustomObject({ ...sitesAt, name })) as Site;
const statusOf = async (name: string): Promise<unknown> => (await read(name)).status;
const pagesOf = async (name: string): Promise<unknown> =>
  (
    await core()
      .readNamespacedConfigMap({ name, namespace })
      .catch(() => undefined)
  )?.data;
const names = async (): Promise<readonly (string | undefined)[]> =>
  (await core().listNamespacedConfigMap({ namespace })).items.map(({ metadata }) => metadata?.name);

beforeAll(async () => {
  cluster = await startCluster();
  const extensions = cluster.config.makeApiClient(ApiextensionsV1Api);
  await extensions.createCustomResourceDefinition({ body: definition });
  const isEstablished = async (): Promise<boolean> =>
    ((await extensions.readCustomResourceDefinition({ name: "sites.web.example.com" })).status?.conditions ?? []).some(
      ({ type, status }) => type === "Established" && status === "True",
    );
  await vi.waitUntil(isEstablished, wait);
  controller = new SiteController(cluster.config);
  await controller.start();
}, 120_000);

afterAll(async () => {
  await controller.stop();
  await cluster.close();
});

describe(
  "a controller of custom resources, written with the informers of @kubernetes/client-node",
  { timeout: 120_000 },
  () => {
    test("makes what a resource asks for, owned by it, and says so in its status", async () => {
      await create("first", { index: "hello" });
      await expect.poll(() => statusOf("first"), wait).toEqual({ observedGeneration: 1, pageCount: 1 });
      const { data, metadata } = await core().readNamespacedConfigMap({ name: "first", namespace });
      const site = await read("first");
      expect(data).toEqual({ index: "hello" });
      expect(metadata?.ownerReferences).toEqual([
        {
          apiVersion: "web.example.com/v1",
          kind: "Site",
          name: "first",
          uid: site.metadata?.uid,
          controller: true,
          blockOwnerDeletion: true,
        },
      ]);
      expect([site.metadata?.finalizers, site.metadata?.generation]).toEqual([[siteFinalizer], 1]);
    });

    test("follows changes of the spec, whose generation it reports", async () => {
      await create("changed", { index: "one" });
      await expect.poll(() => statusOf("changed"), wait).toEqual({ observedGeneration: 1, pageCount: 1 });
      await custom().patchNamespacedCustomObject(
        { ...sitesAt, name: "changed", body: { spec: { pages: { index: "two", more: "three" } } } },
        mergePatch,
      );
      await expect.poll(() => statusOf("changed"), wait).toEqual({ observedGeneration: 2, pageCount: 2 });
      expect(await pagesOf("changed")).toEqual({ index: "two", more: "three" });
    });

    test("puts back what others change or delete", async () => {
      await create("guarded", { index: "mine" });
      await expect.poll(() => pagesOf("guarded"), wait).toEqual({ index: "mine" });
      await core().patchNamespacedConfigMap(
        { name: "guarded", namespace, body: { data: { index: "theirs" } } },
        mergePatch,
      );
      await expect.poll(() => pagesOf("guarded"), wait).toEqual({ index: "mine" });
      const uidOf = async (): Promise<string | undefined> =>
        (
          await core()
            .readNamespacedConfigMap({ name: "guarded", namespace })
            .catch(() => undefined)
        )?.metadata?.uid;
      const before = await uidOf();
      await core().deleteNamespacedConfigMap({ name: "guarded", namespace });
      await vi.waitUntil(async () => ![before, undefined].includes(await uidOf()), wait);
      expect(await pagesOf("guarded")).toEqual({ index: "mine" });
    });

    test("never sees what a rule refuses", async () => {
      await expect(create("refused", { other: "page" })).rejects.toThrow("a site needs an index");
    });

    test("cleans up behind its finalizer before a resource goes, and the collector takes what it owned", async () => {
      await create("leaving", { index: "bye" });
      await expect.poll(() => statusOf("leaving"), wait).toEqual({ observedGeneration: 1, pageCount: 1 });
      await custom().deleteNamespacedCustomObject({ ...sitesAt, name: "leaving" });
      await expect.poll(() => read("leaving").catch((error: { readonly code?: number }) => error.code), wait).toBe(404);
      await expect.poll(names, wait).not.toContain("leaving");
      expect(await names()).toContain("leaving-farewell");
    });
  },
);
