import { expect, it } from "vitest";
import type { NamedWorld, WorldOrigin } from "../../../platform/named-worlds.ts";
import { commonRevision } from "./common-revision.ts";

const world = (id: string, origin?: WorldOrigin): NamedWorld => ({
  id,
  name: id,
  madeAt: 0,
  ...(origin && { origin }),
});
const worlds = [
  world(""),
  world("fork", { id: "", revision: 50 }),
  world("later", { id: "", revision: 80 }),
  world("grandchild", { id: "fork", revision: 70 }),
  world("own"),
  world("loop", { id: "loop", revision: 3 }),
];

it.each([
  ["a world and its fork", "", "fork", 50],
  ["a fork and its world", "fork", "", 50],
  ["two forks of a world", "fork", "later", 50],
  ["a fork and its fork", "fork", "grandchild", 70],
  ["a world and the fork of its fork", "", "grandchild", 50],
  ["two lines of forks", "grandchild", "later", 50],
  ["worlds of which nothing is known", "", "own", undefined],
  ["a world that is said to be made of itself", "loop", "", undefined],
  ["a world that is gone", "gone", "", undefined],
])("%s have the same history until revision %j", (_, one, other, revision) => {
  expect(commonRevision(worlds, one, other)).toBe(revision);
});
