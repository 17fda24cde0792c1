import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { KubeObject } from "../apimachinery/meta.ts";
import { addonObjects } from "../client/addons.ts";
import { simulatedNodes } from "../controllers/simulated-nodes/node-status.ts";
import { createTestServer, type TestServer } from "./test-server.ts";

let server: TestServer;

/** Lets the time of the world pass. */
const pass = (seconds: number): Promise<unknown> => server.inspect.advanceWorld(seconds * 1000);
const read = async (path: string, accept = "application/json"): Promise<unknown> =>
  (await server.fetch(path, { headers: { Accept: accept } })).json();

const deployment = (name: string, container: object = {}, replicas = 1) => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name, namespace: "default" },
  spec: {
    replicas,
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ name: "app", image: "nginx", ...container }] },
    },
  },
});
const service = (name: string) => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name, namespace: "default" },
  spec: { selector: { app: name }, ports: [{ port: 80 }] },
});
const behavior = (name: string, spec: object) => ({
  apiVersion: "simulation.kubepad.dev/v1alpha1",
  kind: "PodBehavior",
  metadata: { name, namespace: "default" },
  spec,
});

interface PodMetricsList {
  readonly items: readonly { readonly containers: readonly { readonly name: string; readonly usage: object }[] }[];
}

/** What the containers of pods with a label use. */
async function usages(app: string): Promise<readonly unknown[]> {
  const path = `/apis/metrics.k8s.io/v1beta1/namespaces/default/pods?labelSelector=app%3D${app}`;
  const { items } = (await read(path)) as PodMetricsList;
  return items.flatMap(({ containers }) => containers.map(({ usage }) => usage));
}

beforeAll(async () => {
  server = await createTestServer({
    controllers: ["*"],
    world: { paused: true, inTurns: true, start: Date.UTC(2030, 0, 1) },
    seed: [...simulatedNodes(1), ...addonObjects("metrics-server"), ...addonObjects("metrics-adapter")],
  });
  await pass(60);
  for (const node of simulatedNodes(2).slice(1)) await server.create({ kind: "Node", apiVersion: "v1", ...node });
});
afterAll(() => server.close());

