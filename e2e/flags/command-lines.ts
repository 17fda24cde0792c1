import { generateKeyPairSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createTestAuthority } from "../../src/node/tls/testing/test-authority.ts";

/** A command line: what it is about, its flags, where FOLDER/ stands for the folder of files, and what differs here. */
export interface CommandLine {
  readonly name: string;
  readonly flags: readonly string[];
  /** What is said here where that differs for a reason. */
  readonly here?: string;
}

const line = (name: string, flags: string, here?: string): CommandLine => ({
  name,
  flags: flags.split(" ").filter((flag) => flag !== ""),
  ...(here !== undefined && { here }),
});

/** Writes the files that the command lines name. */
export function writeFiles(folder: string): void {
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text, { mode: 0o600 });
  const authority = createTestAuthority("ca");
  const [serving, other] = [0, 1].map(() => authority.issue({ usage: "server", dnsNames: ["localhost"] }));
  write("ca.crt", authority.ca);
  write("serving.crt", serving?.cert ?? "");
  write("serving.key", serving?.key ?? "");
  const accounts = generateKeyPairSync("ec", { namedCurve: "P-256" });
  write("sa.pub", accounts.publicKey.export({ type: "spki", format: "pem" }).toString());
  write("sa.key", accounts.privateKey.export({ type: "sec1", format: "pem" }).toString());
  write("other.key", other?.key ?? "");
  write("empty", "");
  write("text", "text\n");
  write("tokens.csv", "a,b,c\n");
  write("short.csv", "a,b\n");
  write("kubeconfig", kubeconfig);
  write("policy.yaml", "apiVersion: audit.k8s.io/v1\nkind: Policy\nrules:\n- level: Metadata\n");
  write("policy-level.yaml", "apiVersion: audit.k8s.io/v1\nkind: Policy\nrules:\n- level: Everything\n");
  write("authentication.yaml", "apiVersion: apiserver.config.k8s.io/v1\nkind: AuthenticationConfiguration\njwt: []\n");
  write("anonymous.yaml", `${header("AuthenticationConfiguration")}anonymous:\n  enabled: true\n`);
  write("authorization.yaml", `${header("AuthorizationConfiguration")}authorizers:\n- type: RBAC\n  name: rbac\n`);
  write("authorizers.yaml", `${header("AuthorizationConfiguration")}authorizers: []\n`);
  write("encryption.yaml", `${header("EncryptionConfiguration")}resources: []\n`);
  write("aescbc.yaml", encryption("aescbc:\n      keys:\n      - name: a\n        secret: c2hvcnQ=\n"));
  write("unknown.yaml", `${header("EncryptionConfiguration")}resources: []\nmore: 1\n`);
  write(
    "egress.yaml",
    "apiVersion: apiserver.k8s.io/v1beta1\nkind: EgressSelectorConfiguration\negressSelections:\n- name: x\n",
  );
  write("admission.yaml", "apiVersion: apiserver.config.k8s.io/v1\nkind: AdmissionConfiguration\nplugins: []\n");
}

const header = (kind: string): string => `apiVersion: apiserver.config.k8s.io/v1\nkind: ${kind}\n`;
const encryption = (provider: string): string =>
  `${header("EncryptionConfiguration")}resources:\n- resources: [secrets]\n  providers:\n  - ${provider}`;
const kubeconfig = `apiVersion: v1
kind: Config
clusters: [{ name: c, cluster: { server: "https://127.0.0.1:1" } }]
users: [{ name: u, user: {} }]
contexts: [{ name: x, context: { cluster: c, user: u } }]
current-context: x
`;

/** The flags of a control plane of kubeadm, and of kind, apart from those of its port, storage and keys. */
const kubeadm =
  "--advertise-address=10.0.0.1 --allow-privileged=true --authorization-mode=Node,RBAC --client-ca-file=FOLDER/ca.crt --enable-admission-plugins=NodeRestriction --enable-bootstrap-token-auth=true --kubelet-client-certificate=FOLDER/serving.crt --kubelet-client-key=FOLDER/serving.key --kubelet-preferred-address-types=InternalIP,ExternalIP,Hostname --proxy-client-cert-file=FOLDER/serving.crt --proxy-client-key-file=FOLDER/serving.key --requestheader-allowed-names=front-proxy-client --requestheader-client-ca-file=FOLDER/ca.crt --requestheader-extra-headers-prefix=X-Remote-Extra- --requestheader-group-headers=X-Remote-Group --requestheader-username-headers=X-Remote-User --tls-cert-file=FOLDER/serving.crt --tls-private-key-file=FOLDER/serving.key";

