import { describe, expect, test } from "vitest";
import { parseServeOptions, serveWarnings, UsageError } from "./command-line.ts";

const defaults = {
  port: 8001, storage: "memory", tokenAuthFile: undefined, tls: undefined, writeKubeconfig: undefined, featureGates: {}, runtimeConfig: new Map(), emulatedRelease: 34,
};

describe("the command line of kubepad serve", () => {
  test.each([
    [[], {}],
    [["serve", "--port", "0", "--storage", "memory"], { port: 0 }],
    [["--port=9000", "--storage", "data", "--token-auth-file", "t.csv"], { port: 9000, storage: { folder: "data" }, tokenAuthFile: "t.csv" }],
    [["--tls", "--write-kubeconfig", "k"], { tls: "generated", writeKubeconfig: "k" }],
    [["--tls-cert-file", "c", "--tls-private-key-file", "k"], { tls: { certFile: "c", keyFile: "k" } }],
    [["--feature-gates", "WatchList=false", "--feature-gates=CBORServingAndStorage=true"], { featureGates: { WatchList: false, CBORServingAndStorage: true } }],
    [["--runtime-config", "api/beta=true,apps/v1/deployments", "--emulated-version", "1.33"], { runtimeConfig: new Map([["api/beta", "true"], ["apps/v1/deployments", ""]]), emulatedRelease: 33 }],
  ])("reads %j", (args, options) => {
    expect(parseServeOptions(args)).toEqual({ ...defaults, ...options });
  });

  test.each([["--port", "x"], ["--port", "65536"], ["--port=-1"], ["--storage", ""], ["--unknown"], ["stray"], ["--tls-cert-file", "c"], ["--write-kubeconfig="], ["--feature-gates", "Nonsense=true"], ["--emulated-version", "1.30"]])("refuses %s %s", (...args) => {
    expect(() => parseServeOptions(args)).toThrow(UsageError);
  });

  test("warns of gates that are going away", () => {
    expect(serveWarnings(parseServeOptions(["--feature-gates", "RetryGenerateName=true"]))).toEqual(["Setting GA feature gate RetryGenerateName=true. It will be removed in a future release."]);
  });
});
