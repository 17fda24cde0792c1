import { describe, expect, test } from "vitest";
import { fileSpecOf } from "./cp.ts";
import { remotePort } from "./port-forward.ts";

describe("files of pods", () => {
  test.each([
    ["a/b/", { namespace: "", pod: "", file: "a/b" }],
    ["web:/etc/hosts", { namespace: "", pod: "web", file: "/etc/hosts" }],
    ["team/web:x:y", { namespace: "team", pod: "web", file: "x:y" }],
    ["web:", { namespace: "", pod: "web", file: "" }],
  ])("%s", (text, spec) => {
    expect(fileSpecOf(text)).toEqual(spec);
  });

  test.each([":x", "a/b/c:d"])("%s is refused", (text) => {
    expect(() => fileSpecOf(text)).toThrow("filespec must match the canonical format");
  });
});

describe("ports that are forwarded", () => {
  test.each([
    ["80", "80"],
    ["8080:80", "80"],
    ["8080:", ""],
    [":web", "web"],
  ])("%s leads to %j", (port, remote) => {
    expect(remotePort(port)).toBe(remote);
  });
});
