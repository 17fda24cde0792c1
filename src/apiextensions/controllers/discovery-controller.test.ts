import { expect, it } from "vitest";
import type { Definition } from "../../apis/apiextensions/definition.ts";
import { DiscoveredResources } from "./discovery-controller.ts";

function definition(name: string, more: { readonly description?: string; readonly labels?: object } = {}): Definition {
  const names = { plural: name, kind: name };
  const schema = { openAPIV3Schema: { type: "object", description: more.description ?? "" } };
  const established = { type: "Established", status: "True", lastTransitionTime: "", reason: "", message: "" };
  return {
    metadata: { name: `${name}.example.com`, labels: more.labels },
    spec: {
      group: "example.com",
      names,
      scope: "Namespaced",
      versions: [{ name: "v1", served: true, storage: true, schema }],
    },
    status: { acceptedNames: names, conditions: [established], storedVersions: ["v1"] },
  } as unknown as Definition;
}

const open = () => new DiscoveredResources([definition("gears"), definition("axles")]);

it("lists resources by name, whatever the order of their definitions", () => {
  expect(
    open()
      .all()
      .map(({ resource }) => resource),
  ).toEqual(["axles", "gears"]);
});

it("does not change with what is not discovered of a definition", () => {
  const resources = open();
  const before = resources.all();
  resources.update("gears.example.com", definition("gears", { labels: { a: "b" } }));
  expect(resources.all()).toBe(before);
});

it("keeps the resources of other definitions when one changes", () => {
  const resources = open();
  const [axles, gears] = resources.all();
  resources.update("gears.example.com", definition("gears", { description: "changed" }));
  expect(resources.all()[0]).toBe(axles);
  expect(resources.all()[1]).not.toBe(gears);
  expect(resources.all()[1]?.published?.schema).toHaveProperty("description", "changed");
});

it("forgets the resources of a deleted definition", () => {
  const resources = open();
  resources.update("gears.example.com", undefined);
  expect(resources.all().map(({ resource }) => resource)).toEqual(["axles"]);
});
