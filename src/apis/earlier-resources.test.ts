import { beforeAll, describe, expect, it } from "vitest";
import type { KubeObject } from "../apimachinery/meta.ts";
import { isAvailable, lifecycleOf } from "../component-base/versions/api-lifecycle.ts";
import { gvkOf } from "../apiserver/registry/resource-definition.ts";
import { builtinResources } from "./all-resources.ts";
import { convert } from "./conversions.ts";
import { resourcesFor } from "./earlier-resources.ts";
import type { ResourceDefinition } from "../apiserver/registry/resource-definition.ts";
import { loadDefinitions } from "./testing/load-definitions.ts";

const beta = { group: "flowcontrol.apiserver.k8s.io", version: "v1beta3", kind: "PriorityLevelConfiguration" };
const stable = { ...beta, version: "v1" };

describe("the resources of an earlier release", () => {
  it("are those of this one and what was removed since", () => {
    expect(resourcesFor(34)).toBe(builtinResources);
    const added = resourcesFor(31).filter((definition) => !builtinResources.includes(definition));
    expect(added.map(({ group, version, resource }) => `${group}/${version} ${resource}`)).toEqual([
      "authentication.k8s.io/v1beta1 selfsubjectreviews",
      "admissionregistration.k8s.io/v1beta1 validatingadmissionpolicies",
      "admissionregistration.k8s.io/v1beta1 validatingadmissionpolicybindings",
      "flowcontrol.apiserver.k8s.io/v1beta3 flowschemas",
      "flowcontrol.apiserver.k8s.io/v1beta3 prioritylevelconfigurations",
    ]);
    expect(added.filter((definition) => isAvailable(gvkOf(definition), 34))).toEqual([]);
  });

  it("are all that the lifecycle knows", () => {
    const unknown = resourcesFor(31).filter(
      (definition) =>
        definition.group !== "internal.apiserver.k8s.io" &&
        lifecycleOf(gvkOf(definition)).introduced === 0 &&
        definition.group !== "",
    );
    expect(unknown).toEqual([]);
  });

  it("keep the versions of a group together, the preferred one first", () => {
    const versions = resourcesFor(31)
      .filter(({ group }) => group === "admissionregistration.k8s.io")
      .map(({ version }) => version);
    expect([...new Set(versions)]).toEqual(["v1", "v1beta1", "v1alpha1"]);
    expect(versions).toEqual(
      [...versions].sort((a, b) => ["v1", "v1beta1", "v1alpha1"].indexOf(a) - ["v1", "v1beta1", "v1alpha1"].indexOf(b)),
    );
  });
});

describe("a priority level of v1beta3", () => {
  const level = (limited: object, annotations?: object): KubeObject =>
    ({
      metadata: { name: "a", ...(annotations !== undefined && { annotations }) },
      spec: { type: "Limited", limited },
    }) as KubeObject;
  let fill: ResourceDefinition["default"];
  beforeAll(async () => {
    const levels = resourcesFor(31).filter(
      ({ version, resource }) => version === beta.version && resource === "prioritylevelconfigurations",
    );
    fill = (await loadDefinitions(levels))[0]?.default;
  });
  const mark = "flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares";

  it("gets 30 shares for none, unless an annotation says that none are meant", () => {
    expect(fill?.(level({ nominalConcurrencyShares: 0 }))).toMatchObject({
      spec: { limited: { nominalConcurrencyShares: 30 } },
    });
    expect(fill?.(level({}, { [mark]: "" }))).toMatchObject({ spec: { limited: { nominalConcurrencyShares: 0 } } });
  });

  it("is v1's with zero shares said by the annotation, both ways", () => {
    const none = level({ nominalConcurrencyShares: 0 }, { team: "a" });
    const told = convert(none, stable, beta);
    expect(told.metadata.annotations).toEqual({ team: "a", [mark]: "" });
    expect(convert(told, beta, stable)).toEqual(none);
    expect(convert(level({}, { [mark]: "" }), beta, stable).metadata).toEqual({ name: "a" });
  });
});
