import { expect, it } from "vitest";
import type { KubeObject } from "../../../../apimachinery/meta.ts";
import { compareWorlds } from "../../../../share/compare-worlds.ts";
import { choicesOf, countsOf, filtered, objectOf, rowsOf } from "./rows.ts";

const object = (kind: string, name: string, more: object = {}, apiVersion = "v1"): KubeObject => ({
  apiVersion,
  kind,
  metadata: { name, namespace: "demo", uid: name },
  ...more,
});
const lease = (time: string) => object("Lease", "node", { spec: { renewTime: time } }, "coordination.k8s.io/v1");
const node = (time: string, ready: string): KubeObject =>
  object("Node", "one", { status: { conditions: [{ type: "Ready", status: ready, lastHeartbeatTime: time }] } });
const here = [
  object("ConfigMap", "both", { data: { a: "1" } }),
  object("ConfigMap", "mine"),
  object("Event", "e1"),
  lease("1"),
  object("Node", "beats", { status: { daemonEndpoints: {}, lastHeartbeatTime: "1" } }),
];
const there = [
  object("ConfigMap", "both", { data: { a: "2" } }),
  object("Secret", "theirs"),
  object("Event", "e2"),
  lease("2"),
  object("Node", "beats", { status: { daemonEndpoints: {}, lastHeartbeatTime: "2" } }),
];

it("rows tell where an object is, and leave out what always differs unless it is asked for", async () => {
  const difference = await compareWorlds(here, there);
  const told = rowsOf(difference, false).map((row) => [row.kind, objectOf(row).kind, objectOf(row).metadata.name]);
  expect(told).toEqual([
    ["changed", "ConfigMap", "both"],
    ["here", "ConfigMap", "mine"],
    ["event", "Event", "e1"],
    ["event", "Event", "e2"],
    ["there", "Secret", "theirs"],
  ]);
  expect(countsOf(rowsOf(difference, false))).toEqual({ here: 1, there: 1, changed: 1, event: 2 });
  expect(countsOf(rowsOf(difference, true))).toEqual({ here: 1, there: 1, changed: 3, event: 2 });
  const anew = object("ConfigMap", "mine", { metadata: { ...object("ConfigMap", "mine").metadata, uid: "another" } });
  const made = await compareWorlds([object("ConfigMap", "mine")], [anew]);
  expect([rowsOf(made, false).length, rowsOf(made, true).map(({ isAnother }) => isAnother)]).toEqual([0, [true]]);
  const [ready] = rowsOf(await compareWorlds([node("1", "True")], [node("1", "False")]), false);
  expect(ready?.fields.map(({ path }) => path)).toEqual([".status.conditions"]);
});

it("rows are filtered by kind, namespace, name and field", async () => {
  const rows = rowsOf(await compareWorlds(here, there), false);
  const names = (filter: object) =>
    filtered(rows, { kind: "", namespace: "", text: "", ...filter }).map((row) => objectOf(row).metadata.name);
  expect(choicesOf(rows)).toEqual({ kinds: ["ConfigMap", "Event", "Secret"], namespaces: ["demo"] });
  expect(names({ kind: "ConfigMap" })).toEqual(["both", "mine"]);
  expect(names({ namespace: "other" })).toEqual([]);
  expect(names({ text: "MIN" })).toEqual(["mine"]);
  expect(names({ text: ".data.a" })).toEqual(["both"]);
});
