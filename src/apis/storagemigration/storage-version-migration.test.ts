import { describe, expect, it } from "vitest";
import { errorMessage } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { testContext } from "../testing/strategy-context.ts";
import { migrationStatusStrategy, migrationStrategy } from "./storage-version-migration.ts";

const ctx = testContext();
type Fields = Readonly<Record<string, unknown>>;
const migration = (resource: Fields, status: Fields = {}): KubeObject => ({
  metadata: { name: "m" },
  spec: { resource },
  status,
});
const pods = { version: "v1", resource: "pods" };
const condition = (type: string, status = "True"): Fields => ({
  type,
  status,
  reason: "Done",
  lastUpdateTime: "2025-01-01T00:00:00Z",
});
const statusErrors = (status: Fields, old: Fields = {}): readonly string[] =>
  (migrationStatusStrategy.validateUpdate?.(migration(pods, status), migration(pods, old), ctx) ?? []).map(
    errorMessage,
  );

describe("storage version migrations", () => {
  it("say what they migrate, and keep to it", () => {
    expect((migrationStrategy.validate?.(migration({}), ctx) ?? []).map(errorMessage)).toEqual([
      "spec.resource.resource: Required value: resource is required",
      "spec.resource.version: Required value: version is required",
    ]);
    const changed = migration({ ...pods, group: "apps" });
    expect((migrationStrategy.validateUpdate?.(changed, migration(pods), ctx) ?? []).map(errorMessage)).toEqual([
      'group: Invalid value: "apps": field is immutable',
    ]);
  });

  // oxfmt-ignore
  it.each([
    ["is running", { resourceVersion: "5", conditions: [condition("Running")] }, {}, []],
    ["has a revision that is no number", { resourceVersion: "5a" }, {}, ['status.resourceVersion: Invalid value: "5a": failed to parse resource version "5a": strconv.ParseInt: parsing "5a": invalid syntax']],
    ["has a revision beyond all", { resourceVersion: "9223372036854775808" }, {}, ['status.resourceVersion: Invalid value: "9223372036854775808": failed to parse resource version "9223372036854775808": strconv.ParseInt: parsing "9223372036854775808": value out of range']],
    ["has a negative revision", { resourceVersion: "-1" }, {}, ["status.resourceVersion: Invalid value: -1: must be greater than or equal to 0"]],
    ["changes its revision", { resourceVersion: "6" }, { resourceVersion: "5" }, ['status.resourceVersion: Invalid value: "6": field is immutable']],
    ["says nothing of a condition", { conditions: [{ type: "Running" }] }, {}, [
      'status.conditions[0].status: Unsupported value: "": supported values: "False", "True", "Unknown"',
      "status.conditions[0].lastTransitionTime: Required value",
      "status.conditions[0].reason: Required value",
    ]],
    ["succeeds while it runs", { conditions: [condition("Running"), condition("Succeeded")] }, {}, [expect.stringMatching(/^status\.conditions: Invalid value: \[\{"Type":"Running","Status":"True","LastUpdateTime":"2025-01-01T00:00:00Z","Reason":"Done","Message":""\},.*\]: Running condition cannot be true when success condition is true$/)]],
    ["fails no more", { conditions: [condition("Failed", "False")] }, { conditions: [condition("Failed")] }, [expect.stringMatching(/: Failed condition cannot be set to false once it is true$/)]],
  ])("validate a status that %s", (_name, status, old, expected) => expect(statusErrors(status, old)).toEqual(expected));
});
