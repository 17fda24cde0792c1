import { describe, expect, it } from "vitest";
import { errorMessage } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Strategy, StrategyContext, UpdateStrategy } from "../../apiserver/registry/strategy.ts";
import { createFeatureGates } from "../../component-base/features/feature-gates.ts";
import { testContext } from "../testing/strategy-context.ts";
import { resourceStrategies } from "./strategies.ts";

const { deviceClass, deviceTaintRule, resourceClaim, resourceClaimStatus, resourceClaimTemplate, resourceSlice } =
  resourceStrategies;
const object = (parts: object): KubeObject => ({ metadata: { name: "x" }, ...parts });
const claimOf = (request: object): KubeObject =>
  object({ spec: { devices: { requests: [{ name: "r", ...request }] } } });
const exactly = (fields: object): KubeObject =>
  claimOf({ exactly: { deviceClassName: "c", allocationMode: "ExactCount", count: 1, ...fields } });
const selecting = (expression: string): KubeObject => exactly({ selectors: [{ cel: { expression } }] });
const sliceOf = (device: object, spec: object = {}): KubeObject =>
  object({
    spec: {
      driver: "d.example.com",
      nodeName: "n",
      pool: { name: "p", resourceSliceCount: 1 },
      devices: [{ name: "dev-0", ...device }],
      ...spec,
    },
  });
const allGates = createFeatureGates({
  DRAConsumableCapacity: true,
  DRADeviceBindingConditions: true,
  DRAPartitionableDevices: true,
});

async function errorsOf(strategy: Strategy, created: KubeObject, ctx = testContext()): Promise<readonly string[]> {
  await strategy.loading?.(created);
  return (strategy.validate?.(created, ctx) ?? []).map(errorMessage);
}

async function updateErrors(
  strategy: Strategy | UpdateStrategy,
  changed: KubeObject,
  old: KubeObject,
  ctx = testContext(),
): Promise<readonly string[]> {
  if ("loading" in strategy) await strategy.loading?.(changed, old);
  return (strategy.validateUpdate?.(changed, old, ctx) ?? []).map(errorMessage);
}

const atSelector = "spec.devices.requests[0].exactly.selectors[0].cel.expression: ";

describe("a selector of devices", () => {
  // oxfmt-ignore
  it.each([
    ["device.driver == 'a' && device.attributes['a.example.com'].model == 'b'", []],
    ["device.attributes['a.example.com'].any", []],
    ["cel.bind(own, device.attributes['a.example.com'], own.fast && own.model == 'b')", []],
    ["device.capacity['a.example.com'].memory.compareTo(quantity('1Gi')) >= 0", []],
    ["device.driver", ["Invalid value: \"device.driver\": must evaluate to bool or the unknown type, not string"]],
    ["device.attributes['a'].map(x, device.attributes['a'].map(y, device.attributes['b'].all(z, z.matches(x + y)))).size() > 0", ["Forbidden: too complex, exceeds cost limit"]],
  ])("%s", async (expression, errors) => {
    expect(await errorsOf(resourceClaim, selecting(expression))).toEqual(errors.map((error) => atSelector + error));
  });

  it("is told what it has wrong", async () => {
    expect(await errorsOf(resourceClaim, selecting("device.nothing"))).toEqual([
      `${atSelector}Invalid value: "device.nothing": compilation failed: ERROR: <input>:1:7: undefined field 'nothing'\n | device.nothing\n | ......^`,
    ]);
    expect(await errorsOf(resourceClaim, selecting("cel.bind(1, 2, true)"))).toEqual([
      expect.stringContaining("cel.bind() variable names must be simple identifiers"),
    ]);
    expect(await errorsOf(resourceClaim, selecting(" ".repeat(10 * 1024 + 1)))).toEqual([
      `${atSelector}Too long: may not be more than 10240 bytes`,
    ]);
  });

  it("that is stored may use what only this release has", async () => {
    const old = object({ spec: { selectors: [{ cel: { expression: "!device.allowMultipleAllocations" } }] } });
    expect(await updateErrors(deviceTaintRule, taintRule(old), taintRule(old))).toEqual([]);
    expect(await errorsOf(deviceTaintRule, taintRule(old))).toEqual([
      expect.stringContaining("undefined field 'allowMultipleAllocations'"),
    ]);
  });
});

