import { afterAll, beforeAll, expect, test } from "vitest";
import { podsOf, startLivingCluster, type LivingCluster } from "./living-cluster.ts";

let cluster: LivingCluster;

beforeAll(async () => {
  cluster = await startLivingCluster("--addons", "metrics-server,metrics-adapter");
}, 240_000);

afterAll(() => cluster.close());

const kubectl = (...args: readonly string[]): Promise<string> => cluster.kubectl(...args);
const waitForMetrics = (): Promise<string> =>
  kubectl("wait", "--for=condition=Available", "apiservice/v1beta1.metrics.k8s.io", "--timeout=120s");

test("kubectl finds the metrics APIs registered as metrics-server registers itself", { timeout: 240_000 }, async () => {
  await waitForMetrics();
  expect(await kubectl("get", "apiservices", "v1beta1.metrics.k8s.io", "--no-headers")).toMatch(
    /^v1beta1\.metrics\.k8s\.io +kube-system\/metrics-server +True +\S+\n$/,
  );
  expect(await kubectl("api-resources", "--api-group=metrics.k8s.io", "--no-headers")).toMatch(
    /^nodes +metrics\.k8s\.io\/v1beta1 +false +NodeMetrics\npods +metrics\.k8s\.io\/v1beta1 +true +PodMetrics\n$/,
  );
  const may = await cluster.run(["auth", "can-i", "list", "pods.metrics.k8s.io", "--as", "nobody"]);
  expect(may.stdout).toBe("no\n");
});

test("kubectl top prints what nodes and pods use", { timeout: 240_000 }, async () => {
  await waitForMetrics();
  const usage = { "simulation.kubepad.dev/cpu": "250m", "simulation.kubepad.dev/memory": "64Mi" };
  const spec = { replicas: 2, ...podsOf("web", { name: "web", image: "nginx" }, usage) };
  await cluster.apply([{ apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "web" }, spec }]);
  await kubectl("rollout", "status", "deployment", "web", "--timeout=60s");
  const top = async (): Promise<string> => (await cluster.run(["top", "pod", "-l", "app=web", "--sum"])).stdout;
  await expect.poll(top, { timeout: 120_000 }).toMatch(/500m/);
  expect(await top()).toMatch(
    /^NAME +CPU\(cores\) +MEMORY\(bytes\) +\n(web-\S+ +250m +64Mi +\n){2} +_{8} +_{8} +\n +500m +128Mi +\n$/,
  );
  expect(await kubectl("top", "node", "--no-headers", "--sort-by=cpu")).toMatch(
    /^(node-[12] +\d+m +\d+% +\d+Mi +\d+% +\n){2}$/,
  );
  expect(await kubectl("get", "nodes.metrics.k8s.io", "node-1", "-o", "jsonpath={.window}")).toBe("15s");
});

test("an autoscaler follows the load of a Service", { timeout: 240_000 }, async () => {
  await waitForMetrics();
  const container = { name: "shop", image: "nginx", resources: { requests: { cpu: "100m" } } };
  const behavior = {
    apiVersion: "simulation.kubepad.dev/v1alpha1",
    kind: "PodBehavior",
    metadata: { name: "load" },
    spec: { metrics: [{ name: "cpu", service: "shop", value: "300m" }] },
  };
  const service = { metadata: { name: "shop" }, spec: { selector: { app: "shop" }, ports: [{ port: 80 }] } };
  await cluster.apply([
    { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "shop" }, spec: podsOf("shop", container) },
    { apiVersion: "v1", kind: "Service", ...service },
    behavior,
  ]);
  await kubectl("autoscale", "deployment", "shop", "--cpu=100%", "--min=1", "--max=10");
  const hpa = (path: string): Promise<string> => kubectl("get", "hpa", "shop", "-o", `jsonpath={${path}}`);
  await expect.poll(() => hpa(".status.desiredReplicas"), { timeout: 120_000, interval: 500 }).toBe("3");
  await expect
    .poll(() => hpa(".status.currentMetrics[0].resource.current.averageUtilization"), {
      timeout: 120_000,
      interval: 500,
    })
    .toBe("100");
});
