import { describe, expect, test } from "vitest";
import { asksForHelp } from "./usage.ts";
import { parseRepairFolder, parseServeOptions, serveWarnings } from "./command-line.ts";
import { compileAllowedOrigins } from "./access-options.ts";
import { UsageError } from "./usage-error.ts";

const defaults = {
  port: 8001,
  storage: "memory",
  unsafeNoFsync: false,
  tokenAuthFile: undefined,
  tls: undefined,
  writeKubeconfig: undefined,
  featureGates: {},
  runtimeConfig: new Map(),
  emulatedRelease: 34,
  authorizationModes: ["RBAC"],
  corsAllowedOrigins: [],
  allowedHosts: [],
  showHiddenMetrics: false,
  shutdownSendRetryAfter: false,
  enableAdmissionPlugins: [],
  disableAdmissionPlugins: [],
  controllers: ["*"],
  addons: [],
  nodesOfNewStorage: 2,
  webhookServiceAddresses: new Map(),
  routesToEndpoints: false,
  proxyClient: undefined,
  requestheaderClientCaFile: undefined,
  requestheaderAllowedNames: [],
  bindAddress: "127.0.0.1",
  tlsMinVersion: "TLSv1.2",
  http2: { goawayChance: 0 },
  requiresCredentials: false,
  serviceAccountIssuers: [],
  apiAudiences: [],
  forbidsAnonymous: false,
  namedCertificates: [],
  serviceAccountKeyFiles: [],
};

