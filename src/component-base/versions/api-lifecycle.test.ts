import { describe, expect, it } from "vitest";
import { deprecationOf, isAvailable, lifecycleOf } from "./api-lifecycle.ts";
import { lifecycleTable } from "./lifecycle-table.ts";
import { minimumCompatibility } from "./release.ts";
import { toldStorageVersion } from "./told-storage-version.ts";

const gvk = (group: string, version: string, kind: string) => ({ group, version, kind });

describe("the life of a kind", () => {
  it("is told of each of its versions", () => {
    expect(lifecycleOf(gvk("storage.k8s.io", "v1alpha1", "VolumeAttributesClass"))).toEqual({
      introduced: 29,
      deprecated: 32,
      removed: 35,
      replacement: "storage.k8s.io/v1 VolumeAttributesClass",
    });
    expect(lifecycleOf(gvk("", "v1", "Pod"))).toEqual({ introduced: 0 });
  });

  it("has a replacement of another kind where that changed", () => {
    expect(lifecycleOf(gvk("", "v1", "Endpoints")).replacement).toBe("discovery.k8s.io/v1 EndpointSlice");
  });

  it("names each kind once, and goes forward in time", () => {
    const names = lifecycleTable.flatMap(([groupVersion, kinds]) =>
      kinds.split(" ").map((kind) => `${groupVersion} ${kind}`),
    );
    expect(new Set(names).size).toBe(names.length);
    for (const [groupVersion, kinds, introduced, deprecated = Infinity, removed = Infinity] of lifecycleTable) {
      expect([introduced <= deprecated, deprecated <= removed], `${groupVersion} ${kinds}`).toEqual([true, true]);
    }
  });

  it.each([
    [31, true],
    [32, false],
  ])("tells whether release 1.%d has it", (release, has) =>
    expect(isAvailable(gvk("flowcontrol.apiserver.k8s.io", "v1beta3", "FlowSchema"), release)).toBe(has),
  );
});

describe("a deprecation", () => {
  // oxfmt-ignore
  it.each([
    [gvk("", "v1", "Endpoints"), "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice", ""],
    [gvk("", "v1", "ComponentStatus"), "v1 ComponentStatus is deprecated in v1.19+", ""],
    [gvk("networking.k8s.io", "v1beta1", "ServiceCIDR"), "networking.k8s.io/v1beta1 ServiceCIDR is deprecated in v1.34+, unavailable in v1.37+", "1.37"],
    [gvk("flowcontrol.apiserver.k8s.io", "v1beta3", "FlowSchema"), "flowcontrol.apiserver.k8s.io/v1beta3 FlowSchema is deprecated in v1.29+, unavailable in v1.32+; use flowcontrol.apiserver.k8s.io/v1 FlowSchema", "1.32"],
  ])("of $kind is worded as upstream", (kind, warning, removedRelease) => expect(deprecationOf(kind)).toEqual({ warning, removedRelease }));

  it("is not told before its release", () => {
    expect(deprecationOf(gvk("resource.k8s.io", "v1beta1", "DeviceClass"))).toBeUndefined();
  });
});

describe("an earlier release", () => {
  it("gets along with the one before it, as far back as can be acted as", () => {
    expect([34, 33, 32, 31].map(minimumCompatibility)).toEqual([33, 32, 31, 31]);
  });

  it("stores what the oldest of its neighbours reads", () => {
    const told = (group: string, kind: string): readonly (string | undefined)[] =>
      [34, 33, 32].map((release) => toldStorageVersion(gvk(group, "v1", kind), release));
    expect(told("networking.k8s.io", "IPAddress")).toEqual(["v1", "v1beta1", "v1beta1"]);
    expect(told("resource.k8s.io", "DeviceClass")).toEqual(["v1beta2", "v1beta1", "v1beta2"]);
    expect(told("apps", "Deployment")).toEqual([undefined, undefined, undefined]);
  });
});
