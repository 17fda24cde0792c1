import { describe, expect, it } from "vitest";
import { errorMessage } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { createFeatureGates } from "../../component-base/features/feature-gates.ts";
import { endpointsStrategy, validateEndpoints } from "./endpoints.ts";

const gates = createFeatureGates();
const endpoints = (subset: object): KubeObject => ({ metadata: { name: "a" }, subsets: [subset] });
const check = (subset: object, old?: object): readonly string[] =>
  validateEndpoints(endpoints(subset), gates, old === undefined ? undefined : endpoints(old)).map(errorMessage);

describe("endpoints", () => {
  // oxfmt-ignore
  it.each([
    ["at an address", { addresses: [{ ip: "10.0.0.1", hostname: "", nodeName: "n" }], ports: [{ port: 80, protocol: "TCP" }] }, []],
    ["at something else", { addresses: [{ ip: "a" }] }, [
      'subsets[0].addresses[0].ip: Invalid value: "a": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
      'subsets[0].addresses[0].ip: Invalid value: "a": must be a valid IP address',
    ]],
    ["on a node of no name", { addresses: [{ ip: "10.0.0.1", nodeName: "" }] }, [expect.stringContaining('subsets[0].addresses[0].nodeName: Invalid value: ""')]],
    ["at a port of a protocol that is not supported", { addresses: [{ ip: "10.0.0.1" }], ports: [{ port: 0, protocol: "ICMP" }] }, [
      "subsets[0].ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive",
      'subsets[0].ports[0].protocol: Unsupported value: "ICMP": supported values: "SCTP", "TCP", "UDP"',
    ]],
  ])("%s", (_name, subset, expected) => expect(check(subset)).toEqual(expected));

  it("stay valid if they do not change", () => {
    expect(check({ addresses: [{ ip: "127.0.0.1" }] }, { addresses: [{ ip: "127.0.0.1" }] })).toEqual([]);
    expect(check({ addresses: [{ ip: "127.0.0.1" }] }, { addresses: [{ ip: "127.0.0.2" }] })).toHaveLength(1);
  });

  it("warn of addresses that are not in canonical form, but not their controller", () => {
    const odd = endpoints({ notReadyAddresses: [{ ip: "2001:DB8::1" }] });
    expect(endpointsStrategy.warningsOnCreate?.(odd)).toEqual([
      'subsets[0].notReadyAddresses[0].ip: IPv6 address "2001:DB8::1" should be in RFC 5952 canonical format ("2001:db8::1")',
    ]);
    const labels = { "endpoints.kubernetes.io/managed-by": "endpoint-controller" };
    expect(endpointsStrategy.warningsOnCreate?.({ ...odd, metadata: { labels } })).toEqual([]);
  });
});
