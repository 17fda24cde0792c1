import { describe, expect, test } from "vitest";
import { isFrameMessage, isHostMessage, withVersion } from "./protocol.ts";

describe("a message of a page", () => {
  test.each([
    { kind: "start", parameters: {} },
    { kind: "start", parameters: { target: "/api/v1/pods", later: "unknown here" }, seed: [{ kind: "Pod" }] },
    { kind: "start", parameters: {}, seed: "kind: Pod" },
    { kind: "start", parameters: {}, files: { "web.yaml": "kind: Pod" } },
    { kind: "theme", theme: "dark" },
    { kind: "show", address: "#/objects" },
    { kind: "reset" },
  ])("$kind is one of the protocol", (message) => {
    expect(isHostMessage(withVersion(message))).toBe(true);
  });

  test.each([
    ["another version", { kubepad: 2, kind: "reset" }],
    ["no version", { kind: "reset" }],
    ["a version as text", { kubepad: "1", kind: "reset" }],
    ["an unknown kind", { kubepad: 1, kind: "toString" }],
    ["a message of a frame", { kubepad: 1, kind: "hello" }],
    ["a start without parameters", { kubepad: 1, kind: "start" }],
    ["parameters that are a list", { kubepad: 1, kind: "start", parameters: ["target"] }],
    ["parameters that are no texts", { kubepad: 1, kind: "start", parameters: { user: { name: "root" } } }],
    ["a seed of texts", { kubepad: 1, kind: "start", parameters: {}, seed: ["Pod"] }],
    ["a seed that is an object", { kubepad: 1, kind: "start", parameters: {}, seed: { length: 1 } }],
    ["files that are no texts", { kubepad: 1, kind: "start", parameters: {}, files: { "web.yaml": 1 } }],
    ["a theme that does not exist", { kubepad: 1, kind: "theme", theme: "constructor" }],
    ["an address of another page", { kubepad: 1, kind: "show", address: "https://evil.example/" }],
    ["a script as address", { kubepad: 1, kind: "show", address: "javascript:alert(1)" }],
    ["an address that is no text", { kubepad: 1, kind: "show", address: { startsWith: true } }],
    ["nothing", undefined],
    ["null", null],
    ["a text", "start"],
    ["a list", [1, "start"]],
  ])("%s is none", (_name, message) => {
    expect(isHostMessage(message)).toBe(false);
  });
});

describe("a message of a frame", () => {
  test.each([
    { kind: "hello" },
    { kind: "height", height: 412.5 },
    { kind: "event", name: "ready", detail: {} },
    { kind: "event", name: "request", detail: { method: "GET", target: "/api", status: 200 } },
    { kind: "event", name: "failure", detail: { message: "no" } },
  ])("$kind $name is one of the protocol", (message) => {
    expect(isFrameMessage(withVersion(message))).toBe(true);
  });

  test.each([
    ["another version", { kubepad: 2, kind: "hello" }],
    ["a message of a page", { kubepad: 1, kind: "reset" }],
    ["a height that is no number", { kubepad: 1, kind: "height", height: "100vh" }],
    ["an endless height", { kubepad: 1, kind: "height", height: Infinity }],
    ["no height", { kubepad: 1, kind: "height", height: NaN }],
    ["an event of the page's own", { kubepad: 1, kind: "event", name: "click", detail: {} }],
    ["an event by a name of every object", { kubepad: 1, kind: "event", name: "constructor", detail: {} }],
    ["an event without its detail", { kubepad: 1, kind: "event", name: "request", detail: { method: "GET" } }],
    ["a detail that is no object", { kubepad: 1, kind: "event", name: "ready", detail: [] }],
    ["null", null],
  ])("%s is none", (_name, message) => {
    expect(isFrameMessage(message)).toBe(false);
  });
});
