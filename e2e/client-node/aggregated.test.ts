import {
  ApiregistrationV1Api,
  ApisApi,
  CoreV1Api,
  CustomObjectsApi,
  KubernetesObjectApi,
  makeInformer,
  type KubernetesListObject,
  type KubernetesObject,
} from "@kubernetes/client-node";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { definitionOf } from "../../src/apiextensions/testing/definition-of.ts";
import { send } from "../aggregation/exchange.ts";
import { startServer, type ChildProgram } from "../child-program.ts";
import { startCluster, type Cluster } from "./start-cluster.ts";

let extension: ChildProgram;
let cluster: Cluster;
const group = "wardle.example.com";
const at = { group, version: "v1", namespace: "default", plural: "flunders" };
const name = `v1.${group}`;
const flunder = (called: string): KubernetesObject => ({
  apiVersion: `${group}/v1`,
  kind: "Flunder",
  metadata: { name: called, namespace: "default" },
});

/** A second server, whose kinds the first one passes on. */
async function startExtension(): Promise<ChildProgram> {
  const started = await startServer(["--port", "0", "--storage", "memory", "--tls"]);
  const { status } = await send(
    {
      method: "POST",
      target: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
      headers: [["Content-Type", "application/json"]],
      body: JSON.stringify(definitionOf("Flunder", group)),
    },
    started,
  );
  if (status !== 201) throw new Error(`the definition was answered with ${status}`);
  return started;
}

beforeAll(async () => {
  extension = await startExtension();
  cluster = await startCluster([
    "--webhook-service-addresses",
    `default/there=127.0.0.1:${new URL(extension.url).port}`,
  ]);
  const spec = { type: "ExternalName", externalName: "there.test" };
  await cluster.config
    .makeApiClient(CoreV1Api)
    .createNamespacedService({ namespace: "default", body: { metadata: { name: "there" }, spec } });
  const registration = cluster.config.makeApiClient(ApiregistrationV1Api);
  await registration.createAPIService({
    body: {
      metadata: { name },
      spec: {
        group,
        version: "v1",
        service: { namespace: "default", name: "there" },
        insecureSkipTLSVerify: true,
        groupPriorityMinimum: 1000,
        versionPriority: 15,
      },
    },
  });
  const message = async () => (await registration.readAPIService({ name })).status?.conditions?.[0]?.message;
  await vi.waitUntil(async () => (await message()) === "all checks passed", { timeout: 60_000 });
}, 240_000);

afterAll(async () => {
  await cluster.close();
  await extension.stop();
});

describe("kinds of an extension server in @kubernetes/client-node", { timeout: 120_000 }, () => {
  test("discovery lists them", async () => {
    const { groups } = await cluster.config.makeApiClient(ApisApi).getAPIVersions();
    expect(groups.find((each) => each.name === group)?.preferredVersion?.groupVersion).toBe(`${group}/v1`);
    const { resources } = await cluster.config.makeApiClient(CustomObjectsApi).getAPIResources(at);
    expect(resources.map((resource) => resource.name)).toContain("flunders");
  });

  test("objects are created, read and listed without knowing the kind", async () => {
    const objects = KubernetesObjectApi.makeApiClient(cluster.config);
    expect((await objects.create(flunder("a"))).metadata?.uid).toMatch(/^[0-9a-f-]{36}$/);
    const { items } = await objects.list(`${group}/v1`, "Flunder", "default");
    expect(items.map(({ metadata }) => metadata?.name)).toEqual(["a"]);
    await objects.delete(flunder("a"));
    await expect(
      objects.read({ ...flunder("a"), metadata: { name: "a", namespace: "default" } }),
    ).rejects.toMatchObject({
      code: 404,
    });
  });

  test("an informer follows them through the proxy", async () => {
    const custom = cluster.config.makeApiClient(CustomObjectsApi);
    const seen: string[] = [];
    const informer = makeInformer<KubernetesObject>(
      cluster.config,
      `/apis/${group}/v1/namespaces/default/flunders`,
      () => custom.listNamespacedCustomObject(at) as Promise<KubernetesListObject<KubernetesObject>>,
    );
    for (const event of ["add", "update", "delete"] as const)
      informer.on(event, ({ metadata }) => void seen.push(`${event} ${metadata?.name}`));
    await informer.start();
    const objects = KubernetesObjectApi.makeApiClient(cluster.config);
    const made = await objects.create(flunder("b"));
    await expect.poll(() => seen).toEqual(["add b"]);
    await objects.replace({ ...made, metadata: { ...made.metadata, name: "b", labels: { a: "b" } } });
    await expect.poll(() => seen).toEqual(["add b", "update b"]);
    await objects.delete(flunder("b"));
    await expect.poll(() => seen).toEqual(["add b", "update b", "delete b"]);
    await informer.stop();
  });
});