describe("metrics-server, installed by its objects", () => {
  it("is available once its pod is ready, and listed by discovery", async () => {
    for (const name of ["v1beta1.metrics.k8s.io", "v1beta2.custom.metrics.k8s.io", "v1beta1.external.metrics.k8s.io"])
      expect(await read(`/apis/apiregistration.k8s.io/v1/apiservices/${name}`)).toMatchObject({
        status: { conditions: [{ type: "Available", status: "True", reason: "Passed" }] },
      });
    expect(await read("/apis/metrics.k8s.io/v1beta1")).toMatchObject({
      kind: "APIResourceList",
      resources: [
        { name: "nodes", kind: "NodeMetrics", namespaced: false, verbs: ["get", "list"] },
        { name: "pods", kind: "PodMetrics", namespaced: true, verbs: ["get", "list"] },
      ],
    });
  });

  it("lets whoever may view a namespace read the metrics of its pods", async () => {
    const role = await read("/apis/rbac.authorization.k8s.io/v1/clusterroles/view");
    expect(JSON.stringify(role)).toContain('"metrics.k8s.io"');
  });

  it("measures every 15 seconds, a pod only when its containers have run for ten", async () => {
    await server.create(deployment("young"));
    await pass(3);
    expect(await usages("young")).toEqual([]);
    await pass(30);
    expect(await usages("young")).toEqual([{ cpu: "1m", memory: "8Mi" }]);
    const path = "/apis/metrics.k8s.io/v1beta1/namespaces/default/pods";
    const { items } = (await read(path)) as { items: readonly { timestamp: string; window: string }[] };
    expect(items[0]).toMatchObject({ timestamp: expect.stringMatching(/:(00|15|30|45)Z$/), window: "15s" });
  });

  it("adds up a node: what its containers use, and what the node itself uses", async () => {
    const node = (await read("/apis/metrics.k8s.io/v1beta1/nodes/node-1")) as { usage: { cpu: string } };
    // 100m of the node, 10m of each server of metrics; the pod above is on the other node
    expect(node).toMatchObject({ kind: "NodeMetrics", metadata: { name: "node-1" }, usage: { cpu: "120m" } });
  });

  it("answers a Table to kubectl get, and Status errors for what is not there", async () => {
    const table = await read(
      "/apis/metrics.k8s.io/v1beta1/nodes?fieldSelector=metadata.name%3Dnode-1",
      "application/json;as=Table;g=meta.k8s.io;v=v1,application/json",
    );
    expect(table).toMatchObject({
      kind: "Table",
      columnDefinitions: [{ name: "Name" }, { name: "cpu" }, { name: "memory" }, { name: "Window" }],
      rows: [{ cells: ["node-1", "120m", expect.any(String), "15s"], object: { kind: "PartialObjectMetadata" } }],
    });
    expect(await read("/apis/metrics.k8s.io/v1beta1/nodes/n")).toMatchObject({
      code: 404,
      message: 'nodes "n" not found',
    });
    expect(await read("/apis/metrics.k8s.io/v1beta1/namespaces/default/pods/p")).toMatchObject({
      code: 404,
      message: 'pods "p" not found',
    });
    expect(await read("/apis/metrics.k8s.io/v1beta1/pods?labelSelector=a+in")).toMatchObject({ code: 400 });
    const removed = await server.fetch("/apis/metrics.k8s.io/v1beta1/nodes/n", { method: "DELETE" });
    expect(removed.status).toBe(405);
  });

  it("has nothing to tell of a node that does not answer, nor of its pods", async () => {
    const spec = { nodeName: "node-2", containers: [{ name: "c", image: "nginx" }] };
    const metadata = { name: "there", namespace: "default", labels: { app: "there" } };
    await server.create({ apiVersion: "v1", kind: "Pod", metadata, spec });
    await pass(60);
    expect(await usages("there")).toHaveLength(1);
    const names = async (): Promise<unknown> => {
      const { items } = (await read("/apis/metrics.k8s.io/v1beta1/nodes")) as { items: readonly KubeObject[] };
      return items.map(({ metadata: { name } }) => name);
    };
    expect(await names()).toEqual(["node-1", "node-2"]);
    const patch = async (ready: string): Promise<void> => {
      await server.fetch("/api/v1/nodes/node-2", {
        method: "PATCH",
        headers: { "Content-Type": "application/merge-patch+json" },
        body: JSON.stringify({ metadata: { annotations: { "simulation.kubepad.dev/ready": ready } } }),
      });
      await pass(5);
    };
    await patch("false");
    expect(await names()).toEqual(["node-1"]);
    expect(await usages("there")).toEqual([]);
    await patch("true");
    await pass(30);
    expect(await usages("there")).toHaveLength(1);
  });
});

