import { expect, it } from "vitest";
import { cleanPath, partsFromRoot } from "./clean-path.ts";

it("cleans paths, and keeps what leads above a relative one", () => {
  expect(["a//b/./c/..", "../a/../../b", "/../a", "./", "/", "a/.."].map(cleanPath)).toEqual([
    "a/b",
    "../../b",
    "/a",
    "",
    "/",
    "",
  ]);
});

it("takes paths from a folder, and stays at the root", () => {
  expect(partsFromRoot("../c/./d", ["a", "b"])).toEqual(["a", "c", "d"]);
  expect(partsFromRoot("../../..//x")).toEqual(["x"]);
});