const taintRule = ({ spec }: KubeObject): KubeObject =>
  object({ spec: { deviceSelector: spec, taint: { key: "a", effect: "NoSchedule" } } });

describe("a claim", () => {
  // oxfmt-ignore
  it.each<readonly [string, object, readonly string[]]>([
    ["nothing", {}, ["spec.devices.requests[0]: Required value: exactly one of `exactly` or `firstAvailable` is required"]],
    ["an unknown mode", { exactly: { deviceClassName: "c", allocationMode: "Some" } }, ['spec.devices.requests[0].exactly.allocationMode: Unsupported value: "Some": supported values: "All", "ExactCount"']],
    ["no class and no number", { exactly: { allocationMode: "ExactCount" } }, ["spec.devices.requests[0].exactly.deviceClassName: Required value", "spec.devices.requests[0].exactly.count: Invalid value: 0: must be greater than zero"]],
    ["tolerations", { exactly: { deviceClassName: "c", allocationMode: "All", tolerations: [{ operator: "Exists", value: "x" }, {}, { operator: "In" }, { key: "a b", operator: "Equal", effect: "Never" }] } }, [
      'spec.devices.requests[0].exactly.tolerations[0].value: Invalid value: "x": must be empty for operator `Exists`',
      "spec.devices.requests[0].exactly.tolerations[1].operator: Required value",
      'spec.devices.requests[0].exactly.tolerations[2].operator: Unsupported value: "In": supported values: "Equal", "Exists"',
      expect.stringContaining('spec.devices.requests[0].exactly.tolerations[3].key: Invalid value: "a b": name part must consist of'),
      'spec.devices.requests[0].exactly.tolerations[3].effect: Unsupported value: "Never": supported values: "NoExecute", "NoSchedule"',
    ]],
  ])("for %s", async (_, request, errors) => expect(await errorsOf(resourceClaim, claimOf(request))).toEqual(errors));

  it("refers to its requests and their alternatives", async () => {
    const alternatives = [{ name: "a", deviceClassName: "c", allocationMode: "All" }];
    const requests = [{ name: "r", firstAvailable: alternatives }];
    const constraint = { requests: ["r", "r/a", "r/b", "s", "a/b/c", "r"], matchAttribute: "d.example.com/x" };
    const refers =
      "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";
    expect(
      await errorsOf(resourceClaim, object({ spec: { devices: { requests, constraints: [constraint] } } })),
    ).toEqual([
      ...["r/b", "s", "a/b/c"].map(
        (name, i) => `spec.devices.constraints[0].requests[${i + 2}]: Invalid value: "${name}": ${refers}`,
      ),
      'spec.devices.constraints[0].requests[5]: Duplicate value: "r"',
    ]);
  });

  it("is one of an administrator only in a namespace for that", async () => {
    const claim = exactly({ adminAccess: true });
    const namespace = (labels: Record<string, string>): StrategyContext =>
      testContext({ find: () => ({ metadata: { name: "ns", labels } }) });
    const path = "spec.devices.requests[0].adminAccess: ";
    const refusal = `${path}Forbidden: admin access to devices requires the \`resource.kubernetes.io/admin-access: true\` label on the containing namespace`;
    expect(await errorsOf(resourceClaim, claim, namespace({}))).toEqual([refusal]);
    expect(await errorsOf(resourceClaimTemplate, object({ spec: { spec: claim["spec"] } }), namespace({}))).toEqual([
      refusal,
    ]);
    expect(await errorsOf(resourceClaim, claim, namespace({ "resource.kubernetes.io/admin-access": "true" }))).toEqual(
      [],
    );
    expect(await errorsOf(resourceClaim, claim)).toEqual([
      `${path}Internal error: could not retrieve namespace to verify admin access: namespaces "ns" not found`,
    ]);
  });

  it("shows the spec that may not change as Go prints it", async () => {
    expect(await updateErrors(resourceClaim, exactly({ count: 2 }), exactly({}))).toEqual([
      'spec: Invalid value: {"Devices":{"Requests":[{"Name":"r","Exactly":{"DeviceClassName":"c","Selectors":null,"AllocationMode":"ExactCount","Count":2,"AdminAccess":null,"Tolerations":null,"Capacity":null},"FirstAvailable":null}],"Constraints":null,"Config":null}}: field is immutable',
    ]);
    expect(await updateErrors(resourceClaim, exactly({}), exactly({}))).toEqual([]);
  });
});