describe("what pods use", () => {
  it("follows from a PodBehavior: a constant, and a ramp from the start of the container", async () => {
    await server.create(
      behavior("curves", {
        selector: { matchLabels: { app: "curves" } },
        containers: [{ name: "app", cpu: "250m" }],
        metrics: [{ name: "memory", ramp: { from: "100Mi", to: "200Mi", seconds: 1000 } }],
      }),
    );
    await server.create(deployment("curves", { resources: { limits: { cpu: "200m", memory: "1Gi" } } }));
    await pass(500);
    // the CPU of its limit, and the memory of half of the time
    expect(await usages("curves")).toEqual([{ cpu: "200m", memory: "153192Ki" }]);
  });

  it("is a share of what the endpoints of a Service serve, which is less for each when there are more", async () => {
    await server.create(service("web"));
    await server.create(deployment("web", { resources: { requests: { cpu: "100m" } } }));
    await server.create(
      behavior("rush", {
        metrics: [
          { name: "cpu", service: "web", value: "600m" },
          { name: "requests_per_second", service: "web", value: "300" },
        ],
      }),
    );
    await pass(45);
    expect(await usages("web")).toEqual([{ cpu: "600m", memory: "8Mi" }]);
    await server.fetch("/apis/apps/v1/namespaces/default/deployments/web/scale", {
      method: "PATCH",
      headers: { "Content-Type": "application/merge-patch+json" },
      body: JSON.stringify({ spec: { replicas: 3 } }),
    });
    await pass(45);
    expect((await usages("web")).map((usage) => (usage as { cpu: string }).cpu)).toEqual(["200m", "200m", "200m"]);
    const custom = "/apis/custom.metrics.k8s.io/v1beta2/namespaces/default";
    expect(await read(`${custom}/pods/*/requests_per_second?labelSelector=app%3Dweb`)).toMatchObject({
      kind: "MetricValueList",
      apiVersion: "custom.metrics.k8s.io/v1beta2",
      items: [0, 1, 2].map(() => ({
        describedObject: { kind: "Pod", namespace: "default", apiVersion: "/v1" },
        metric: { name: "requests_per_second", selector: null },
        value: "100",
      })),
    });
    expect(await read(`${custom}/services/web/requests_per_second`)).toMatchObject({
      items: [{ describedObject: { kind: "Service", name: "web" }, value: "300" }],
    });
    expect(
      await read("/apis/custom.metrics.k8s.io/v1beta1/namespaces/default/services/web/requests_per_second"),
    ).toMatchObject({ items: [{ metricName: "requests_per_second", value: "300" }] });
    expect(await read(`${custom}/services/web/nothing`)).toMatchObject({
      code: 404,
      message: "the server could not find the metric nothing for services web",
    });
    expect(await read("/apis/custom.metrics.k8s.io/v1beta2")).toMatchObject({
      resources: [
        { name: "pods/requests_per_second", kind: "MetricValueList", verbs: ["get"] },
        { name: "services/requests_per_second" },
      ],
    });
  });

  it("is the work for pods that ask a Service without end, while they run", async () => {
    const image = "registry.k8s.io/hpa-example";
    await server.create(service("php-apache"));
    await server.create(deployment("php-apache", { image, resources: { requests: { cpu: "200m" } } }, 2));
    await pass(45);
    expect(await usages("php-apache")).toEqual([0, 1].map(() => ({ cpu: "20m", memory: "8Mi" })));
    const command = ["/bin/sh", "-c", "while sleep 0.01; do wget -q -O- http://php-apache; done"];
    const spec = { containers: [{ name: "c", image: "busybox:1.28", command }] };
    const generator = { apiVersion: "v1", kind: "Pod", metadata: { name: "load-generator", namespace: "default" } };
    await server.create({ ...generator, spec });
    await pass(45);
    expect(await usages("php-apache")).toEqual([0, 1].map(() => ({ cpu: "350m", memory: "8Mi" })));
    await server.fetch("/api/v1/namespaces/default/pods/load-generator?gracePeriodSeconds=0", { method: "DELETE" });
    await pass(45);
    expect(await usages("php-apache")).toEqual([0, 1].map(() => ({ cpu: "20m", memory: "8Mi" })));
  });

  it("has series of external metrics, which labels select", async () => {
    const queue = (labels: object, value: string) => ({ name: "queue_length", external: labels, value });
    await server.create(
      behavior("queues", { metrics: [queue({ queue: "orders" }, "30"), queue({ queue: "mail" }, "7")] }),
    );
    await pass(1);
    const path = "/apis/external.metrics.k8s.io/v1beta1/namespaces/default/queue_length";
    expect(await read(path)).toMatchObject({
      kind: "ExternalMetricValueList",
      items: [
        { metricName: "queue_length", metricLabels: { queue: "orders" }, value: "30" },
        { metricLabels: { queue: "mail" }, value: "7" },
      ],
    });
    expect(await read(`${path}?labelSelector=queue%3Dmail`)).toMatchObject({ items: [{ value: "7" }] });
    expect(await read("/apis/external.metrics.k8s.io/v1beta1/namespaces/default/none")).toMatchObject({
      code: 404,
      message: "the server could not find the metric none for namespaces",
    });
  });
});

describe("a PodBehavior", () => {
  it("says something about containers or metrics", async () => {
    const refused = await server.fetch("/apis/simulation.kubepad.dev/v1alpha1/namespaces/default/podbehaviors", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(behavior("empty", {})),
    });
    expect(refused.status).toBe(422);
  });
});

it("is asked no more when its Deployment has no pods", async () => {
  await server.fetch("/apis/apps/v1/namespaces/kube-system/deployments/metrics-server/scale", {
    method: "PATCH",
    headers: { "Content-Type": "application/merge-patch+json" },
    body: JSON.stringify({ spec: { replicas: 0 } }),
  });
  await pass(60);
  expect(await read("/apis/apiregistration.k8s.io/v1/apiservices/v1beta1.metrics.k8s.io")).toMatchObject({
    status: { conditions: [{ type: "Available", status: "False", reason: "MissingEndpoints" }] },
  });
  const answer = await server.fetch("/apis/metrics.k8s.io/v1beta1/nodes");
  expect([answer.status, await answer.text()]).toEqual([503, "service unavailable\n"]);
});
