import { expect, it } from "vitest";
import type { ResourceInfo } from "../../registry/resource-definition.ts";
import { ServedIndex } from "./api-groups.ts";

const resource = (group: string, version: string, plural: string): ResourceInfo => ({
  group,
  version,
  resource: plural,
  singular: "",
  kind: plural,
  namespaced: true,
  verbs: [],
  servedByDefault: true,
});

const resources = [
  resource("", "v1", "pods"),
  resource("apps", "v1", "deployments"),
  resource("example.com", "v2", "widgets"),
  resource("example.com", "v1", "widgets"),
  resource("example.com", "v1", "gadgets"),
];

it("has the groups and versions in the order of the resources", () => {
  expect(new ServedIndex(resources).groups).toEqual([
    { name: "", versions: ["v1"] },
    { name: "apps", versions: ["v1"] },
    { name: "example.com", versions: ["v2", "v1"] },
  ]);
});

it("keeps the lists of group versions in which nothing changed", () => {
  const before = new ServedIndex(resources);
  const after = new ServedIndex([...resources.slice(0, 4), resource("example.com", "v1", "gears")], before);
  for (const gv of [
    { group: "apps", version: "v1" },
    { group: "example.com", version: "v2" },
  ])
    expect(after.resourcesOf(gv)).toBe(before.resourcesOf(gv));
  expect(after.resourcesOf({ group: "example.com", version: "v1" }).map((each) => each.resource)).toEqual([
    "widgets",
    "gears",
  ]);
});
