import { X509Certificate } from "node:crypto";
import { afterEach, expect, it } from "vitest";
import { startWorld, type World } from "../testing/start-world.ts";

const core = (resource: string, namespace = "") => ({ group: "", version: "v1", resource, namespace });
const maps = core("configmaps", "default");
const name = "kube-root-ca.crt";

let world: World;
afterEach(() => world.close());

const published = async () => (await world.client.get(maps, name))["data"] as { readonly "ca.crt": string };

it("every namespace gets the CA and the default service account, again when they are deleted", async () => {
  world = await startWorld(["root-ca-certificate-publisher-controller", "serviceaccount-controller"]);
  await expect.poll(() => world.names(maps)).toEqual([name]);
  const pem = (await published())["ca.crt"];
  const certificate = new X509Certificate(pem);
  expect([certificate.ca, certificate.subject, certificate.verify(certificate.publicKey)]).toEqual([
    true,
    "CN=kubernetes",
    true,
  ]);
  await world.create(core("namespaces"), { metadata: { name: "new" } });
  await expect.poll(() => world.names(core("configmaps", "new"))).toEqual([name]);
  await expect.poll(() => world.names(core("serviceaccounts", "new"))).toEqual(["default"]);
  await world.client.delete(core("serviceaccounts", "new"), "default");
  await expect.poll(() => world.names(core("serviceaccounts", "new"))).toEqual(["default"]);
  await world.client.delete(maps, name);
  await expect.poll(() => world.names(maps)).toEqual([name]);
  await world.client.patch(maps, name, "merge", { data: { "ca.crt": "", more: "x" } });
  await expect.poll(published).toEqual({ "ca.crt": pem });
});

it("a namespace that ends gets neither", async () => {
  world = await startWorld(["root-ca-certificate-publisher-controller", "serviceaccount-controller"]);
  await expect.poll(() => world.names(core("serviceaccounts", "kube-system"))).toEqual(["default"]);
  await world.client.delete(core("namespaces"), "kube-node-lease");
  await world.client.delete(core("serviceaccounts", "kube-node-lease"), "default").catch(() => undefined);
  const before = world.writes.length;
  await world.create(core("namespaces"), { metadata: { name: "later" } });
  await expect.poll(() => world.names(core("serviceaccounts", "later"))).toEqual(["default"]);
  await expect.poll(() => world.names(core("configmaps", "later"))).toEqual([name]);
  expect(world.writes.slice(before).filter((write) => write.includes("kube-node-lease"))).toEqual([]);
});
