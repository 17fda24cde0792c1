import { expect, it } from "vitest";
import { cleanPath, pathFromRoot } from "./clean-path.ts";

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
  expect(pathFromRoot("../c/./d", "a/b")).toBe("a/c/d");
  expect(pathFromRoot("../../..//x", "a")).toBe("x");
  expect(pathFromRoot("/a/..")).toBe("");
});
