import { describe, expect, test } from "vitest";
import { apiServerOptions, deprecations, ignoredNotice, isServeFlag, refuseFlags } from "./api-server-options.ts";
import { serveWarnings } from "../command-line.ts";
import { apiServerUsage } from "./api-server-usage.ts";
import { flagTable } from "./flag-table.ts";
import { parseFlags, type ParsedFlags } from "./parse-flags.ts";

const parse = (...args: string[]): ParsedFlags => parseFlags(args, flagTable);
const options = (...args: string[]) => apiServerOptions(parse(...args));
const refuse = (...args: string[]) => refuseFlags(parse(...args), flagTable);

/** What controller-runtime's envtest passes to kube-apiserver, after what the program of the assets puts ahead. */
const envtest = [
  "--storage=memory",
  "--allow-privileged=true",
  "--authorization-mode=RBAC",
  "--bind-address=127.0.0.1",
  "--cert-dir=/tmp/k8s",
  "--client-ca-file=/tmp/k8s/client-cert-auth-ca.crt",
  "--disable-admission-plugins=ServiceAccount",
  "--etcd-servers=http://127.0.0.1:2379",
  "--secure-port=34567",
  "--service-account-issuer=https://127.0.0.1:34567/",
  "--service-account-key-file=/tmp/k8s/sa-signer.crt",
  "--service-account-signing-key-file=/tmp/k8s/sa-signer.key",
  "--service-cluster-ip-range=10.0.0.0/24",
];

describe("the table", () => {
  test("names each flag once, and every flag that acts is one of the server's", () => {
    const names = flagTable.map(({ name }) => name);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    const own = new Set([
      "help",
      "version",
      "secure-port",
      "external-hostname",
      "advertise-address",
      "apiserver-count",
      "endpoint-reconciler-type",
    ]);
    const acting = flagTable.filter(({ effect }) => effect === "acts").map(({ name }) => name);
    expect(acting.filter((name) => !isServeFlag(name) && !own.has(name))).toEqual([]);
  });

  test("is what usage shows, a line a flag, as envtest looks for flags there", () => {
    const usage = apiServerUsage("kube-apiserver");
    for (const { name, hidden } of flagTable)
      expect(new RegExp(`^\\s*(-\\w, )?--${name}\\b`, "m").test(usage), name).toBe(hidden !== true);
    expect(usage).not.toContain("--insecure-port");
  });
});

