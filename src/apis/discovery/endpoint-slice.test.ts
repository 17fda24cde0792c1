import { describe, expect, it } from "vitest";
import { errorMessage } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { createFeatureGates } from "../../component-base/features/feature-gates.ts";
import { testContext } from "../testing/strategy-context.ts";
import { endpointSliceStrategy, validateEndpointSlice } from "./endpoint-slice.ts";

const gates = createFeatureGates();
const strict = createFeatureGates({ StrictIPCIDRValidation: true });
const slice = (endpoint: object, addressType = "IPv4", fields: object = {}): KubeObject => ({
  metadata: { name: "a" },
  addressType,
  endpoints: [endpoint],
  ...fields,
});
const check = (object: KubeObject, old?: KubeObject): readonly string[] =>
  validateEndpointSlice(object, gates, old).map(errorMessage);
const at = "endpoints[0]";

describe("endpoint slices", () => {
  // oxfmt-ignore
  it.each([
    ["with an address", slice({ addresses: ["10.0.0.1"], nodeName: "n", hostname: "h" }), []],
    ["with an address with leading zeros", slice({ addresses: ["010.0.0.1"] }), []],
    ["with an address that is none", slice({ addresses: ["a"] }), [`${at}.addresses[0]: Invalid value: "a": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)`]],
    ["with an IPv4 address in IPv6", slice({ addresses: ["::ffff:10.0.0.1"] }, "IPv6"), [`${at}.addresses[0]: Invalid value: "::ffff:10.0.0.1": must not be an IPv4-mapped IPv6 address`]],
    ["with an IPv6 address in IPv4", slice({ addresses: ["2001:db8::1"] }), [`${at}.addresses: Invalid value: "2001:db8::1": must be an IPv4 address`]],
    ["with the address of nothing", slice({ addresses: ["::"] }, "IPv6"), [`${at}.addresses[0]: Invalid value: "::": may not be unspecified (::)`]],
    ["with this host", slice({ addresses: ["::1"] }, "IPv6"), [`${at}.addresses[0]: Invalid value: "::1": may not be in the loopback range (127.0.0.0/8, ::1/128)`]],
    ["with an address of the link", slice({ addresses: ["fe80::1"] }, "IPv6"), [`${at}.addresses[0]: Invalid value: "fe80::1": may not be in the link-local range (169.254.0.0/16, fe80::/10)`]],
    ["with all hosts of the link", slice({ addresses: ["ff02::1"] }, "IPv6"), [`${at}.addresses[0]: Invalid value: "ff02::1": may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)`]],
    ["with a name of one label", slice({ addresses: ["host"] }, "FQDN"), [`${at}.addresses[0]: Invalid value: "host": should be a domain with at least two segments separated by dots`]],
    ["with a name that ends with a dot", slice({ addresses: ["a.example.com."] }, "FQDN"), []],
    ["with no name", slice({ addresses: [""] }, "FQDN"), [`${at}.addresses[0]: Required value`]],
    ["with addresses of an unknown type", slice({ addresses: ["a"] }, "MAC"), ['addressType: Unsupported value: "MAC": supported values: "FQDN", "IPv4", "IPv6"']],
    ["with 101 addresses", slice({ addresses: Array.from({ length: 101 }, (_, i) => `10.0.0.${i + 1}`) }), [`${at}.addresses: Too many: 101: must have at most 100 items`]],
    ["with too many zones, after which nodes are not looked at", slice({ addresses: ["10.0.0.1"], hints: { forZones: [..."abcdefghi"].map((name) => ({ name })), forNodes: [{ name: "::1" }] } }), [`${at}.hints.forZones: Too many: 9: must have at most 8 items`]],
    ["with a node twice", slice({ addresses: ["10.0.0.1"], hints: { forNodes: [{ name: "a" }, { name: "a" }] } }), [`${at}.hints.forNodes[1].name: Duplicate value: "a"`]],
    ["with an empty host name", slice({ addresses: ["10.0.0.1"], hostname: "" }), [expect.stringContaining(`${at}.hostname: Invalid value: "": a lowercase RFC 1123 label`)]],
    ["with a port of no protocol", slice({ addresses: ["10.0.0.1"] }, "IPv4", { ports: [{ name: "" }] }), ["ports[0].protocol: Required value"]],
  ])("%s", (_name, object, expected) => expect(check(object)).toEqual(expected));

  it("keep endpoints that do not change", () => {
    const odd = slice({ addresses: ["127.0.0.1"] });
    expect(check(slice({ addresses: ["127.0.0.1"] }, "IPv6"), odd)).toEqual([
      'addressType: Invalid value: "IPv6": field is immutable',
    ]);
    expect(check({ ...odd, ports: [{ name: "a", protocol: "TCP" }] }, odd)).toEqual([]);
    expect(check(odd, slice({ addresses: ["127.0.0.2"] }))).toHaveLength(1);
  });

  it("have addresses in strict form if the gate says so", () => {
    expect(validateEndpointSlice(slice({ addresses: ["010.0.0.1"] }), strict).map(errorMessage)).toEqual([
      `${at}.addresses[0]: Invalid value: "010.0.0.1": must not have leading 0s`,
    ]);
  });

  it("warn of odd addresses and of names, but not their controllers", () => {
    const odd = slice({ addresses: ["010.0.0.1"] });
    const warning = `${at}.addresses[0]: non-standard IP address "010.0.0.1" will be considered invalid in a future Kubernetes release: use "10.0.0.1"`;
    expect(endpointSliceStrategy.warningsOnCreate?.(odd)).toEqual([warning]);
    expect(endpointSliceStrategy.warningsOnUpdate?.(odd, odd)).toEqual([warning]);
    expect(endpointSliceStrategy.warningsOnCreate?.(slice({}, "FQDN"))).toEqual([
      "spec.addressType: FQDN endpoints are deprecated",
    ]);
    const labels = { "endpointslice.kubernetes.io/managed-by": "endpointslice-controller.k8s.io" };
    expect(endpointSliceStrategy.warningsOnCreate?.({ ...odd, metadata: { labels } })).toEqual([]);
  });

  it("have no topology of earlier versions", () => {
    const given = slice({ addresses: ["10.0.0.1"], deprecatedTopology: { a: "b" } });
    const created = endpointSliceStrategy.prepareForCreate?.(given, testContext());
    expect(created?.["endpoints"]).toEqual([{ addresses: ["10.0.0.1"] }]);
  });
});
