import { expect, it } from "vitest";
import { managerOrUserAgent } from "./manager-name.ts";

it.each([
  ["named", "node/1.0", "named"],
  ["", "kubectl/v1.34 (linux)", "kubectl"],
  ["", "no slash", "no slash"],
  ["", "tab\tbed/1", "tabbed"],
  ["", `${"x".repeat(127)}é/1`, "x".repeat(127)],
  ["", "", ""],
])("the manager of a request that names %j and comes from %j is %j", (manager, userAgent, expected) => {
  expect(managerOrUserAgent(manager, userAgent)).toBe(expected);
});
