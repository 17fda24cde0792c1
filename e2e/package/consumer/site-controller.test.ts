import { CoreV1Api, CustomObjectsApi, KubeConfig } from "@kubernetes/client-node";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createTestServer, type KubeObject, type TestServer } from "kubepad/testing";
import { SiteController, siteFinalizer, sitesAt, type Site } from "../../client-node/site-controller.ts";

const anything = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
const definition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "sites.web.example.com" },
  spec: {
    group: "web.example.com",
    scope: "Namespaced",
    names: { plural: "sites", singular: "site", kind: "Site" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: { openAPIV3Schema: { type: "object", properties: { spec: anything, status: anything } } },
      },
    ],
  },
};

const site = (pages: Readonly<Record<string, string>>) => ({
  apiVersion: "web.example.com/v1",
  kind: "Site",
  metadata: { name: "blog", namespace: "default" },
  spec: { pages },
});
const blog = site({ "index.html": "hello" });
const pagesOfBlog = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "blog", namespace: "default" } };
const farewell = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "blog-farewell", namespace: "default" } };

type ConfigMap = KubeObject & { readonly data?: Readonly<Record<string, string>> };
type StoredSite = KubeObject & Pick<Site, "spec" | "status">;

/** Each test has a server and a controller of its own. */
interface Environment {
  readonly server: TestServer;
  readonly controller: SiteController;
  readonly config: KubeConfig;
}

let environment: Environment;

beforeEach(async () => {
  const server = await createTestServer({ seed: [definition] });
  const config = new KubeConfig();
  config.loadFromString(await server.kubeconfig());
  const controller = new SiteController(config);
  await controller.start();
  environment = { server, controller, config };
});

afterEach(async () => {
  await environment.controller.stop();
  await environment.server.close();
});

describe("the site controller", () => {
  test("writes the pages of a site and reports them in its status", async () => {
    const { server } = environment;
    await server.create(blog);
    const { data } = await server.waitFor<ConfigMap>(pagesOfBlog, () => true);
    expect(data).toEqual({ "index.html": "hello" });
    const { status, metadata } = await server.waitFor<StoredSite>(blog, (found) => found.status?.pageCount === 1);
    expect(status).toEqual({ observedGeneration: 1, pageCount: 1 });
    expect(metadata.finalizers).toEqual([siteFinalizer]);
  });

  test("follows changes of the site", async () => {
    const { server, config } = environment;
    await server.create(blog);
    await server.waitFor<StoredSite>(blog, (found) => found.status?.pageCount === 1);
    const custom = config.makeApiClient(CustomObjectsApi);
    const current = (await custom.getNamespacedCustomObject({ ...sitesAt, name: "blog" })) as StoredSite;
    const body = { ...current, spec: { pages: { "index.html": "hello", "about.html": "us" } } };
    await custom.replaceNamespacedCustomObject({ ...sitesAt, name: "blog", body });
    await server.waitFor<StoredSite>(blog, (found) => found.status?.observedGeneration === 2);
    expect(await server.get<ConfigMap>(pagesOfBlog)).toMatchObject({ data: body.spec.pages });
  });

  test("restores pages that somebody deleted", async () => {
    const { server } = environment;
    await server.create(blog);
    const first = await server.waitFor<ConfigMap>(pagesOfBlog, () => true);
    await server.delete(pagesOfBlog);
    const second = await server.waitFor<ConfigMap>(pagesOfBlog, ({ metadata }) => metadata.uid !== first.metadata.uid);
    expect(second.data).toEqual(first.data);
  });

  test("cleans up before a site is gone, and its pages are collected", async () => {
    const { server, config } = environment;
    await server.create(blog);
    await server.waitFor<StoredSite>(blog, (found) => found.status?.pageCount === 1);
    await config.makeApiClient(CustomObjectsApi).deleteNamespacedCustomObject({ ...sitesAt, name: "blog" });
    await server.waitForDeletion(blog);
    expect(await server.get<ConfigMap>(farewell)).toMatchObject({ data: { site: "blog" } });
    await server.waitForDeletion(pagesOfBlog);
  });

  test("sees nothing of other tests", async () => {
    const maps = await environment.config.makeApiClient(CoreV1Api).listNamespacedConfigMap({ namespace: "default" });
    expect(maps.items.map(({ metadata }) => metadata?.name).filter((name) => name !== "kube-root-ca.crt")).toEqual([]);
  });
});
