import { expect, test } from "vitest";
import { enabledControllers, pluginsFor } from "./controller-names.ts";

test("without a list, what the API server depends on runs", () => {
  const enabled = enabledControllers(undefined);
  expect([enabled.has("namespace-controller"), enabled.has("replicaset-controller")]).toEqual([true, false]);
});

test.each([
  [["*"], true],
  [["*", "-replicaset-controller"], false],
  [["-replicaset-controller", "replicaset-controller", "*"], false],
  [["replicaset"], true],
  [["namespace-controller"], false],
  [[], false],
])("%j decides about the ReplicaSet controller: %j", (list, expected) =>
  expect(enabledControllers(list).has("replicaset-controller")).toBe(expected),
);

test("a name that is unknown is refused", () =>
  expect(() => enabledControllers(["*", "-foo"])).toThrow('"-foo" is not in the list of known controllers'));

test.each([
  [undefined, []],
  [["*"], ["ServiceAccount"]],
  [["*", "-serviceaccount-controller"], []],
])("plugins beside controllers %j: %j", (list, plugins) => expect(pluginsFor(list)).toEqual(plugins));
