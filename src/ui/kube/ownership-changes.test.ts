import { expect, test } from "vitest";
import type { JsonValue } from "../../apimachinery/json/value.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { managerId } from "../../client/managed-fields.ts";
import { assignTones } from "./manager-tones.ts";
import { listed } from "../../diagnosis/words.ts";
import { changeSentences, managerWords, ownedSince, ownershipChanges } from "./ownership-changes.ts";

const state = (
  generation: number,
  ...managers: readonly (readonly [manager: string, time: string, data: JsonValue])[]
): KubeObject => ({
  metadata: {
    generation,
    managedFields: managers.map(([manager, time, data]) => ({
      manager,
      operation: "Apply",
      time,
      fieldsV1: { "f:data": data },
    })),
  },
});

const first = state(1, ["user", "t1", { "f:a": {}, "f:b": {} }]);
const second = state(2, ["user", "t1", { "f:a": {}, "f:b": {} }], ["scaler", "t2", { "f:a": {} }]);
const third = state(3, ["user", "t3", { "f:b": {} }], ["scaler", "t2", { "f:a": {} }]);

test("who gained and lost what is told in words", () => {
  expect(changeSentences(ownershipChanges(undefined, first))).toEqual(["user gained .data.a and .data.b."]);
  expect(changeSentences(ownershipChanges(first, second))).toEqual(["scaler gained .data.a."]);
  expect(changeSentences(ownershipChanges(second, third))).toEqual(["user lost .data.a."]);
  expect(ownershipChanges(third, third)).toEqual([]);
  expect(changeSentences(ownershipChanges(third, undefined))).toEqual(["user lost .data.b.", "scaler lost .data.a."]);
});

test("since when somebody owns a field is looked up in the states before", () => {
  const id = managerId({ manager: "scaler", operation: "Apply" });
  expect(ownedSince([first, second, third], 2, id, ".data.a", true)).toEqual({ time: "t2", known: true });
  expect(ownedSince([second, third], 1, id, ".data.a", false)).toEqual({ time: "t2", known: false });
  expect(ownedSince([second, third], 1, id, ".data.a", true)).toEqual({ time: "t2", known: true });
  expect(ownedSince([first, second, third], 0, id, ".data.a", true)).toBeUndefined();
});

test("managers and lists in words", () => {
  expect(managerWords({ name: "kubectl", operation: "Update", subresource: "status" })).toBe(
    "kubectl (update, status)",
  );
  expect(managerWords({ name: "user", operation: "Apply", subresource: "" })).toBe("user");
  expect([listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c", "d", "e"])]).toEqual([
    "a",
    "a and b",
    "a, b, c and 2 more",
  ]);
});

test("tones are those asked for, then the next free one, and begin again after eight", () => {
  expect([...assignTones(["x", "y", "z"], new Map([["y", 1]])).entries()]).toEqual([
    ["x", 2],
    ["y", 1],
    ["z", 3],
  ]);
  expect([...assignTones([..."abcdefghij"]).values()]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 1, 2]);
});
