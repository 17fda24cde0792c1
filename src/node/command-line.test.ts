import { describe, expect, test } from "vitest";
import { parseServeOptions, serveWarnings, UsageError } from "./command-line.ts";

const defaults = {
  port: 8001,
  storage: "memory",
  tokenAuthFile: undefined,
  tls: undefined,
  writeKubeconfig: undefined,
  featureGates: {},
  runtimeConfig: new Map(),
  emulatedRelease: 34,
};

describe("the command line of kubepad serve", () => {
  // oxfmt-ignore
  test.each([
    [[], {}],
    [["serve", "--port", "0", "--storage", "memory"], { port: 0 }],
    [["--port=9000", "--storage", "data", "--token-auth-file", "t.csv"], { port: 9000, storage: { folder: "data" }, tokenAuthFile: "t.csv" }],
    [["--tls", "--write-kubeconfig", "k"], { tls: "generated", writeKubeconfig: "k" }],
    [["--tls-cert-file", "c", "--tls-private-key-file", "k"], { tls: { certFile: "c", keyFile: "k" } }],
    [["--feature-gates", "WatchList=false", "--feature-gates=CBORServingAndStorage=true"], { featureGates: { WatchList: false, CBORServingAndStorage: true } }],
    [["--runtime-config", "api/beta=true,apps/v1/deployments", "--emulated-version", "1.33"], { runtimeConfig: new Map([["api/beta", "true"], ["apps/v1/deployments", ""]]), emulatedRelease: 33 }],
    [["--request-timeout", "1m30s", "--max-requests-inflight=0", "--max-mutating-requests-inflight", "5"], { requestTimeoutMs: 90_000, maxRequestsInFlight: 0, maxMutatingRequestsInFlight: 5 }],
    [["--audit-policy-file", "p.yaml", "--audit-log-path", "-"], { auditPolicyFile: "p.yaml", auditLogPath: "-" }],
  ])("reads %j", (args, options) => {
    expect(parseServeOptions(args)).toEqual({ ...defaults, ...options });
  });

  test.each([
    ["--port", "x"],
    ["--port", "65536"],
    ["--port=-1"],
    ["--storage", ""],
    ["--unknown"],
    ["stray"],
    ["--tls-cert-file", "c"],
    ["--write-kubeconfig="],
    ["--feature-gates", "Nonsense=true"],
    ["--emulated-version", "1.30"],
    ["--request-timeout", "1"],
    ["--request-timeout=-1s"],
    ["--max-requests-inflight", "many"],
    ["--max-mutating-requests-inflight=-1"],
  ])("refuses %s %s", (...args) => {
    expect(() => parseServeOptions(args)).toThrow(UsageError);
  });

  test("warns of gates that are going away", () => {
    expect(serveWarnings(parseServeOptions(["--feature-gates", "RetryGenerateName=true"]))).toEqual([
      "Setting GA feature gate RetryGenerateName=true. It will be removed in a future release.",
    ]);
  });

  test("warns of an audit log that stays empty", () => {
    expect(serveWarnings(parseServeOptions(["--audit-log-path", "-"]))).toEqual([
      "No audit policy file provided, no events will be recorded for log backend",
    ]);
    expect(serveWarnings(parseServeOptions(["--audit-log-path", "-", "--audit-policy-file", "p"]))).toEqual([]);
  });
});
