import { expect, it } from "vitest";
import { StatusError } from "../../apimachinery/errors.ts";
import { parseQuery } from "../../apimachinery/query.ts";
import type { ConnectContext } from "../../apiserver/registry/resource-definition.ts";
import { fakeAccess } from "../testing/fake-access.ts";
import { testContext } from "../testing/strategy-context.ts";
import { connectToPod, forwardToPod, proxyToService } from "./connect.ts";

const asking = (query = ""): ConnectContext => ({
  ...testContext(),
  query: parseQuery(query),
  signal: new AbortController().signal,
});

const messageOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "",
    (err: unknown) => (err instanceof StatusError ? `${err.status.code} ${err.status.message}` : String(err)),
  );

const accessTo = (spec: object, nodeLabels = {}) =>
  fakeAccess({
    pods: [{ metadata: { name: "p", namespace: "ns" }, spec }],
    nodes: [{ metadata: { name: "n", labels: nodeLabels } }],
  });

const one = [{ name: "a" }];
const two = { containers: [...one, { name: "b" }], initContainers: [{ name: "i" }], nodeName: "n" };
const unreached = "503 error trying to reach service: dial tcp: lookup n: no such host";

it.each([
  ["nowhere", { containers: one }, "", "400 pod p does not have a host assigned"],
  ["of several containers", two, "", "400 a container name must be specified for pod p, choose one of: [i a b]"],
  ["to another container", two, "container=c", "400 container c is not valid for pod p"],
  ["to one of its containers", two, "container=b", unreached],
  ["on a node", { containers: one, nodeName: "n" }, "", unreached],
])("connections to a pod %s are refused", async (_name, spec, query, expected) => {
  expect(await messageOf(connectToPod("p", accessTo(spec), asking(query)))).toBe(expected);
});

it("connections to a pod on a simulated node are refused in words", async () => {
  const access = accessTo({ containers: one, nodeName: "n" }, { "simulation.kubepad.dev/node": "true" });
  for (const connect of [connectToPod, forwardToPod])
    expect(await messageOf(connect("p", access, asking()))).toBe(
      "400 pod p is on the simulated node n: no process runs there that could be reached",
    );
});

it("connections through a service need endpoints", async () => {
  expect(await messageOf(proxyToService("s", fakeAccess({ services: [{ metadata: { name: "s" } }] }), asking()))).toBe(
    '503 no endpoints available for service "s"',
  );
});