/** Odd command lines, beside those that are usual. */
// oxfmt-ignore
export const commandLines: readonly CommandLine[] = [
  line("nothing more", ""),
  line("kubeadm", kubeadm),
  line("kind", `${kubeadm} --runtime-config= --feature-gates=`),
  line("kubeadm without an authority for front proxies", kubeadm.replace("--requestheader-client-ca-file=FOLDER/ca.crt ", "")),
  line("an unknown flag", "--nonsense"),
  line("an argument", "argument"),
  line("a flag without a value", "--secure-port"),
  line("a port that is no number", "--secure-port=x"),
  line("the port 0", "--secure-port=0"),
  line("a port beyond all", "--secure-port=65536"),
  line("an address that is none", "--bind-address=x"),
  line("a boolean that is none", "--anonymous-auth=maybe"),
  line("a duration that is none", "--request-timeout=1"),
  line("a negative timeout", "--request-timeout=-1s"),
  line("a negative limit", "--max-requests-inflight=-1"),
  line("a negative delay", "--shutdown-delay-duration=-1s"),
  line("a negative grace period", "--livez-grace-period=-1s"),
  line("no limit at all", "--max-requests-inflight=0 --max-mutating-requests-inflight=0"),
  line("a chance of GOAWAY beyond all", "--goaway-chance=0.03"),
  line("a negative chance of GOAWAY", "--goaway-chance=-0.01"),
  line("a feature that is none", "--feature-gates=Nonsense=true"),
  line("a feature without a value", "--feature-gates=WatchList"),
  line("a feature with a value that is none", "--feature-gates=WatchList=maybe"),
  line("a feature that is locked", "--feature-gates=kube:ServiceAccountTokenJTI=false"),
  line("a feature of another component", "--feature-gates=other:WatchList=true"),
  line("a version to emulate that is none", "--emulated-version=x"),
  line("a version to emulate beyond all", "--emulated-version=1.35"),
  line("a group that is none", "--runtime-config=nonsense/v1=true"),
  line("a version that is none", "--runtime-config=apps/v9=true"),
  line("all but all groups", "--runtime-config=api/nonsense=true"),
  line("no versions", "--runtime-config=api/all=false", "invalid key with only api/all=false"),
  line("a mode that is none", "--authorization-mode=Nonsense"),
  line("no mode", "--authorization-mode="),
  line("a mode twice", "--authorization-mode=RBAC,RBAC"),
  line("the mode Webhook without a file", "--authorization-mode=Webhook"),
  line("a webhook without the mode", "--authorization-mode=RBAC --authorization-webhook-config-file=FOLDER/kubeconfig"),
  line("a webhook whose file is not there", "--authorization-mode=Webhook --authorization-webhook-config-file=FOLDER/none"),
  line("the mode ABAC without a file", "--authorization-mode=ABAC", 'authorization-mode "ABAC" is not supported: use Node, RBAC, AlwaysAllow, AlwaysDeny, Webhook'),
  line("modes beside a configuration", "--authorization-config=FOLDER/authorization.yaml --authorization-mode=RBAC"),
  line("a configuration of authorizers", "--authorization-config=FOLDER/authorization.yaml"),
  line("a configuration without authorizers", "--authorization-config=FOLDER/authorizers.yaml"),
  line("a configuration of authorizers that is not there", "--authorization-config=FOLDER/none"),
  line("a configuration of another kind", "--authorization-config=FOLDER/authentication.yaml"),
  line("a configuration of authentication", "--authentication-config=FOLDER/authentication.yaml"),
  line("a configuration of authentication that is not there", "--authentication-config=FOLDER/none"),
  line("a configuration of authentication beside an issuer", "--authentication-config=FOLDER/authentication.yaml --oidc-issuer-url=https://a --oidc-client-id=b"),
  line("anonymous requests by a flag and a configuration", "--authentication-config=FOLDER/anonymous.yaml --anonymous-auth=true"),
  line("an issuer without a client", "--oidc-issuer-url=https://127.0.0.1:1"),
  line("a client without an issuer", "--oidc-client-id=a"),
  line("an issuer without HTTPS", "--oidc-issuer-url=http://127.0.0.1:1 --oidc-client-id=a"),
  line("an algorithm that is none", "--oidc-issuer-url=https://127.0.0.1:1 --oidc-client-id=a --oidc-signing-algs=HS256"),
  line("tokens in a file that is not there", "--token-auth-file=FOLDER/none"),
  line("tokens in a file that is short of a column", "--token-auth-file=FOLDER/short.csv"),
  line("tokens in a file", "--token-auth-file=FOLDER/tokens.csv"),
  line("a webhook for tokens whose file is not there", "--authentication-token-webhook-config-file=FOLDER/none"),
  line("a version of reviews that is none", "--authentication-token-webhook-config-file=FOLDER/kubeconfig --authentication-token-webhook-version=v2"),
  line("an authority that is not there", "--client-ca-file=FOLDER/none"),
  line("an authority that is empty", "--client-ca-file=FOLDER/empty"),
  line("an authority that is text", "--client-ca-file=FOLDER/text"),
  line("front proxies' authority that is not there", "--requestheader-client-ca-file=FOLDER/none"),
  line("a certificate without a key", "--tls-cert-file=FOLDER/serving.crt"),
  line("a certificate that is not there", "--tls-cert-file=FOLDER/none --tls-private-key-file=FOLDER/serving.key"),
  line("a certificate with another's key", "--tls-cert-file=FOLDER/serving.crt --tls-private-key-file=FOLDER/other.key"),
  line("a certificate that is text", "--tls-cert-file=FOLDER/text --tls-private-key-file=FOLDER/serving.key"),
  line("a certificate for a host", "--tls-sni-cert-key=FOLDER/serving.crt,FOLDER/serving.key:a.example"),
  line("a certificate for a host without a key", "--tls-sni-cert-key=FOLDER/serving.crt"),
  line("a certificate for a host that is not there", "--tls-sni-cert-key=FOLDER/none,FOLDER/serving.key"),
  line("a certificate for a host with another's key", "--tls-sni-cert-key=FOLDER/serving.crt,FOLDER/other.key"),
  line("a version of TLS that is none", "--tls-min-version=TLS1.2"),
  line("a cipher suite that is none", "--tls-cipher-suites=NONSENSE"),
  line("streams below none", "--http2-max-streams-per-connection=-1"),
  line("an audit policy that is not there", "--audit-policy-file=FOLDER/none --audit-log-path=-"),
  line("an audit policy with a level that is none", "--audit-policy-file=FOLDER/policy-level.yaml --audit-log-path=-"),
  line("an audit policy that is empty", "--audit-policy-file=FOLDER/empty --audit-log-path=-"),
  line("an audit log without a policy", "--audit-log-path=-"),
  line("an audit webhook whose file is not there", "--audit-policy-file=FOLDER/policy.yaml --audit-webhook-config-file=FOLDER/none"),
  line("a mode of audit that is none", "--audit-policy-file=FOLDER/policy.yaml --audit-webhook-config-file=FOLDER/kubeconfig --audit-webhook-mode=never"),
  line("an admission plugin that is none", "--enable-admission-plugins=Nonsense"),
  line("an admission plugin that is on and off", "--enable-admission-plugins=NodeRestriction --disable-admission-plugins=NodeRestriction"),
  line("a configuration of admission", "--admission-control-config-file=FOLDER/admission.yaml"),
  line("a configuration of admission that is not there", "--admission-control-config-file=FOLDER/none"),
  line("a configuration of encryption that is not there", "--encryption-provider-config=FOLDER/none"),
  line("a configuration of encryption without resources", "--encryption-provider-config=FOLDER/encryption.yaml"),
  line("a configuration of encryption with a short key", "--encryption-provider-config=FOLDER/aescbc.yaml"),
  line("a configuration of encryption with an unknown field", "--encryption-provider-config=FOLDER/unknown.yaml"),
  line("reloading without a configuration of encryption", "--encryption-provider-config-automatic-reload=true"),
  line("a configuration of egress without a connection", "--egress-selector-config-file=FOLDER/egress.yaml"),
  line("a configuration of egress that is not there", "--egress-selector-config-file=FOLDER/none"),
  line("a configuration of tracing that is not there", "--tracing-config-file=FOLDER/none"),
  line("a configuration of admission of another kind", "--admission-control-config-file=FOLDER/authorization.yaml"),
  line("an authority of etcd that is not there", "--etcd-cafile=FOLDER/none", "serves"),
  line("a network of Services that is none", "--service-cluster-ip-range=x"),
  line("a network of Services that is too small", "--service-cluster-ip-range=10.0.0.0/31"),
  line("two networks of Services of one family", "--service-cluster-ip-range=10.0.0.0/24,10.1.0.0/24"),
  line("a range of ports that is none", "--service-node-port-range=9-8"),
  line("the port 0 for Services", "--service-node-port-range=0-10"),
  line("an issuer of accounts that is none", "--service-account-issuer=://a"),
  line("an issuer of accounts twice", "--service-account-issuer=https://issuer.example"),
  line("a key of accounts that is not there", "--service-account-key-file=FOLDER/none"),
  line("a key of accounts that is text", "--service-account-key-file=FOLDER/text"),
  line("a signing key of accounts that is text", "--service-account-signing-key-file=FOLDER/text"),
  line("origins that are not anchored", "--cors-allowed-origins=example.com"),
  line("origins that are no expression", "--cors-allowed-origins=^https://(example.com$"),
  line("a media type of storage that is none", "--storage-media-type=a/b"),
  line("hidden metrics of a version that is none", "--show-hidden-metrics-for-version=1.30", "--show-hidden-metrics-for-version must be omitted or have the value '1.33'. Only the previous minor version is allowed"),
  line("a format of the log that is none", "--logging-format=nonsense", '--logging-format is not supported: the log is text'),
  line("a deprecated flag", "--kubelet-port=10250"),
];