const allocated = { request: "r", driver: "d.example.com", pool: "p", device: "dev-0" };
const allocation = { devices: { results: [allocated] } };
const withStatus = (status: object, metadata: object = {}): KubeObject => ({
  ...exactly({}),
  metadata: { name: "x", ...metadata },
  status,
});
const { request: _, ...device } = allocated;
const condition = { type: "Ready", status: "True", lastTransitionTime: "2025-01-01T00:00:00Z", reason: "Up" };

describe("the status of a claim", () => {
  // oxfmt-ignore
  it.each<readonly [string, object, readonly unknown[]]>([
    ["an allocation", { allocation, reservedFor: [{ resource: "pods", name: "p", uid: "u" }] }, []],
    ["a device", { allocation, devices: [{ ...device, conditions: [condition], data: { a: 1 }, networkData: { interfaceName: "eth0", ips: ["10.1.2.3/24", "2001:db8::1/64"] } }] }, []],
    ["a device that is not allocated", { devices: [device] }, ['status.devices[0]: Invalid value: {"Driver":{},"Pool":{},"Device":{},"ShareID":{}}: must be an allocated device in the claim']],
    ["a device twice", { allocation, devices: [device, device] }, ['status.devices[1].deviceID: Duplicate value: {"Driver":{},"Pool":{},"Device":{},"ShareID":{}}']],
    ["bad details", { allocation, devices: [{ ...device, conditions: [condition, { ...condition, reason: "1" }, { type: "B", status: "Maybe" }], data: 1, networkData: { ips: ["10.1.2.3", "10.01.2.3/24"] } }] }, [
      'status.devices[0].conditions[1].type: Duplicate value: "Ready"',
      expect.stringContaining('status.devices[0].conditions[1].reason: Invalid value: "1": a condition reason must start with alphabetic character'),
      'status.devices[0].conditions[2].status: Unsupported value: "Maybe": supported values: "False", "True", "Unknown"',
      "status.devices[0].conditions[2].lastTransitionTime: Required value",
      "status.devices[0].conditions[2].reason: Required value",
      'status.devices[0].data: Invalid value: "<value omitted>": must be a valid JSON object',
      'status.devices[0].networkData.ips[0]: Invalid value: "10.1.2.3": must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)',
      'status.devices[0].networkData.ips[1]: Invalid value: "10.01.2.3/24": must be in canonical form ("10.1.2.3/24")',
    ]],
    ["an allocation of nothing", { allocation: { devices: { results: [{ ...allocated, request: "s", pool: "a//b" }], config: [{ source: "FromPod", opaque: { driver: "D.example.com", parameters: {} } }, {}] } } }, [
      expect.stringContaining('status.allocation.devices.results[0].request: Invalid value: "s": must be the name of a request'),
      expect.stringContaining('status.allocation.devices.results[0].pool: Invalid value: "": a lowercase RFC 1123 subdomain'),
      'status.allocation.devices.config[0].source: Unsupported value: "FromPod": supported values: "FromClaim", "FromClass"',
      "status.allocation.devices.config[1].source: Required value",
      "status.allocation.devices.config[1].opaque: Required value",
    ]],
  ])("with %s", async (_, status, errors) =>
    expect(await updateErrors(resourceClaimStatus, withStatus(status), withStatus({}))).toEqual(errors));

  it("does not change its allocation, and takes no new consumers of a claim that is deleted", async () => {
    const old = withStatus({ allocation });
    const other = withStatus({ allocation: { devices: { results: [{ ...allocated, pool: "q" }] } } });
    expect(await updateErrors(resourceClaimStatus, other, old)).toEqual([
      expect.stringContaining("field is immutable"),
    ]);
    const reserved = { allocation, reservedFor: [{ resource: "pods", name: "p", uid: "u" }] };
    expect(
      await updateErrors(resourceClaimStatus, withStatus(reserved, { deletionTimestamp: "2025-01-01T00:00:00Z" }), old),
    ).toEqual([expect.stringContaining("status.reservedFor: Forbidden: new entries may not be added while")]);
  });

  it("loses devices that are not allocated any more", () => {
    const old = withStatus({ allocation, devices: [device] });
    const changed = resourceClaimStatus.prepareForUpdate?.(withStatus({ devices: [device] }), old, testContext());
    expect(changed?.["status"]).toEqual({});
  });
});