describe("the flags of envtest", () => {
  test("are options of the server", () => {
    expect(() => refuse(...envtest)).not.toThrow();
    expect(options(...envtest)).toMatchObject({
      port: 34567,
      bindAddress: "127.0.0.1",
      tls: { certDir: "/tmp/k8s" },
      clientCaFile: "/tmp/k8s/client-cert-auth-ca.crt",
      requiresCredentials: true,
      authorizationModes: ["RBAC"],
      controllers: ["event-expiry-controller", "service-cidr-controller", "flow-schema-condition-controller"],
      defaultAdmissionPlugins: ["ServiceAccount"],
      disableAdmissionPlugins: ["ServiceAccount"],
      serviceAccountIssuers: ["https://127.0.0.1:34567/"],
      serviceAccountKeyFiles: ["/tmp/k8s/sa-signer.crt"],
      serviceAccountSigningKeyFile: "/tmp/k8s/sa-signer.key",
      serverAddress: "127.0.0.1:34567",
      storage: "memory",
    });
  });

  test("without effect are named once, with the reason", () => {
    const notice = ignoredNotice(parse(...envtest), flagTable) ?? "";
    expect(notice).toMatch(/--allow-privileged \(/);
    expect(notice).not.toContain("--cert-dir");
    expect(ignoredNotice(parse("--secure-port=1"), flagTable)).toBeUndefined();
  });
});

test("objects are kept in etcd if it is named, unless a storage is", () => {
  const { storage } = options("--etcd-servers=https://a:2379,b:2379", "--etcd-prefix=/x", "--etcd-cafile=ca.crt");
  expect(storage).toMatchObject({
    etcd: {
      servers: ["https://a:2379", "http://b:2379"],
      prefix: "/x",
      caFile: "ca.crt",
      compactionIntervalMs: 300_000,
      mediaType: "application/vnd.kubernetes.protobuf",
    },
  });
  expect(options("--etcd-servers=a:2379", "--storage=memory").storage).toBe("memory");
  expect(() => options("--etcd-servers=ftp://a")).toThrow("--etcd-servers ftp://a is not a URL of http or https");
  expect(() => options("--etcd-servers=a", "--storage-media-type=a/b")).toThrow('--storage-media-type "a/b" invalid');
});

test("callers are never administrators for want of credentials", () => {
  expect(options()).toMatchObject({ requiresCredentials: true, tls: "generated", bindAddress: "127.0.0.1" });
  expect(options("--anonymous-auth=false")).toMatchObject({ anonymousAuth: false });
  expect(options().forbidsAnonymous).toBe(false);
  const allowing = options("--authorization-mode=AlwaysAllow", "--anonymous-auth");
  expect(allowing.forbidsAnonymous).toBe(true);
  expect(serveWarnings(allowing)).toEqual([expect.stringContaining("Resetting AnonymousAuth to false")]);
});

test.each([
  ["--secure-port=0", "--secure-port 0 must be between 1 and 65535, inclusive. It cannot be turned off with 0"],
  ["--authorization-mode=Nobody", 'authorization-mode "Nobody" is not a valid mode'],
  ["--tls-min-version=VersionTLS9", 'unknown tls version "VersionTLS9"'],
  ["--tls-cipher-suites=TLS_X", "Cipher suite TLS_X not supported or doesn't exist"],
  ["--service-account-issuer=", "service-account-issuer should not be an empty string"],
  ["--service-account-issuer=http://[", "contained a ':' but was not a valid URL"],
  ["--feature-gates=Nonsense=true", "unrecognized feature gate: Nonsense"],
])("%s is refused", (flag, message) => {
  expect(() => options(flag)).toThrow(message);
});

test("controllers of kube-controller-manager run where they are named", () => {
  expect(options("--controllers=namespace,deployment").controllers).toEqual([
    "event-expiry-controller",
    "service-cidr-controller",
    "flow-schema-condition-controller",
    "namespace",
    "deployment",
  ]);
  expect(() => options("--controllers=nonsense")).toThrow('"nonsense" is not in the list of known controllers');
});

test("features may have the name of their component", () => {
  const { featureGates } = options("--feature-gates=kube:AllAlpha=false,WatchList=true");
  expect(featureGates).toEqual({ AllAlpha: false, WatchList: true });
});

test("cipher suites have their names in OpenSSL, beside those of TLS 1.3", () => {
  const suites =
    "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256,TLS_AES_128_GCM_SHA256";
  expect(options(`--tls-cipher-suites=${suites}`).tlsCiphers).toBe(
    "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-CHACHA20-POLY1305",
  );
});

describe("a flag that is refused", () => {
  test("is named with its reason, all at once", () => {
    expect(() => refuse("--audit-log-compress", "--strict-transport-security-directives=x")).toThrow(
      "--strict-transport-security-directives is not supported: the header Strict-Transport-Security is not sent\n--audit-log-compress is not supported: the audit log is one file",
    );
  });

  test("may say what is so anyhow", () => {
    expect(() =>
      refuse(
        "--enable-garbage-collector=1",
        "--audit-log-compress=false",
        "--strict-transport-security-directives=",
        "--requestheader-username-headers=X-Remote-User",
        "--logging-format=text",
      ),
    ).not.toThrow();
    expect(() => refuse("--enable-garbage-collector=false")).toThrow("is not supported");
    expect(() => refuse("--requestheader-username-headers=X-User")).toThrow("is not supported");
  });
});

test("deprecated flags are told as pflag tells them", () => {
  expect(deprecations(parse("--kubelet-port=1"), flagTable)).toEqual([
    "Flag --kubelet-port has been deprecated, kubelet-port is deprecated and will be removed.",
  ]);
});
