import { describe, expect, it } from "vitest";
import type { LimitRange, LimitRangeItem } from "../../../api/core/v1.ts";
import { podRequest, requestFor } from "../testing/request.ts";
import { createLimitRanger } from "./limit-ranger.ts";

const range = (...limits: readonly LimitRangeItem[]): LimitRange => ({ metadata: { name: "l" }, spec: { limits } });
const plugin = (...limits: readonly LimitRangeItem[]) => createLimitRanger(() => [range(...limits)], true);

describe("LimitRanger fills in", () => {
  const filling = plugin({
    type: "Container",
    default: { memory: "1Gi", cpu: "1" },
    defaultRequest: { cpu: "100m" },
  });
  it("what containers leave out, and says so", () =>
    expect(
      filling.admit?.(
        podRequest({
          containers: [{ name: "a" }, { name: "b", resources: { limits: { cpu: "2", memory: "2Gi" } } }],
          initContainers: [{ name: "i", resources: { requests: { cpu: "5m" } } }],
        }),
      ),
    ).toMatchObject({
      metadata: {
        annotations: {
          "kubernetes.io/limit-ranger":
            "LimitRanger plugin set: cpu request for container a; cpu, memory limit for container a; cpu request for container b; cpu, memory limit for init container i",
        },
      },
      spec: {
        containers: [
          { resources: { requests: { cpu: "100m" }, limits: { cpu: "1", memory: "1Gi" } } },
          { resources: { requests: { cpu: "100m" }, limits: { cpu: "2", memory: "2Gi" } } },
        ],
        initContainers: [{ resources: { requests: { cpu: "5m" }, limits: { cpu: "1", memory: "1Gi" } } }],
      },
    }));

  it("nothing where nothing is missing", () => {
    const resources = { requests: { cpu: "1" }, limits: { cpu: "1", memory: "1Gi" } };
    expect(filling.admit?.(podRequest({ containers: [{ name: "a", resources }] }))).toBeUndefined();
  });

  it("nothing on update, but on resize", () => {
    const containers = [{ name: "a" }];
    expect(filling.admit?.(podRequest({ containers }, { operation: "UPDATE" }))).toBeUndefined();
    expect(filling.admit?.(podRequest({ containers }, { operation: "UPDATE", subresource: "resize" }))).toBeDefined();
  });
});

describe("LimitRanger refuses", () => {
  const container = (requests: object, limits: object = requests) => ({ name: "c", resources: { requests, limits } });
  // oxfmt-ignore
  it.each<readonly [string, LimitRangeItem, object, string]>([
    ["too small a request", { type: "Container", min: { cpu: "500m" } }, { containers: [container({ cpu: "100m" })] }, "minimum cpu usage per Container is 500m, but request is 100m"],
    ["no request where there is a minimum", { type: "Container", min: { cpu: "1" } }, { containers: [container({})] }, "minimum cpu usage per Container is 1.  No request is specified"],
    ["too great a limit", { type: "Container", max: { memory: "1Gi" } }, { containers: [container({ memory: "1Gi" }, { memory: "2Gi" })] }, "maximum memory usage per Container is 1Gi, but limit is 2Gi"],
    ["no limit where there is a maximum", { type: "Pod", max: { memory: "1Gi" } }, { containers: [container({ memory: "1Gi" }, {})] }, "maximum memory usage per Pod is 1Gi.  No limit is specified"],
    ["a limit far above the request", { type: "Container", maxLimitRequestRatio: { cpu: "2" } }, { containers: [container({ cpu: "1" }, { cpu: "3" })] }, "cpu max limit to request ratio per Container is 2, but provided ratio is 3.000000"],
    ["a ratio to nothing", { type: "Container", maxLimitRequestRatio: { cpu: "2" } }, { containers: [container({})] }, "cpu max limit to request ratio per Container is 2, but no request is specified or request is 0"],
    ["huge pages of the pod as a whole, which do not count", { type: "Pod", min: { "hugepages-2Mi": "2Mi" } }, { resources: { requests: { "hugepages-2Mi": "4Mi" } }, containers: [container({})] }, "minimum hugepages-2Mi usage per Pod is 2Mi.  No request is specified"],
    ["several things at once", { type: "Pod", max: { cpu: "1" } }, { containers: [container({ cpu: "1" }), container({ cpu: "1" })] }, "maximum cpu usage per Pod is 1, but limit is 2"],
  ])("%s", (_name, item, spec, message) =>
    expect(() => plugin(item).validate?.(podRequest(spec))).toThrow(`pods "p" is forbidden: ${message}`));

  it("all problems together", () =>
    expect(() =>
      plugin({ type: "Container", min: { cpu: "1", memory: "1Gi" } }).validate?.(
        podRequest({ containers: [container({ cpu: "500m" })] }),
      ),
    ).toThrow(
      "[minimum cpu usage per Container is 1, but request is 500m, minimum memory usage per Container is 1Gi.  No request is specified]",
    ));

  it("claims that ask for too much, but not those that are being deleted", () => {
    const object = { metadata: { name: "c" }, spec: { resources: { requests: { storage: "3Gi" } } } };
    const judge = plugin({ type: "PersistentVolumeClaim", max: { storage: "2Gi" } });
    const request = { resource: "persistentvolumeclaims", operation: "UPDATE", object } as const;
    expect(() => judge.validate?.(requestFor({ ...request, oldObject: object }))).toThrow(
      "maximum storage usage per PersistentVolumeClaim is 2Gi, but request is 3Gi",
    );
    const going = { metadata: { name: "c", deletionTimestamp: "2026-01-01T00:00:00Z" } };
    expect(() => judge.validate?.(requestFor({ ...request, oldObject: going }))).not.toThrow();
  });
});