describe("the command line of kubepad serve", () => {
  // oxfmt-ignore
  test.each([
    [[], {}],
    [["serve", "--port", "0", "--storage", "memory"], { port: 0 }],
    [["--port=9000", "--storage", "data", "--token-auth-file", "t.csv"], { port: 9000, storage: { folder: "data" }, tokenAuthFile: "t.csv", requiresCredentials: true }],
    [["--cert-dir", "certs", "--client-ca-file=ca.crt", "--bind-address", "0.0.0.0", "--anonymous-auth=false"], { tls: { certDir: "certs" }, clientCaFile: "ca.crt", bindAddress: "0.0.0.0", requiresCredentials: true, anonymousAuth: false }],
    [["--oidc-issuer-url=https://i", "--oidc-client-id=c", "--oidc-required-claim=a=b", "--oidc-groups-claim=g"], { requiresCredentials: true, oidc: { jwt: { issuer: { url: "https://i", audiences: ["c"] }, claimMappings: { username: { claim: "sub", prefix: "https://i#" }, groups: { claim: "g", prefix: "" } }, claimValidationRules: [{ claim: "a", requiredValue: "b" }] }, caFile: undefined, signingAlgs: ["RS256"] } }],
    [["--disable-http2-serving"], { http2: undefined }],
    [["--enable-aggregator-routing"], { routesToEndpoints: true }],
    [["--http2-max-streams-per-connection=7", "--goaway-chance=0.01"], { http2: { maxStreams: 7, goawayChance: 0.01 } }],
    [["--service-account-issuer=a", "--service-account-key-file=k", "--service-account-signing-key-file=s", "--api-audiences=x,y"], { serviceAccountIssuers: ["a"], serviceAccountKeyFiles: ["k"], serviceAccountSigningKeyFile: "s", apiAudiences: ["x", "y"] }],
    [["--storage", "data", "--unsafe-no-fsync"], { storage: { folder: "data" }, unsafeNoFsync: true }],
    [["--tls", "--write-kubeconfig", "k"], { tls: "generated", writeKubeconfig: "k" }],
    [["--tls-cert-file", "c", "--tls-private-key-file", "k"], { tls: { certFile: "c", keyFile: "k" } }],
    [["--feature-gates", "WatchList=false", "--feature-gates=CBORServingAndStorage=true"], { featureGates: { WatchList: false, CBORServingAndStorage: true } }],
    [["--runtime-config", "api/beta=true,apps/v1/deployments", "--emulated-version", "1.33"], { runtimeConfig: new Map([["api/beta", "true"], ["apps/v1/deployments", ""]]), emulatedRelease: 33 }],
    [["--request-timeout", "1m30s", "--max-requests-inflight=0", "--max-mutating-requests-inflight", "5"], { requestTimeoutMs: 90_000, maxRequestsInFlight: 0, maxMutatingRequestsInFlight: 5 }],
    [["--livez-grace-period", "10s", "--shutdown-delay-duration=1m10s"], { livezGracePeriodMs: 10_000, shutdownDelayMs: 70_000 }],
    [["--show-hidden-metrics-for-version", "1.33"], { showHiddenMetrics: true }],
    [["--fault-config", "faults.yaml"], { faultConfigFile: "faults.yaml" }],
    [["--audit-policy-file", "p.yaml", "--audit-log-path", "-"], { auditPolicyFile: "p.yaml", auditLogPath: "-" }],
    [["--authorization-mode", "RBAC,AlwaysAllow"], { authorizationModes: ["RBAC", "AlwaysAllow"] }],
    [["--cors-allowed-origins", "//a\\.com(:|$),^https://b$", "--cors-allowed-origins=//c$"], { corsAllowedOrigins: ["//a\\.com(:|$)", "^https://b$", "//c$"] }],
    [["--allowed-hosts", "Kube.test,[fe80::1]"], { allowedHosts: ["kube.test", "[fe80::1]"] }],
    [["--enable-admission-plugins", "PodSecurity,LimitRanger", "--disable-admission-plugins=ResourceQuota"], { enableAdmissionPlugins: ["PodSecurity", "LimitRanger"], disableAdmissionPlugins: ["ResourceQuota"] }],
    [["--addons", "metrics-server,metrics-adapter"], { addons: ["metrics-server", "metrics-adapter"] }],
    [["--controllers", ""], { controllers: undefined, nodesOfNewStorage: 0 }],
    [["--controllers=", "--controllers", "deployment,-job", "--simulated-nodes", "0"], { controllers: ["deployment", "-job"], simulatedNodes: 0, nodesOfNewStorage: 0 }],
    [["--service-cluster-ip-range", "10.1.0.0/16,fd00::/108", "--service-node-port-range=31000-31999"], { serviceClusterIpRange: "10.1.0.0/16,fd00::/108", serviceNodePortRange: "31000-31999" }],
    [["--webhook-service-addresses", "default/hook=127.0.0.1:9443,kube-system/hook:8443=localhost:9444"], { webhookServiceAddresses: new Map([["default/hook", { host: "127.0.0.1", port: 9443 }], ["kube-system/hook:8443", { host: "localhost", port: 9444 }]]) }],
  ])("reads %j", (args, options) => {
    expect(parseServeOptions(args)).toEqual({ ...defaults, ...options });
  });

  test.each([
    ["--bind-address", "0.0.0.0"],
    ["--oidc-client-id", "kube"],
    ["--oidc-issuer-url", "https://i"],
    ["--oidc-signing-algs", "HS256"],
    ["--authentication-config=a", "--oidc-issuer-url=https://i", "--oidc-client-id=c"],
    ["--goaway-chance", "0.03"],
    ["--http2-max-streams-per-connection", "x"],
    ["--bind-address", "elsewhere"],
    ["--client-ca-file", "ca.crt"],
    ["--port", "x"],
    ["--port", "65536"],
    ["--port=-1"],
    ["--addons", "prometheus"],
    ["--storage", ""],
    ["--unknown"],
    ["stray"],
    ["--tls-cert-file", "c"],
    ["--write-kubeconfig="],
    ["--feature-gates", "Nonsense=true"],
    ["--service-cluster-ip-range", "10.1.0.0/16,10.2.0.0/16"],
    ["--service-node-port-range", "1-65536"],
    ["--webhook-service-addresses", "hook=a:1"],
    ["--emulated-version", "1.30"],
    ["--request-timeout", "1"],
    ["--request-timeout=-1s"],
    ["--livez-grace-period=-1s"],
    ["--show-hidden-metrics-for-version=1.32"],
    ["--show-hidden-metrics-for-version=1.34"],
    ["--shutdown-delay-duration=-1s"],
    ["--max-requests-inflight", "many"],
    ["--max-mutating-requests-inflight=-1"],
    ["--allowed-hosts", "http://kube.test"],
    ["--allowed-hosts", "kube.test:80"],
    ["--allowed-hosts="],
  ])("refuses %s %s", (...args) => {
    expect(() => parseServeOptions(args)).toThrow(UsageError);
  });

  // oxfmt-ignore
  test.each([
    ["--authorization-mode=Everyone", 'authorization-mode "Everyone" is not a valid mode'],
    ["--authorization-mode=RBAC,RBAC", 'authorization-mode ["RBAC" "RBAC"] has mode specified more than once'],
    ["--authorization-mode=", "at least one authorization-mode must be passed"],
    ["--authorization-mode=Webhook,RBAC", "authorization-mode Webhook's authorization config file not passed"],
    ["--cors-allowed-origins=", "empty value in --cors-allowed-origins, help: List of allowed origins for CORS"],
    [
      "--cors-allowed-origins=example.com$",
      "--cors-allowed-origins has an invalid regular expression: regular expression does not pin to start/end of host in the origin header, help: ",
    ],
    ["--cors-allowed-origins=//example.com", "does not pin to start/end of host"],
    ["--enable-admission-plugins=Nonsense", 'enable-admission-plugins plugin "Nonsense" is unknown'],
    ["--disable-admission-plugins=A,B", '[disable-admission-plugins plugin "A" is unknown, disable-admission-plugins plugin "B" is unknown]'],
  ])("refuses %s in upstream's words", (flag, message) => {
    expect(() => parseServeOptions([flag])).toThrow(message);
  });

  test("says in Go's words what is wrong with an expression for origins", async () => {
    await expect(compileAllowedOrigins(["^http://[a$"])).rejects.toThrow(
      "--cors-allowed-origins has an invalid regular expression: error parsing regexp: missing closing ]: `[a$`, help: ",
    );
    const isAllowed = await compileAllowedOrigins(["//(.+\\.)?example\\.com(:|$)"]);
    expect(["https://a.example.com:8443", "https://example.com.evil", "https://evil"].map(isAllowed)).toEqual([
      true,
      false,
      false,
    ]);
  });

  test("knows the command that repairs a folder", () => {
    expect(parseRepairFolder(["repair", "--storage", "data"])).toBe("data");
    expect(parseRepairFolder(["serve", "--storage", "data"])).toBeUndefined();
    for (const wrong of [[], ["--storage", "memory"], ["--port", "1", "--storage", "data"]])
      expect(() => parseRepairFolder(["repair", ...wrong])).toThrow(UsageError);
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

test.each([
  [["--help"], true],
  [["--port", "1", "-h"], true],
  [["--port", "1"], false],
])("%j asks for help: %j", (args, asks) => {
  expect(asksForHelp(args)).toBe(asks);
});
