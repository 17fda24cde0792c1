import { expect, it } from "vitest";
import { StatusError } from "../../apimachinery/errors.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { parseQuery } from "../../apimachinery/query.ts";
import type { ConnectContext } from "../../apiserver/registry/resource-definition.ts";
import { fakeAccess } from "../testing/fake-access.ts";
import { testContext } from "../testing/strategy-context.ts";
import { connectToPod, forwardToPod, proxyToNode, proxyToPod, proxyToService } from "./connect.ts";

const asking = (query = "", way: Partial<ConnectContext> = {}): ConnectContext => ({
  ...testContext(),
  namespace: "ns",
  query: parseQuery(query),
  signal: new AbortController().signal,
  upgrades: true,
  readsRoot: false,
  ...way,
});

const answerOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.catch((err: unknown) =>
    err instanceof StatusError ? `${err.status.code} ${err.status.message}` : String(err),
  );

const hostname = [
  { type: "InternalIP", address: "10.0.0.9" },
  { type: "Hostname", address: "n" },
];
const node = (labels = {}, addresses: readonly object[] = hostname): KubeObject => ({
  metadata: { name: "n", labels },
  status: { addresses },
});
const accessTo = (spec: object, nodes: readonly KubeObject[] = [node()]) =>
  fakeAccess({ pods: [{ metadata: { name: "p", namespace: "ns" }, spec }], nodes });

const one = [{ name: "a" }];
const two = { containers: [...one, { name: "b" }], initContainers: [{ name: "i" }], nodeName: "n" };
const onNode = { containers: one, nodeName: "n" };
const unreached = "503 error trying to reach service: dial tcp: lookup n: no such host";

it.each([
  ["nowhere", { containers: one }, "", "400 pod p does not have a host assigned"],
  ["of several containers", two, "", "400 a container name must be specified for pod p, choose one of: [i a b]"],
  ["to another container", two, "container=c", "400 container c is not valid for pod p"],
  ["to one of its containers", two, "container=b", unreached],
  ["on a node", onNode, "", unreached],
  ["on a node that is gone", { ...onNode, nodeName: "m" }, "", '404 nodes "m" not found'],
])("connections to a pod %s are refused", async (_name, spec, query, expected) => {
  expect(await answerOf(connectToPod("p", accessTo(spec), asking(query)))).toBe(expected);
});

const simulated = node({ "simulation.kubepad.dev/node": "true" }, []);
const plain = { upgrades: false };

it.each<readonly [name: string, node: KubeObject, way: Partial<ConnectContext>, expected: string]>([
  [
    "on a simulated node in words",
    simulated,
    {},
    "400 pod p is on the simulated node n: no process runs there that could be reached",
  ],
  ["without an upgrade of the connection", node(), plain, "400 Upgrade request required"],
  ["without an upgrade, on a simulated node", simulated, plain, "400 Upgrade request required"],
  ["on a node without addresses", node({}, []), plain, "500 no preferred addresses found; known addresses: []"],
  [
    "on a node with other addresses",
    node({}, [{ type: "Odd", address: "x" }]),
    {},
    "500 no preferred addresses found; known addresses: [{Odd x}]",
  ],
])("streams of a pod %s are refused", async (_name, host, way, expected) => {
  for (const connect of [connectToPod, forwardToPod])
    expect(await answerOf(connect("p", accessTo(onNode, [host]), asking("", way)))).toBe(expected);
});

