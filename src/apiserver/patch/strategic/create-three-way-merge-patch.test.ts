import { describe, expect, test } from "vitest";
import { loadBuiltinTypes } from "../../schema/builtin/builtin-types.ts";
import { createThreeWayMergePatch } from "./create-three-way-merge-patch.ts";
import { PatchSchema } from "./patch-schema.ts";
import { strategicMergeMapPatch } from "./strategic-merge-patch.ts";

const types = await loadBuiltinTypes();
const found = types.schemaOf({ group: "apps", version: "v1", kind: "Deployment" });
if (found === undefined) throw new Error("no Deployment");
const schema = found;

const clone = <T>(value: T): T => JSON.parse(JSON.stringify(value));
const pods = (...containers: readonly object[]) => ({ spec: { template: { spec: { containers } } } });

// oxfmt-ignore
describe("a three-way merge patch", () => {
  test.each<[name: string, original: object, modified: object, current: object, patch: object]>([
    ["is empty where all is as it was", { spec: { replicas: 1 } }, { spec: { replicas: 1 } }, { spec: { replicas: 1, paused: true } }, {}],
    ["sets what differs from the live object", { spec: { replicas: 1 } }, { spec: { replicas: 1 } }, { spec: { replicas: 3 } }, { spec: { replicas: 1 } }],
    ["deletes what was applied and is no more", { spec: { replicas: 1, paused: true } }, { spec: { replicas: 1 } }, { spec: { replicas: 1, paused: true } }, { spec: { paused: null } }],
    ["deletes an item, and says the order of the others", pods({ name: "a" }, { name: "b" }), pods({ name: "a" }), pods({ name: "a", image: "x" }, { name: "b" }),
      { spec: { template: { spec: { "$setElementOrder/containers": [{ name: "a" }], containers: [{ $patch: "delete", name: "b" }] } } } }],
    ["deletes a field of an item that it changes", pods({ name: "a", image: "x", workingDir: "/" }), pods({ name: "a", image: "y" }), pods({ name: "a", image: "x", workingDir: "/", tty: true }),
      { spec: { template: { spec: { "$setElementOrder/containers": [{ name: "a" }], containers: [{ name: "a", image: "y", workingDir: null }] } } } }],
    ["keeps items that others added", pods({ name: "a" }), pods({ name: "a", image: "y" }), pods({ name: "sidecar" }, { name: "a" }),
      { spec: { template: { spec: { "$setElementOrder/containers": [{ name: "a" }], containers: [{ name: "a", image: "y" }] } } } }],
    ["names the members of a union that stay", { spec: { strategy: { type: "RollingUpdate" } } }, { spec: { strategy: { type: "Recreate" } } }, { spec: { strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1 } } } },
      { spec: { strategy: { $retainKeys: ["type"], type: "Recreate" } } }],
    ["deletes scalars of a set", { metadata: { finalizers: ["a", "b"] } }, { metadata: { finalizers: ["b", "c"] } }, { metadata: { finalizers: ["a", "b", "d"] } },
      { metadata: { "$deleteFromPrimitiveList/finalizers": ["a"], "$setElementOrder/finalizers": ["b", "c"], finalizers: ["c"] } }],
    ["replaces a list without a merge key", { spec: { template: { spec: { tolerations: [{ key: "a" }] } } } }, { spec: { template: { spec: { tolerations: [{ key: "b" }] } } } }, { spec: { template: { spec: { tolerations: [{ key: "a" }] } } } },
      { spec: { template: { spec: { tolerations: [{ key: "b" }] } } } }],
  ])("%s", (_, original, modified, current, patch) => {
    const made = createThreeWayMergePatch(clone(original) as never, clone(modified) as never, clone(current) as never, new PatchSchema(schema));
    expect(made).toEqual(patch);
  });

  test("applied to the live object gives the new configuration and what others added", () => {
    const patch = createThreeWayMergePatch(
      pods({ name: "a", env: [{ name: "X", value: "1" }, { name: "Y", value: "2" }] }) as never,
      pods({ name: "b" }, { name: "a", env: [{ name: "Y", value: "3" }] }) as never,
      pods({ name: "a", env: [{ name: "X", value: "1" }, { name: "Y", value: "2" }, { name: "Z" }] }) as never,
      new PatchSchema(schema),
    );
    expect(strategicMergeMapPatch(pods({ name: "a", env: [{ name: "X", value: "1" }, { name: "Y", value: "2" }, { name: "Z" }] }) as never, patch, schema)).toEqual(
      pods({ name: "b" }, { name: "a", env: [{ name: "Y", value: "3" }, { name: "Z" }] }),
    );
  });
});
