import { expect, it } from "vitest";
import { ObjectIndex } from "../../client/object-index.ts";
import { type NetworkService, type NetworkSlice, reachFrom, sliceIndexers } from "./pod-network.ts";

const services = new ObjectIndex<NetworkService>();
const slices = new ObjectIndex<NetworkSlice>(sliceIndexers);

const service = (namespace: string, name: string, spec: NetworkService["spec"], ready?: boolean): void => {
  services.set(`${namespace}/${name}`, { metadata: { namespace, name }, ...(spec && { spec }) });
  const labels = { "kubernetes.io/service-name": name };
  const targetRef = { kind: "Pod", namespace, name: `${name}-0` };
  const endpoints = ready === undefined ? null : [{ conditions: { ready }, targetRef }];
  slices.set(`${namespace}/${name}-x`, { metadata: { namespace, name: `${name}-x`, labels }, endpoints });
};
service("default", "web", { clusterIP: "10.96.0.7" }, true);
service("default", "starting", {}, false);
service("default", "empty", {});
service("default", "elsewhere", { type: "ExternalName" });
service("shop", "db", {}, true);

it.each([
  ["web", true, true],
  ["web.default", true, true],
  ["web.default.svc", true, true],
  ["web.default.svc.cluster.local", true, true],
  ["web-0.web.default.svc.cluster.local", true, true],
  ["10.96.0.7", true, true],
  ["starting", false, true],
  ["empty", false, true],
  ["elsewhere", true, true],
  ["db", false, false],
  ["db.shop", true, true],
  ["nowhere", false, false],
  ["web.nowhere.svc.cluster.local", false, false],
  ["example.com", true, true],
  ["192.0.2.1", true, true],
  ["localhost", true, true],
])("from a pod in default, %s answers: %s, has an address: %s", (host, answer, address) => {
  const reach = reachFrom({ metadata: { namespace: "default" } }, { services, slices });
  expect([reach(host, "answer"), reach(host, "address")]).toEqual([answer, address]);
});

it("a client that its own Service selects does not answer itself", () => {
  const reach = reachFrom({ metadata: { namespace: "default", name: "web-0" } }, { services, slices });
  expect([reach("web", "answer"), reach("db.shop", "answer")]).toEqual([false, true]);
});
