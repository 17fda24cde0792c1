import { describe, expect, it } from "vitest";
import type { Container, Pod, PodSpec, ResourceListText } from "../../api/core/v1.ts";
import { podLimits, podRequests } from "./pod-resources.ts";
import { formatResourceList } from "./resource-list.ts";

const container = (requests: ResourceListText, limits: ResourceListText = {}, name = "c"): Container => ({
  name,
  resources: { requests, limits },
});
const sidecar = (requests: ResourceListText, name = "s"): Container => ({
  ...container(requests, requests, name),
  restartPolicy: "Always",
});
const pod = (spec: PodSpec, status: Pod["status"] = {}): Pod => ({ metadata: { name: "p" }, spec, status });

describe("the resources of a pod", () => {
  // oxfmt-ignore
  it.each<readonly [string, PodSpec, ResourceListText]>([
    ["are those of its containers together", { containers: [container({ cpu: "100m" }), container({ cpu: "1", memory: "1Gi" })] }, { cpu: "1100m", memory: "1Gi" }],
    ["are at least those of an init container", { containers: [container({ cpu: "1" })], initContainers: [container({ cpu: "3", memory: "1Mi" }), container({ cpu: "2" })] }, { cpu: "3", memory: "1Mi" }],
    ["include sidecars", { containers: [container({ cpu: "1" })], initContainers: [sidecar({ cpu: "2" })] }, { cpu: "3" }],
    ["count init containers with the sidecars before them", { containers: [container({ cpu: "1" })], initContainers: [container({ cpu: "4" }), sidecar({ cpu: "2" }), container({ cpu: "3" })] }, { cpu: "5" }],
    ["include the overhead", { containers: [container({ cpu: "1" })], overhead: { cpu: "250m", memory: "1Mi" } }, { cpu: "1250m", memory: "1Mi" }],
    ["are what the pod names for all containers", { containers: [container({ cpu: "1", "example.com/a": "1" })], resources: { requests: { cpu: "3", "example.com/a": "9" } } }, { cpu: "3", "example.com/a": "1" }],
  ])("%s", (_name, spec, expected) => expect(formatResourceList(podRequests(pod(spec)))).toEqual(expected));

  it("limits grow by overhead only where there is one", () => {
    const limited = pod({ containers: [container({}, { cpu: "1" })], overhead: { cpu: "250m", memory: "1Mi" } });
    expect(formatResourceList(podLimits(limited))).toEqual({ cpu: "1250m" });
    expect(formatResourceList(podLimits(limited, { excludeOverhead: true }))).toEqual({ cpu: "1" });
  });

  it.each([
    ["the greatest of asked, given and allocated", undefined, "3"],
    ["what is given where the resize is impossible", "Infeasible", "2"],
  ])("during a resize is %s", (_name, reason, cpu) => {
    const resized = pod(
      { containers: [container({ cpu: "3" })] },
      {
        containerStatuses: [{ name: "c", resources: { requests: { cpu: "2" } }, allocatedResources: { cpu: "1" } }],
        ...(reason !== undefined && { conditions: [{ type: "PodResizePending", reason }] }),
      },
    );
    expect(formatResourceList(podRequests(resized, { useStatusResources: true }))).toEqual({ cpu });
  });
});
