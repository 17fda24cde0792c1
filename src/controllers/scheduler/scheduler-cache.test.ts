import { expect, test } from "vitest";
import type { Node } from "../../api/core/scheduling.ts";
import { ObjectIndex } from "../../client/object-index.ts";
import { SchedulerCache } from "./scheduler-cache.ts";

/** Nodes, with a count of how often all of them were read. */
class CountedNodes extends ObjectIndex<Node> {
  reads = 0;

  override values(): IterableIterator<Node> {
    this.reads++;
    return super.values();
  }
}

const node = (name: string): Node => ({ apiVersion: "v1", kind: "Node", metadata: { name } });

test("nodes are sorted anew only when one was added or deleted, and one is found without reading the others", () => {
  const nodes = new CountedNodes();
  const cache = new SchedulerCache({
    nodes,
    namespaces: new ObjectIndex(),
    claims: new ObjectIndex(),
    volumes: new ObjectIndex(),
    storageClasses: new ObjectIndex(),
    resourceClaims: new ObjectIndex(),
    deviceClasses: new ObjectIndex(),
  });
  const add = (name: string): void => {
    nodes.set(name, node(name));
    cache.nodesChanged(name);
  };
  const names = (): readonly string[] => cache.snapshot().nodes.map(({ name }) => name);
  for (const name of ["b", "a"]) add(name);
  expect([names(), names(), nodes.reads]).toEqual([["a", "b"], ["a", "b"], 1]);
  cache.nodeChanged("a");
  expect(cache.snapshotOf(["b", "c"]).nodes.map(({ name }) => name)).toEqual(["b"]);
  expect([names(), nodes.reads]).toEqual([["a", "b"], 1]);
  nodes.delete("a");
  cache.nodesChanged("a");
  add("c");
  expect([names(), nodes.reads]).toEqual([["b", "c"], 2]);
});
