import { describe, expect, it } from "vitest";
import { resolveService, type ServiceLookups } from "./resolve-service.ts";

const service = (spec: object) => ({ spec: { ports: [{ name: "https", port: 443 }], clusterIP: "10.0.0.7", ...spec } });
const slice = (ready: boolean, name = "https") => ({
  endpoints: [{ addresses: ["192.0.2.1"], conditions: { ready } }],
  ports: [{ name, port: 8443 }],
});

/** Resolves the port 443 of a Service; returns the address or the error. */
function resolved(found: object | undefined, slices: readonly object[], more: Partial<ServiceLookups> = {}): string {
  const lookups = { findService: () => found, endpointSlices: () => slices, ...more };
  try {
    const { host, port } = resolveService({ namespace: "ns", name: "there" }, lookups);
    return `${host}:${port}`;
  } catch (error) {
    return (error as Error).message;
  }
}

const external = service({ type: "ExternalName", externalName: "there.test" });
const headless = service({ clusterIP: "None" });
const none = 'no endpoints available for service "there"';
const headlessProblem = 'cannot route to service with ClusterIP "None"';
const noPort = 'no service port 443 found for service "there"';

describe("an address of a Service", () => {
  it.each<[string, object | undefined, object[], string, string]>([
    ["a ready endpoint", service({}), [slice(true)], "192.0.2.1:8443", "192.0.2.1:8443"],
    ["no slice", service({}), [], "10.0.0.7:443", none],
    ["no ready endpoint", service({ type: "NodePort" }), [slice(false)], "10.0.0.7:443", none],
    ["endpoints of another port", service({}), [slice(true, "other")], "10.0.0.7:443", none],
    ["a headless Service with an endpoint", headless, [slice(true)], "192.0.2.1:8443", "192.0.2.1:8443"],
    ["a headless Service", headless, [], headlessProblem, none],
    ["an external name", external, [], "there.test:443", 'unsupported service type "ExternalName"'],
    ["no such port", service({ ports: [] }), [slice(true)], noPort, noPort],
    ["no such port of a headless Service", service({ clusterIP: "None", ports: [] }), [], headlessProblem, noPort],
    ["no Service", undefined, [slice(true)], 'service "there" not found', 'service "there" not found'],
  ])("is found for %s", (_, found, slices, asItIs, byEndpoints) => {
    expect(resolved(found, slices)).toBe(asItIs);
    expect(resolved(found, slices, { routesToEndpoints: true })).toBe(byEndpoints);
  });

  it("is the one that stands in for it, in both cases", () => {
    const serviceAddress = () => ({ host: "127.0.0.1", port: 9443 });
    for (const routesToEndpoints of [false, true])
      for (const found of [external, headless, service({})])
        expect(resolved(found, [], { serviceAddress, routesToEndpoints })).toBe("127.0.0.1:9443");
  });
});
