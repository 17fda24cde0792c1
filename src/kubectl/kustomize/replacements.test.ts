import { expect, test } from "vitest";
import type { JsonObject } from "../../apimachinery/json/value.ts";
import { applyReplacements, splitPath } from "./replacements.ts";
import { newResource } from "./resource.ts";

const objects = (): readonly JsonObject[] => [
  { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "settings" }, data: { host: "a.example", port: "80" } },
  {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "web" },
    spec: { replicas: 1, containers: [{ name: "c", url: "http://x/y", args: ["-h", "HOST"] }] },
  },
];

async function replaced(field: string, target: JsonObject): Promise<unknown> {
  const resources = objects().map((object) => newResource(object));
  const source = { kind: "ConfigMap", fieldPath: `data.${field}` };
  const entry = { source, targets: [{ select: { kind: "Deployment" }, ...target }] };
  await applyReplacements(resources, [entry], async () => "");
  return resources[1]?.object;
}

// oxfmt-ignore
test.each([
  ["host", { fieldPaths: ["spec.containers.0.args.1"] }, { spec: { containers: [{ args: ["-h", "a.example"] }] } }],
  ["host", { fieldPaths: ["spec.containers.[name=c].url"], options: { delimiter: "/", index: 2 } }, { spec: { containers: [{ url: "http://a.example/y" }] } }],
  ["port", { fieldPaths: ["spec.replicas"] }, { spec: { replicas: 80 } }],
  ["host", { fieldPaths: ["metadata.annotations.at"], options: { create: true } }, { metadata: { annotations: { at: "a.example" } } }],
  ["host", { fieldPaths: ["spec.containers.*.name"] }, { spec: { containers: [{ name: "a.example" }] } }],
])("%s goes to %j", async (field, target, expected) => {
  expect(await replaced(field, target)).toMatchObject(expected);
});

test.each([
  ["nope", {}, "fieldPath `data.nope` is missing for replacement source ConfigMap.[noVer].[noGrp]/[noName].[noNs]"],
  ["host", { fieldPaths: ["spec.nope"] }, 'unable to find field "spec.nope" in replacement target'],
])("%s is refused for %j: %s", async (field, target, message) => {
  await expect(replaced(field, target)).rejects.toThrow(message);
});

test("dots in brackets and escaped ones belong to a part of a path", () => {
  expect(splitPath("a.[name=b.c].d\\.e")).toEqual(["a", "[name=b.c]", "d.e"]);
});