describe("a slice", () => {
  const nodes = "exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required";
  // oxfmt-ignore
  it.each<readonly [string, KubeObject, readonly unknown[]]>([
    ["for an empty node", sliceOf({}, { nodeName: "" }), ['spec.nodeName: Invalid value: "": must be either unset or set to a non-empty string', `spec: Required value: ${nodes}`]],
    ["for two kinds of nodes", sliceOf({}, { allNodes: true }), [`spec: Invalid value: "{\`nodeName\`, \`allNodes\`}": ${nodes}, but multiple fields are set`]],
    ["for two terms", sliceOf({}, { nodeName: undefined, nodeSelector: { nodeSelectorTerms: [{}, {}] } }), ['spec.nodeSelector.nodeSelectorTerms: Invalid value: [{"MatchExpressions":null,"MatchFields":null},{"MatchExpressions":null,"MatchFields":null}]: must have exactly one node selector term']],
    ["of names", sliceOf({ attributes: { "": { int: 1 }, "/a": { int: 1 }, "d.example.com/": { int: 1 }, "a-b": { int: 1 } } }), [
      "spec.devices[0].attributes[]: Required value: name required",
      "spec.devices[0].attributes[/a]: Required value: the domain must not be empty",
      "spec.devices[0].attributes[d.example.com/]: Required value: the name must not be empty",
      expect.stringContaining('spec.devices[0].attributes[a-b]: Invalid value: "a-b": a valid C identifier'),
    ]],
    ["of values", sliceOf({ attributes: { a: { int: 1, bool: true }, b: { version: "1.2" } } }), [
      'spec.devices[0].attributes[a]: Invalid value: {"IntValue":1,"BoolValue":true,"StringValue":null,"VersionValue":null}: exactly one value must be specified',
      'spec.devices[0].attributes[b].version: Invalid value: "1.2": must be a string compatible with semver.org spec 2.0.0',
    ]],
    ["of counters", sliceOf({ consumesCounters: [{ counterSet: "s", counters: { a: { value: "1" }, b: { value: "1" } } }, { counterSet: "t", counters: {} }] }, { sharedCounters: [{ name: "s", counters: { a: { value: "2" } } }, { name: "" }] }), [
      "spec.devices[0].consumesCounters[1].counters: Required value",
      'spec.devices[0].consumesCounters[0].counters: Invalid value: "b": must reference a counter defined in the ResourceSlice sharedCounters',
      'spec.devices[0].consumesCounters[1].counterSet: Invalid value: "t": must reference a counterSet defined in the ResourceSlice sharedCounters',
      "spec.sharedCounters[1].name: Required value",
      "spec.sharedCounters[1].counters: Required value",
    ]],
    ["of nodes by device", sliceOf({ nodeName: "", allNodes: false }, { nodeName: undefined, perDeviceNodeSelection: true }), [
      'spec.devices[0].nodeName: Invalid value: "": must not be empty',
      "spec.devices[0].allNodes: Invalid value: false: must be either unset or set to true",
      "spec.devices[0]: Required value: exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when `perDeviceNodeSelection` is set to true in the ResourceSlice spec",
    ]],
    ["of nodes by device that are not asked for", sliceOf({ allNodes: true }), ["spec.devices[0]: Invalid value: null: `nodeName`, `nodeSelector` and `allNodes` can only be set if `perDeviceNodeSelection` is set to true in the ResourceSlice spec"]],
    ["of conditions", sliceOf({ bindingConditions: ["a", "a"], bindingFailureConditions: ["a"] }), [
      'spec.devices[0].bindingConditions[1]: Duplicate value: "a"',
      'spec.devices[0].bindingFailureConditions[0]: Invalid value: "a": bindingFailureConditions must not overlap with bindingConditions',
    ]],
    ["of conditions without those of failure", sliceOf({ bindingConditions: ["a"] }), ["spec.devices[0].bindingFailureConditions: Invalid value: null: bindingFailureConditions are required to use bindingConditions"]],
    ["of a policy for one user", sliceOf({ capacity: { a: { value: "1", requestPolicy: {} } } }), ["spec.devices[0].capacity[a].requestPolicy: Forbidden: allowMultipleAllocations must be true"]],
    ["of a policy of both kinds", policy({ validValues: ["1"], validRange: {} }), ['spec.devices[0].capacity[a].requestPolicy: Forbidden: exactly one policy can be specified, cannot specify "validValues" and "validRange" at the same time']],
    ["of a policy without a default", policy({ validValues: ["1"] }), ["spec.devices[0].capacity[a].requestPolicy.default: Required value: required when validValues is defined"]],
    ["of a policy of values", policy({ default: "3", validValues: ["2", "1", "20", "1000m"] }), [
      'spec.devices[0].capacity[a].requestPolicy.validValues[1]: Invalid value: "1": values must be sorted in ascending order',
      'spec.devices[0].capacity[a].requestPolicy.validValues[3]: Invalid value: "1": values must be sorted in ascending order',
      'spec.devices[0].capacity[a].requestPolicy.validValues[2]: Invalid value: "20": option is larger than capacity value: 10',
      'spec.devices[0].capacity[a].requestPolicy.validValues[3]: Duplicate value: "1"',
      'spec.devices[0].capacity[a].requestPolicy.validValues: Invalid value: "3": default value is not valid according to the requestPolicy',
    ]],
    ["of a policy of a range", policy({ default: "4", validRange: { min: "1", max: "12", step: "2" } }), [
      'spec.devices[0].capacity[a].requestPolicy.validRange.max: Invalid value: "12": max is larger than capacity value: 10',
      'spec.devices[0].capacity[a].requestPolicy.validRange.step: Invalid value: "4": value is not a multiple of a given step (2) from (1)',
      'spec.devices[0].capacity[a].requestPolicy.validRange.step: Invalid value: "12": value is not a multiple of a given step (2) from (1)',
    ]],
    ["of a good range", policy({ default: "3", validRange: { min: "1", max: "9", step: "2" } }), []],
  ])("%s", async (_, slice, errors) =>
    expect(await errorsOf(resourceSlice, slice, testContext({ gates: allGates }))).toEqual(errors));

  it("gives taints the time at which they came", () => {
    const made = resourceSlice.prepareForCreate?.(sliceOf({ taints: [{ key: "a" }] }), testContext());
    expect(made?.["spec"]).toMatchObject({ devices: [{ taints: [{ key: "a", timeAdded: "2025-01-02T03:04:05Z" }] }] });
  });
});

function policy(requestPolicy: object): KubeObject {
  return sliceOf({ allowMultipleAllocations: true, capacity: { a: { value: "10", requestPolicy } } });
}

describe("a class", () => {
  it("names an extended resource", async () => {
    expect(await errorsOf(deviceClass, object({ spec: { extendedResourceName: "example.com/gpu" } }))).toEqual([]);
    expect(await errorsOf(deviceClass, object({ spec: { extendedResourceName: "gpu" } }))).toEqual([
      'spec.extendedResourceName: Invalid value: "gpu": must be a valid extended resource name',
    ]);
  });

  it("reports mistakes of an update twice, once as those of a new one", async () => {
    const changed = object({ spec: { config: [{}] } });
    expect(await updateErrors(deviceClass, changed, object({ spec: {} }))).toEqual([
      "spec.config[0].opaque: Required value",
      "spec.config[0].opaque: Required value",
    ]);
  });
});
