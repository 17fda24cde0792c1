import { Writable } from "node:stream";
import {
  AppsV1Api,
  CoreV1Api,
  DiscoveryV1Api,
  Exec,
  Log,
  makeInformer,
  type KubernetesListObject,
  type KubernetesObject,
  type V1Deployment,
  type V1Pod,
} from "@kubernetes/client-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startCluster, type Cluster } from "./start-cluster.ts";

let cluster: Cluster;
const namespace = "default";
const wait = { timeout: 60_000 };

beforeAll(async () => {
  cluster = await startCluster(["--controllers", "*", "--simulated-nodes", "2", "--time-speed", "10"]);
}, 240_000);

afterAll(() => cluster.close());

const core = (): CoreV1Api => cluster.config.makeApiClient(CoreV1Api);
const apps = (): AppsV1Api => cluster.config.makeApiClient(AppsV1Api);

const deployment = (name: string, replicas: number): V1Deployment => ({
  metadata: { name },
  spec: {
    replicas,
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name }, annotations: { "simulation.kubepad.dev/logs": "GET /\nGET /health" } },
      spec: { containers: [{ name: "app", image: "nginx:1.27" }] },
    },
  },
});

/** Starts an informer and gives the states that it has told of, as texts. */
async function follow<T extends KubernetesObject>(
  path: string,
  list: () => Promise<KubernetesListObject<T>>,
  text: (object: T) => string,
) {
  const informer = makeInformer<T>(cluster.config, path, list);
  const told: string[] = [];
  for (const event of ["add", "update", "delete"] as const)
    informer.on(event, (object) => void told.push(`${event} ${text(object)}`));
  await informer.start();
  return { informer, told };
}

/** Collects what is written. */
function collector() {
  const collected = { text: "" };
  const stream = new Writable({
    write(part: Uint8Array, _encoding, done) {
      collected.text += part.toString();
      done();
    },
  });
  return { collected, stream };
}

async function podOf(app: string): Promise<string> {
  const { items } = await core().listNamespacedPod({ namespace, labelSelector: `app=${app}` });
  return items[0]?.metadata?.name ?? "";
}

describe("@kubernetes/client-node beside controllers", { timeout: 120_000 }, () => {
  test("informers see a Deployment become ready, be scaled, and go with its pods", async () => {
    const deployments = await follow<V1Deployment>(
      `/apis/apps/v1/namespaces/${namespace}/deployments`,
      () => apps().listNamespacedDeployment({ namespace }),
      ({ metadata, status }) => `${metadata?.name} ${status?.readyReplicas ?? 0}`,
    );
    const pods = await follow<V1Pod>(
      `/api/v1/namespaces/${namespace}/pods`,
      () => core().listNamespacedPod({ namespace }),
      ({ status }) => status?.phase ?? "",
    );
    await apps().createNamespacedDeployment({ namespace, body: deployment("web", 2) });
    await expect.poll(() => deployments.told, wait).toContain("update web 2");
    expect(deployments.told[0]).toBe("add web 0");
    await expect.poll(() => pods.told.filter((one) => one === "update Running").length, wait).toBeGreaterThan(1);
    expect(pods.told.filter((one) => one === "add Pending")).toHaveLength(2);
    const body = [{ op: "replace", path: "/spec/replicas", value: 1 }];
    await apps().patchNamespacedDeploymentScale({ name: "web", namespace, body });
    await expect.poll(() => pods.told.filter((one) => one.startsWith("delete ")).length, wait).toBe(1);
    await expect.poll(() => deployments.told.at(-1), wait).toBe("update web 1");
    await apps().deleteNamespacedDeployment({ name: "web", namespace, propagationPolicy: "Foreground" });
    await expect.poll(() => pods.informer.list(namespace), wait).toEqual([]);
    await expect.poll(() => deployments.told.at(-1), wait).toMatch(/^delete web/);
    await Promise.all([deployments.informer.stop(), pods.informer.stop()]);
  });

  test("a Service finds its pods", async () => {
    await apps().createNamespacedDeployment({ namespace, body: deployment("served", 3) });
    const spec = { selector: { app: "served" }, ports: [{ port: 80 }] };
    await core().createNamespacedService({ namespace, body: { metadata: { name: "served" }, spec } });
    const discovery = cluster.config.makeApiClient(DiscoveryV1Api);
    const labelSelector = "kubernetes.io/service-name=served";
    const ready = async () =>
      (await discovery.listNamespacedEndpointSlice({ namespace, labelSelector })).items
        .flatMap(({ endpoints }) => endpoints ?? [])
        .filter(({ conditions }) => conditions?.ready).length;
    await expect.poll(ready, wait).toBe(3);
  });

  test("logs are read, and nothing is executed", async () => {
    await apps().createNamespacedDeployment({ namespace, body: deployment("logged", 1) });
    const ready = async () =>
      (await apps().readNamespacedDeployment({ name: "logged", namespace })).status?.readyReplicas;
    await expect.poll(ready, wait).toBe(1);
    const name = await podOf("logged");
    expect(await core().readNamespacedPodLog({ name, namespace, tailLines: 1 })).toBe("GET /health\n");
    const { collected, stream } = collector();
    await new Log(cluster.config).log(namespace, name, "app", stream, { follow: true });
    await expect.poll(() => collected.text, wait).toBe("GET /\nGET /health\n");
    const executed = new Exec(cluster.config).exec(namespace, name, "app", "ls", stream, null, null, false);
    const refusal = await executed.then(String, (event: { readonly message: string }) => event.message);
    expect(refusal).toMatch(/^Unexpected server response: \d+$/);
    expect(stream.writableFinished).toBe(false);
    // Not by `abort`: client-node 2 throws what nobody can catch then.
    await core().deleteNamespacedPod({ name, namespace, gracePeriodSeconds: 0 });
    await expect.poll(() => stream.writableFinished, wait).toBe(true);
  });
});
