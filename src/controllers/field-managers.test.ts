import { afterAll, beforeAll, expect, test } from "vitest";
import { type LivingWorld, startLivingWorld } from "../diagnosis/testing/living-world.ts";

let world: LivingWorld;
beforeAll(async () => {
  world = await startLivingWorld();
  const labels = { app: "web" };
  await world.create(
    {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "web", namespace: "default" },
      spec: {
        replicas: 1,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: "app", image: "nginx:1" }] } },
      },
    },
    {
      apiVersion: "v1",
      kind: "Service",
      metadata: { name: "web", namespace: "default" },
      spec: { selector: labels, ports: [{ port: 80 }] },
    },
  );
  await world.pass(20);
}, 120_000);
afterAll(() => world.close());

/** The managers of the objects at a path, without those of the test. */
async function managersAt(path: string): Promise<readonly string[]> {
  const { items } = (await world.send("GET", path)) as {
    items: { metadata: { managedFields?: { manager: string }[] } }[];
  };
  const all = items.flatMap(({ metadata }) => (metadata.managedFields ?? []).map(({ manager }) => manager));
  return [...new Set(all)].filter((manager) => manager !== "kubepad-testing").toSorted();
}

// As kubectl get --show-managed-fields prints them of a cluster that kubeadm made.
test.each([
  ["/apis/apps/v1/deployments", ["kube-controller-manager"]],
  ["/apis/apps/v1/replicasets", ["kube-controller-manager"]],
  ["/api/v1/pods", ["kube-controller-manager", "kubelet"]],
  ["/apis/discovery.k8s.io/v1/namespaces/default/endpointslices", ["kube-controller-manager"]],
  ["/api/v1/nodes", ["kube-controller-manager", "kubelet"]],
])("the fields of %s are managed as upstream's components are called", async (path, managers) => {
  expect(await managersAt(path)).toEqual(managers);
});
