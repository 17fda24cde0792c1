import { expect, test } from "vitest";
import type { Resource } from "../kube/resource.ts";
import { actionCommands, objectCommands } from "./object-search.ts";
import { settingCommands } from "./setting-commands.ts";

const kindOf = (group: string, resource: string, kind: string, namespaced = true): Resource => ({
  group,
  version: "v1",
  resource,
  kind,
  namespaced,
  verbs: ["list"],
  shortNames: [],
  singular: kind.toLowerCase(),
  categories: [],
  subresources: [],
});

const node = (name: string, unschedulable?: boolean) => ({
  kind: kindOf("", "nodes", "Node", false),
  object: { apiVersion: "v1", kind: "Node", metadata: { name }, spec: { unschedulable } },
});
const deployment = (name: string, paused?: boolean) => ({
  kind: kindOf("apps", "deployments", "Deployment"),
  object: { apiVersion: "apps/v1", kind: "Deployment", metadata: { name, namespace: "demo" }, spec: { paused } },
});
const objects = [node("node-1"), node("node-2", true), deployment("web"), deployment("api", true)];

const labels = (search: string): readonly string[] =>
  actionCommands(objects, search, () => undefined).map(({ label }) => label);

test.each([
  ["drain", ["Drain node-1", "Drain node-2"]],
  ["drain node-2", ["Drain node-2"]],
  ["cordon", ["Cordon node-1"]],
  ["uncordon", ["Uncordon node-2"]],
  ["undo", ["Undo the rollout of web"]],
  ["pause web", ["Pause web"]],
  ["resume", ["Resume api"]],
  ["web", []],
  ["of", []],
])("a search for %j finds actions on the objects to which they are of use", (search, found) => {
  expect(labels(search).toSorted()).toEqual(found);
});

test("an action that is found is asked for", () => {
  const asked: string[] = [];
  const [command] = actionCommands(objects, "scale web", (action, { object }) => {
    asked.push(`${action.id} ${object.metadata.name ?? ""}`);
  });
  command?.run();
  expect(asked).toEqual(["scale web"]);
  expect(objectCommands(objects).map(({ label }) => label)).toContain("demo/web");
});

test("every setting of the server is found by its name", () => {
  const report = {
    gates: [{ name: "WatchList", enabled: true }],
    plugins: [{ name: "PodSecurity", enabled: true }],
  };
  const found = settingCommands(report).map(({ label }) => label);
  expect(found).toEqual(expect.arrayContaining(["WatchList", "PodSecurity", "Served APIs", "Controllers"]));
});
