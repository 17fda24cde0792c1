import { CoreV1Api, makeInformer, Watch, type V1ConfigMap } from "@kubernetes/client-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startCluster, type Cluster } from "./start-cluster.ts";

let cluster: Cluster;
const namespace = "default";
const path = `/api/v1/namespaces/${namespace}/configmaps`;
const core = (): CoreV1Api => cluster.config.makeApiClient(CoreV1Api);
const create = (name: string): Promise<V1ConfigMap> =>
  core().createNamespacedConfigMap({
    namespace,
    body: { metadata: { name, labels: { watched: "yes" } }, data: { a: "1" } },
  });
const wait = { timeout: 60_000 };

beforeAll(async () => {
  cluster = await startCluster();
}, 240_000);

afterAll(() => cluster.close());

describe("watches of @kubernetes/client-node", { timeout: 120_000 }, () => {
  test("a watch tells of every change from a version on, and ends when it is told to", async () => {
    const { metadata } = await core().listNamespacedConfigMap({ namespace });
    const seen: string[] = [];
    let ended = false;
    const ending = await new Watch(cluster.config).watch(
      path,
      { resourceVersion: metadata?.resourceVersion, labelSelector: "watched" },
      (type: string, object: V1ConfigMap) => void seen.push(`${type} ${object.metadata?.name}`),
      () => (ended = true),
    );
    const made = await create("a");
    await core().replaceNamespacedConfigMap({ name: "a", namespace, body: { ...made, data: { a: "2" } } });
    await core().deleteNamespacedConfigMap({ name: "a", namespace });
    await expect.poll(() => seen, wait).toEqual(["ADDED a", "MODIFIED a", "DELETED a"]);
    ending.abort();
    await expect.poll(() => ended, wait).toBe(true);
  });

  test("a watch by a selector that makes no sense is refused", async () => {
    const errors: string[] = [];
    await new Watch(cluster.config).watch(
      path,
      { labelSelector: "=" },
      () => undefined,
      (error: unknown) => void errors.push(String(error)),
    );
    await expect.poll(() => errors, wait).toEqual(["Error: Bad Request"]);
  });

  test("an informer keeps up, over a restart of the server too", async () => {
    const informer = makeInformer<V1ConfigMap>(
      cluster.config,
      path,
      () => core().listNamespacedConfigMap({ namespace, labelSelector: "watched" }),
      "watched",
    );
    const names = (): readonly (string | undefined)[] =>
      informer
        .list(namespace)
        .map(({ metadata }) => metadata?.name ?? "")
        .sort();
    const events: string[] = [];
    let stopped = false;
    informer.on("add", ({ metadata }) => void events.push(`add ${metadata?.name}`));
    informer.on("delete", ({ metadata }) => void events.push(`delete ${metadata?.name}`));
    informer.on("error", () => void (stopped || setTimeout(() => void informer.start().catch(() => undefined), 100)));
    await create("first");
    await informer.start();
    expect(names()).toEqual(["first"]);
    await create("second");
    await expect.poll(names, wait).toEqual(["first", "second"]);
    await cluster.restart();
    await core().deleteNamespacedConfigMap({ name: "first", namespace });
    await create("third");
    await expect.poll(names, { timeout: 60_000 }).toEqual(["second", "third"]);
    expect(events).toEqual(expect.arrayContaining(["add first", "add second", "delete first", "add third"]));
    stopped = true;
    await informer.stop();
  });
});
