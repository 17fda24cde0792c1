import { describe, expect, it } from "vitest";
import { createFeatureGates } from "../../component-base/features/feature-gates.ts";
import { parseRuntimeConfig } from "../../component-base/versions/runtime-config.ts";
import { enabledResources } from "./enabled-resources.ts";
import type { ResourceDefinition } from "./resource-definition.ts";

const row = (
  group: string,
  version: string,
  resource: string,
  kind: string,
  servedByDefault: boolean,
): ResourceDefinition => ({
  group,
  version,
  resource,
  singular: kind.toLowerCase(),
  kind,
  namespaced: true,
  verbs: ["get"],
  strategy: {},
  servedByDefault,
});

const definitions = [
  row("", "v1", "endpoints", "Endpoints", true),
  row("apps", "v1", "deployments", "Deployment", true),
  row("apps", "v1", "replicasets", "ReplicaSet", true),
  row("networking.k8s.io", "v1", "ipaddresses", "IPAddress", true),
  row("networking.k8s.io", "v1beta1", "ipaddresses", "IPAddress", false),
  row("storage.k8s.io", "v1alpha1", "volumeattributesclasses", "VolumeAttributesClass", false),
];
const known = {
  hasGroup: (group: string) => definitions.some((d) => d.group === group),
  hasVersion: ({ group, version }: { group: string; version: string }) =>
    definitions.some((d) => d.group === group && d.version === version) || version === "v1beta2",
};
const enabled = (config: string, release = 34) =>
  enabledResources(definitions, {
    runtimeConfig: parseRuntimeConfig(config),
    release,
    gates: createFeatureGates({}, release),
    known,
  });
const names = (config: string, release?: number): readonly string[] =>
  enabled(config, release).map(({ group, version, resource }) => `${group}/${version}/${resource}`);

const byDefault = ["/v1/endpoints", "apps/v1/deployments", "apps/v1/replicasets", "networking.k8s.io/v1/ipaddresses"];

describe("a runtime configuration", () => {
  it.each([
    ["", byDefault],
    ["api/beta=true", [...byDefault, "networking.k8s.io/v1beta1/ipaddresses"]],
    ["api/all=true,api/alpha=false", [...byDefault, "networking.k8s.io/v1beta1/ipaddresses"]],
    ["apps/v1=false", ["/v1/endpoints", "networking.k8s.io/v1/ipaddresses"]],
    ["apps/v1/deployments=false", ["/v1/endpoints", "apps/v1/replicasets", "networking.k8s.io/v1/ipaddresses"]],
    ["apps/v1/deployments,apps/v1=false", ["/v1/endpoints", "apps/v1/deployments", "networking.k8s.io/v1/ipaddresses"]],
    ["api/all=false,apps/v1", ["apps/v1/deployments", "apps/v1/replicasets"]],
    ["/v1=false", byDefault.slice(1)],
    ["apps/v1beta2=true", byDefault],
  ])("%s", (config, served) => expect(names(config)).toEqual(served));

  it.each([
    ["api/all=false", "invalid key with only api/all=false"],
    ["api/beta=maybe", "invalid value api/beta=maybe"],
    ["v1=true", "runtime-config invalid key v1"],
    ["example.com/v1=true", "unknown api groups example.com"],
    ["api/legacy=true", "unknown api groups api"],
    ["/v2=true", "group version v2 that has not been registered"],
    ["apps/v7=true", "group version apps/v7 that has not been registered"],
    ["apps/v1=maybe", 'invalid value of apps/v1: maybe, err: strconv.ParseBool: parsing "maybe": invalid syntax'],
    [
      "apps/v1/Deployments=true",
      'invalid key apps/v1/Deployments: group/version/resource and resource is always lowercase plural, not "Deployments"',
    ],
  ])("refuses %s", (config, message) => expect(() => enabled(config)).toThrow(message));
});

describe("an emulated release", () => {
  it("has nothing that came later", () => {
    expect(names("api/beta=true", 32)).toEqual([...byDefault.slice(0, 3), "networking.k8s.io/v1beta1/ipaddresses"]);
  });

  it("refuses what is asked for by name and came later", () => {
    expect(() => enabled("networking.k8s.io/v1/ipaddresses", 32)).toThrow(
      "cannot enable resource networking.k8s.io/v1, Resource=ipaddresses in runtime-config because it is introduced at 1.33 after the current version 1.32.",
    );
    expect(() => enabled("networking.k8s.io/v1", 32)).toThrow(
      "cannot enable version networking.k8s.io/v1 in runtime-config because all the resources have been introduced after the current version 1.32.",
    );
  });

  it("warns of what its server's own release deprecates", () => {
    const warnings = (release: number) =>
      enabled("api/all=true", release).flatMap(({ deprecationWarning, removedRelease }) =>
        deprecationWarning === undefined ? [] : [[deprecationWarning, removedRelease]],
      );
    for (const release of [32, 34]) {
      expect(warnings(release)).toEqual([
        ["v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice", undefined],
        ["networking.k8s.io/v1beta1 IPAddress is deprecated in v1.34+, unavailable in v1.37+", "1.37"],
        [
          "storage.k8s.io/v1alpha1 VolumeAttributesClass is deprecated in v1.32+, unavailable in v1.35+; use storage.k8s.io/v1 VolumeAttributesClass",
          "1.35",
        ],
      ]);
    }
  });

  it("has what was removed later, and does not mind that what it lacks is asked for", () => {
    const withBeta = [
      ...definitions,
      row("flowcontrol.apiserver.k8s.io", "v1beta3", "flowschemas", "FlowSchema", true),
    ];
    const served = (release: number, config = "") =>
      enabledResources(withBeta, {
        runtimeConfig: parseRuntimeConfig(config),
        release,
        gates: createFeatureGates({}, release),
        known: { hasGroup: () => true, hasVersion: () => true },
      }).map(({ resource }) => resource);
    expect(served(31)).toContain("flowschemas");
    expect(served(32, "flowcontrol.apiserver.k8s.io/v1beta3=true")).not.toContain("flowschemas");
  });
});