const pod = (name: string, ...addresses: readonly string[]): KubeObject => ({
  metadata: { name, namespace: "ns" },
  status: { podIPs: addresses.map((ip) => ({ ip })) },
});
const endpoint = (ip: string, name: string, namespace = "ns") => ({ ip, targetRef: { kind: "Pod", namespace, name } });
const ports = [{ name: "http", port: 8080 }];
const service = (name: string): KubeObject => ({
  metadata: { name },
  spec: {
    ports: [
      { name: "http", port: 80 },
      { name: "other", port: 81 },
    ],
  },
});
const proxied = fakeAccess({
  pods: [
    pod("p", "10.0.0.1"),
    pod("local", "127.0.0.1"),
    pod("link", "169.254.169.254"),
    pod("new"),
    pod("six", "fd00::1"),
  ],
  nodes: [node()],
  services: ["s", "none", "gone", "elsewhere"].map(service),
  endpoints: [
    {
      metadata: { name: "s" },
      subsets: [{ ports, addresses: [endpoint("10.0.0.7", "q"), endpoint("10.0.0.1", "p")] }],
    },
    { metadata: { name: "none" } },
    { metadata: { name: "gone" }, subsets: [{ ports, addresses: [endpoint("10.0.0.7", "p"), { ip: "10.0.0.1" }] }] },
    { metadata: { name: "elsewhere" }, subsets: [{ ports, addresses: [endpoint("10.0.0.1", "p", "other")] }] },
  ],
});
const reached = (host: string): string => `503 error trying to reach service: dial tcp: lookup ${host}: no such host`;
const nothing = (id: string): string => `503 no endpoints available for service "${id}"`;

it.each([
  ["p", reached("10.0.0.1")],
  ["p:80", reached("10.0.0.1")],
  ["https:p:http", reached("10.0.0.1")],
  [":p:", reached("10.0.0.1")],
  ["six", reached("fd00::1")],
  ["local", "400 address not allowed"],
  ["link", "400 address not allowed"],
  ["new", "400 address not allowed"],
  ["q:80", '404 pods "q" not found'],
  ["ftp:p:80", '400 invalid pod request "ftp:p:80"'],
  ["a:b:c:d", '400 invalid pod request "a:b:c:d"'],
  [":80", '400 invalid pod request ":80"'],
])("the proxy to the pod %s answers %s", async (id, expected) => {
  expect(await answerOf(proxyToPod(id, proxied, asking()))).toBe(expected);
});

it.each([
  ["s", nothing("s")],
  ["s:http", reached("10.0.0.1")],
  ["s:80", reached("10.0.0.1")],
  ["https:s:http", reached("10.0.0.1")],
  ["s:other", nothing("s:other")],
  ["s:81", nothing("s:81")],
  ["s:82", '503 no service port 82 found for service "s"'],
  ["none:http", nothing("none")],
  ["gone:http", nothing("gone:http")],
  ["elsewhere:http", nothing("elsewhere:http")],
  ["absent", '404 endpoints "absent" not found'],
  ["absent:80", '404 services "absent" not found'],
  ["a:b:c:d", '400 invalid service request "a:b:c:d"'],
])("the proxy to the service %s answers %s", async (id, expected) => {
  expect(await answerOf(proxyToService(id, proxied, asking()))).toBe(expected);
});

it.each([
  ["n", unreached],
  ["https:n:10250", unreached],
  ["m", '404 nodes "m" not found'],
  ["ftp:n:1", '400 invalid node request "ftp:n:1"'],
])("the proxy to the node %s answers %s", async (id, expected) => {
  expect(await answerOf(proxyToNode(id, proxied, asking()))).toBe(expected);
});

it("proxies send clients that read the root without a slash to the one with a slash, once the target is known", async () => {
  const root = { readsRoot: true, upgrades: false };
  expect(await answerOf(proxyToPod("p", proxied, asking("", root)))).toEqual({ redirect: "/" });
  expect(await answerOf(proxyToService("s:80", proxied, asking("", root)))).toEqual({ redirect: "/" });
  expect(await answerOf(proxyToNode("n", proxied, asking("", root)))).toEqual({ redirect: "/" });
  expect(await answerOf(proxyToPod("new", proxied, asking("", root)))).toBe("400 address not allowed");
  expect(await answerOf(proxyToPod("p", proxied, asking("", { ...root, upgrades: true })))).toBe(reached("10.0.0.1"));
});
