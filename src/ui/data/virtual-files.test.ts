import { expect, it } from "vitest";
import { filesOver, freeName, listFolder, normalPath } from "./virtual-files.ts";

const folder = { "web.yaml": "a", "base/one.yaml": "b", "base/two.yaml": "c" };

it.each([
  ["./web.yaml", "web.yaml"],
  ["/web.yaml", "web.yaml"],
  ["base/../web.yaml", "web.yaml"],
  ["base//one.yaml", "base/one.yaml"],
  [".", undefined],
])("%s is %s", (path, normal) => {
  expect(normalPath(path)).toBe(normal);
});

it.each([
  [".", ["base/one.yaml", "base/two.yaml", "web.yaml"]],
  ["base/", ["one.yaml", "two.yaml"]],
  ["none", undefined],
])("%s holds %j", (path, names) => {
  expect(listFolder(folder, path)).toEqual(names);
});

it("commands read and write by any spelling of a path", async () => {
  const written: (readonly [string, string])[] = [];
  const removed: string[] = [];
  const files = filesOver(
    () => folder,
    (path, text) => void written.push([path, text]),
    (path) => void removed.push(path),
  );
  expect(await files.read("./base/one.yaml")).toBe("b");
  expect(await files.read("toString")).toBeUndefined();
  await files.write("./out.yaml", "x");
  expect(written).toEqual([["out.yaml", "x"]]);
  await files.remove?.("./base/one.yaml");
  expect(removed).toEqual(["base/one.yaml"]);
});

it("a new file takes a name that is free", () => {
  expect(freeName(folder, "web.yaml")).toBe("web-2.yaml");
  expect(freeName(folder, "other.yaml")).toBe("other.yaml");
});
