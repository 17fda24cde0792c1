import { expect, test } from "vitest";
import { typedMerge, typedPatch } from "./typed-patch.ts";

const deployment = (spec: object, template: object) =>
  ({ apiVersion: "apps/v1", kind: "Deployment", spec: { ...spec, template: { spec: template } } }) as never;
const templatePatch = (template: object) => ({ spec: { template: { spec: template } } });

// oxfmt-ignore
test.each([
  ["an item by its merge key",
    deployment({}, { containers: [{ name: "a", image: "a:1" }, { name: "b", image: "b:1" }] }),
    deployment({}, { containers: [{ name: "a", image: "a:2" }, { name: "b", image: "b:1" }] }),
    templatePatch({
      "$setElementOrder/containers": [{ name: "a" }, { name: "b" }],
      containers: [{ image: "a:2", name: "a" }],
    })],
  ["a list without a merge key as a whole",
    deployment({}, { tolerations: [{ key: "a" }] }),
    deployment({}, { tolerations: [{ key: "a" }, { key: "b" }] }),
    templatePatch({ tolerations: [{ key: "a" }, { key: "b" }] })],
  ["a union by the keys that stay",
    deployment({ strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1 } } }, {}),
    deployment({ strategy: { type: "Recreate" } }, {}),
    { spec: { strategy: { $retainKeys: ["type"], rollingUpdate: null, type: "Recreate" } } }],
])("changes %s", (_, before, after, patch) => {
  expect(typedPatch(before, after)).toEqual(patch);
});

test("a field that the type lacks cannot be changed", () => {
  expect(() => typedPatch(deployment({ odd: { a: 1 } }, {}), deployment({ odd: { a: 2 } }, {}))).toThrow(
    'unable to find api field in struct DeploymentSpec for the json field "odd"',
  );
});

test("a strategic merge patch is applied by the merge keys of Go types", () => {
  const pod = {
    apiVersion: "v1",
    kind: "Pod",
    spec: { containers: [{ name: "a", image: "x" }], tolerations: [{ key: "k" }, { key: "l" }] },
  };
  const patch = { spec: { containers: [{ name: "a", tty: true }], tolerations: [{ key: "k", operator: "Exists" }] } };
  expect(typedMerge(pod, patch)).toEqual({
    ...pod,
    spec: { containers: [{ name: "a", image: "x", tty: true }], tolerations: [{ key: "k", operator: "Exists" }] },
  });
  expect(patch.spec.containers).toHaveLength(1);
});
