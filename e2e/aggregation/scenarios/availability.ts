import type { Scenario, Step } from "../scenario.ts";
import type { WireRequest } from "../exchange.ts";
import { apiService, behind, coreServices, externalService, patch as patched, prepare, services } from "./objects.ts";

const name = "v1.reasons.test";
const slices = "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices";
const service = (type: string, ports: readonly object[] = []) => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: "there", namespace: "default" },
  spec: { type, ports },
});
const slice = (more: object) => ({
  apiVersion: "discovery.k8s.io/v1",
  kind: "EndpointSlice",
  metadata: { name: "there-1", namespace: "default", labels: { "kubernetes.io/service-name": "there" } },
  addressType: "IPv4",
  endpoints: [],
  ports: [],
  ...more,
});

/** Waits for a reason and compares the condition, and then what a client gets. */
const because = (reason: string, id = reason, of = name): Step[] => [
  { id, method: "GET", target: `${services}/${of}`, until: new RegExp(`"reason":\\s*"${reason}"`), part: conditions },
  { id: `request with ${id}`, method: "GET", target: `/apis/${of.replace(/^(v1)\.(.*)$/, "$2/$1")}/things` },
];
const conditions = (object: unknown): unknown => (object as { readonly status?: unknown }).status;
const remove = (id: string, target: string): Step => ({ id, method: "DELETE", target, quiet: true });
const patch = (id: string, target: string, body: object): Step => ({ ...patched(id, target, body), quiet: true });

/** Each reason of the condition Available, one after the other, and what requests get meanwhile. */
export const availability: Scenario = {
  name: "availability",
  names: ["there.default.svc"],
  open() {
    let status = 200;
    return {
      extension: ({ target }: WireRequest) => ({
        status: target.startsWith("/apis/reasons.test/v1") ? status : 404,
        headers: [["Content-Type", "application/json"]],
        body: '{"kind":"APIResourceList","groupVersion":"reasons.test/v1","resources":[]}',
      }),
      steps: [
        prepare("create the APIService", services, apiService(name, { ...behind("there") })),
        ...because("ServiceNotFound"),
        prepare("a service with another port", coreServices, service("ClusterIP", [{ name: "web", port: 80 }])),
        ...because("ServicePortError"),
        patch("the service has the port", `${coreServices}/there`, {
          spec: { ports: [{ name: "https", port: "#${port}" }] },
        }),
        ...because("EndpointsNotFound"),
        prepare("a slice without endpoints", slices, slice({})),
        ...because("MissingEndpoints"),
        patch("an endpoint that is not ready", `${slices}/there-1`, {
          endpoints: [{ addresses: ["192.0.2.1"], conditions: { ready: false } }],
          ports: [{ name: "https", port: 443 }],
        }),
        ...because("MissingEndpoints", "MissingEndpoints of an endpoint that is not ready"),
        patch("a ready endpoint of another port", `${slices}/there-1`, {
          endpoints: [{ addresses: ["192.0.2.1"], conditions: { ready: true } }],
          ports: [{ name: "other", port: 443 }],
        }),
        ...because("MissingEndpoints", "MissingEndpoints of another port"),
        remove("no slice", `${slices}/there-1`),
        ...because("EndpointsNotFound", "EndpointsNotFound again"),
        remove("no service", `${coreServices}/there`),
        ...because("ServiceNotFound", "ServiceNotFound again"),
        prepare("a service outside", coreServices, externalService("there")),
        ...because("Passed"),
        {
          ...patch("a port that nobody listens on", `${services}/${name}`, {
            spec: { service: { port: "#${closed}" } },
          }),
        },
        ...because("FailedDiscoveryCheck"),
        {
          ...patch("a server that fails", `${services}/${name}`, { spec: { service: { port: "#${port}" } } }),
          before: () => void (status = 500),
        },
        {
          id: "FailedDiscoveryCheck by status",
          method: "GET",
          target: `${services}/${name}`,
          until: "bad status",
          part: conditions,
        },
        { ...because("Passed", "Passed after all")[0], before: () => void (status = 200) } as Step,
        {
          ...patch("redirects", `${services}/${name}`, { metadata: { labels: { a: "b" } } }),
          before: () => void (status = 302),
        },
        {
          id: "FailedDiscoveryCheck by redirect",
          method: "GET",
          target: `${services}/${name}`,
          until: "bad status",
          part: conditions,
        },
        patch("a local one", `${services}/${name}`, { spec: { service: null, insecureSkipTLSVerify: null } }),
        ...because("Local"),
        ...unavailableTotals(),
      ],
    };
  },
};

function unavailableTotals(): Step[] {
  return [
    prepare("another APIService", services, apiService("v1.counted.test", { ...behind("missing") })),
    ...because("ServiceNotFound", "ServiceNotFound of another", "v1.counted.test"),
    {
      id: "metrics",
      method: "GET",
      target: "/metrics",
      until: "v1.counted.test",
      part: (text) =>
        String(text)
          .split("\n")
          .filter((line) => /^(# .*)?aggregator_unavailable.*(counted|_total)/.test(line)),
    },
  ];
}
