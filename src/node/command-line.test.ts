import { describe, expect, test } from "vitest";
import { parseServeOptions, UsageError } from "./command-line.ts";

describe("the command line of kubepad serve", () => {
  test.each([
    [[], { port: 8001, storage: "memory", tokenAuthFile: undefined }],
    [["serve", "--port", "0", "--storage", "memory"], { port: 0, storage: "memory", tokenAuthFile: undefined }],
    [["--port=9000", "--storage", "data", "--token-auth-file", "t.csv"], { port: 9000, storage: { folder: "data" }, tokenAuthFile: "t.csv" }],
  ])("reads %j", (args, options) => {
    expect(parseServeOptions(args)).toEqual(options);
  });

  test.each([["--port", "x"], ["--port", "65536"], ["--port=-1"], ["--storage", ""], ["--unknown"], ["stray"]])("refuses %s %s", (...args) => {
    expect(() => parseServeOptions(args)).toThrow(UsageError);
  });
});
