import { describe, expect, it } from "vitest";
import { errorMessage } from "../../../apimachinery/field-error.ts";
import { createFeatureGates } from "../../../component-base/features/feature-gates.ts";
import { defaulter } from "../../defaulting.ts";
import { serviceDefaults } from "./defaults.ts";
import { validateService } from "./validation.ts";

const gates = createFeatureGates();

describe("services", () => {
  // oxfmt-ignore
  it.each([
    ["a port", { ports: [{ port: 80 }] }, []],
    ["no ports", {}, ["spec.ports: Required value"]],
    ["no ports and no address", { clusterIP: "None" }, []],
    ["ports that cannot be told apart", { ports: [{ port: 80 }, { port: 81, name: "a" }] }, ["spec.ports[0].name: Required value"]],
    ["two ports of a name", { ports: [{ port: 80, name: "a" }, { port: 81, name: "a" }] }, ['spec.ports[1].name: Duplicate value: "a"']],
    ["a port out of range", { ports: [{ port: 0, targetPort: 80 }] }, ["spec.ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive"]],
    ["an unknown protocol", { ports: [{ port: 80, protocol: "ICMP" }] }, ['spec.ports[0].protocol: Unsupported value: "ICMP": supported values: "SCTP", "TCP", "UDP"']],
    ["an external name", { type: "ExternalName", externalName: "a.example.com." }, []],
    ["no external name", { type: "ExternalName" }, ["spec.externalName: Required value"]],
    ["an unknown type", { type: "Odd", ports: [{ port: 80 }] }, ['spec.type: Unsupported value: "Odd": supported values: "ClusterIP", "ExternalName", "LoadBalancer", "NodePort"']],
    ["an unknown affinity", { sessionAffinity: "Sticky", ports: [{ port: 80 }] }, ['spec.sessionAffinity: Unsupported value: "Sticky": supported values: "ClientIP", "None"']],
  ])("with %s", (_name, spec, expected) => {
    expect(validateService(defaulter(serviceDefaults)({ metadata: { name: "s" }, spec: { ...spec, ...("clusterIP" in spec && { clusterIPs: [spec.clusterIP] }) } }), gates).map(errorMessage)).toEqual(expected);
  });
});
