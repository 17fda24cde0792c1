import {
  createTestAuthority,
  type IssuedCertificate,
  type WantedCertificate,
} from "../../src/node/tls/testing/test-authority.ts";
import {
  accountIssuer,
  claimsOf,
  forgeToken,
  headerOf,
  newRsa,
  publicPem,
  type AttackWorld,
  type Signing,
} from "./attack-world.ts";
import type { Asked } from "../../src/node/testing/ask-https.ts";

/** An attack by its name. */
export type Attack = readonly [name: string, asked: Asked];

const secrets = "/api/v1/secrets";
const hour = 60 * 60 * 1000;
const masters = ["system:masters"];

const chained = (leaf: IssuedCertificate, ...more: readonly string[]): IssuedCertificate => ({
  cert: [leaf.cert, ...more].join(""),
  key: leaf.key,
});

/** Client certificates that are forged, expired, for other purposes, or of nobody. */
export function certificateAttacks({ users, proxies }: AttackWorld): readonly Attack[] {
  const admin = { commonName: "admin", organizations: masters };
  const by = (more: WantedCertificate): Asked => ({ path: secrets, client: users.issue({ ...admin, ...more }) });
  const stranger = createTestAuthority("users");
  const below = users.authority("below");
  const noAuthority = users.authority("leaf", { isAuthority: false });
  const now = Date.now();
  const front = proxies.issue({ commonName: "front" });
  const remote = { "X-Remote-User": "root", "X-Remote-Group": "system:masters" };
  return [
    ["an administrator", by({})],
    ["a user", by({ commonName: "alice", organizations: ["dev"] })],
    ["for servers alone", by({ usage: "server" })],
    ["for any usage", by({ usage: "any" })],
    ["without a usage", by({ usage: "none" })],
    ["expired", by({ notBefore: now - 2 * hour, notAfter: now - hour })],
    ["not yet valid", by({ notBefore: now + hour, notAfter: now + 2 * hour })],
    ["of another authority of the same name", { path: secrets, client: stranger.issue(admin) }],
    ["of another authority, with a token", { path: secrets, client: stranger.issue(admin), token: "static-token" }],
    ["of the authority of front proxies", { path: secrets, client: proxies.issue(admin) }],
    ["below an authority that is not sent", { path: secrets, client: below.issue(admin) }],
    ["below an authority that is sent", { path: secrets, client: chained(below.issue(admin), below.ca) }],
    [
      "below a certificate that is no authority",
      { path: secrets, client: chained(noAuthority.issue(admin), noAuthority.ca) },
    ],
    ["without a name, of the masters", by({ commonName: "" })],
    ["without a subject", { path: secrets, client: users.issue({}) }],
    ["named as the masters", by({ commonName: "system:masters", organizations: [] })],
    ["named as the anonymous user", by({ commonName: "system:anonymous", organizations: ["system:unauthenticated"] })],
    ["with headers of a front proxy", { ...by({ commonName: "alice", organizations: [] }), headers: remote }],
    ["a front proxy", { path: secrets, client: front, headers: remote }],
    ["a front proxy for a user", { path: secrets, client: front, headers: { "X-Remote-User": "bob" } }],
    ["a front proxy for nobody", { path: secrets, client: front }],
    [
      "a front proxy of another name",
      { path: secrets, client: proxies.issue({ commonName: "rear" }), headers: remote },
    ],
    ["headers of a front proxy without one", { path: secrets, headers: remote }],
    [
      "a front proxy for servers alone",
      { path: secrets, client: proxies.issue({ commonName: "front", usage: "server" }), headers: remote },
    ],
  ];
}

/** Tokens of service accounts. */
export interface AccountTokens {
  readonly good: string;
  readonly otherAudience: string;
  readonly boundToDeletedPod: string;
  readonly boundToDeletedSecret: string;
  readonly ofDeletedAccount: string;
  readonly ofAccountMadeAgain: string;
}

/** Tokens of service accounts for others, bound to what is gone, forged, or out of their time. */
export function accountAttacks({ accounts }: AttackWorld, tokens: AccountTokens): readonly Attack[] {
  const { kid } = headerOf(tokens.good);
  const claims = claimsOf(tokens.good);
  const own: Signing = { kid, key: accounts.privateKey };
  const stranger = newRsa();
  const now = Math.floor(Date.now() / 1000);
  const forged = (name: string, more: object, signing: Signing = own): Attack => [
    name,
    { path: secrets, token: forgeToken({ ...claims, ...more }, signing) },
  ];
  const [header = "", payload = "", signature = ""] = tokens.good.split(".");
  const admin = Buffer.from(JSON.stringify({ ...claims, sub: "system:serviceaccount:kube-system:admin" })).toString(
    "base64url",
  );
  return [
    ["good", { path: secrets, token: tokens.good }],
    ["for another audience", { path: secrets, token: tokens.otherAudience }],
    ["bound to a pod that is gone", { path: secrets, token: tokens.boundToDeletedPod }],
    ["bound to a secret that is gone", { path: secrets, token: tokens.boundToDeletedSecret }],
    ["of an account that is gone", { path: secrets, token: tokens.ofDeletedAccount }],
    ["of an account that was made again", { path: secrets, token: tokens.ofAccountMadeAgain }],
    forged("signed again by the key", {}),
    forged("without an audience", { aud: [] }),
    forged("signed by another key", {}, { kid, key: stranger.privateKey }),
    forged("with the id of another key", {}, { kid: "other", key: accounts.privateKey }),
    forged("without the id of a key", {}, { key: accounts.privateKey }),
    forged("without a signature", {}, { alg: "none", key: undefined }),
    forged("without a signature, of the algorithm", {}, { kid, key: undefined }),
    forged("signed by the public key as a secret", {}, { alg: "HS256", kid, key: publicPem(accounts) }),
    forged("of another algorithm by the key", {}, { alg: "PS256", kid, key: accounts.privateKey }),
    forged("expired", { exp: now - 3600 }),
    forged("not yet valid", { nbf: now + 3600, iat: now }),
    forged("issued later", { iat: now + 3600 }),
    forged("of another issuer", { iss: "https://elsewhere.example" }),
    forged("of no issuer", { iss: undefined }),
    forged("of another uid", {
      "kubernetes.io": { ...Object(claims["kubernetes.io"]), serviceaccount: { name: "builder", uid: "other" } },
    }),
    forged("of another subject", { sub: "system:serviceaccount:kube-system:admin" }),
    forged("without private claims", { "kubernetes.io": undefined }),
    ["with other claims", { path: secrets, token: `${header}.${admin}.${signature}` }],
    ["with a further part", { path: secrets, token: `${tokens.good}.x` }],
    ["with padding", { path: secrets, token: `${header}.${payload}.${signature}==` }],
    ["cut off", { path: secrets, token: tokens.good.slice(0, -8) }],
    ["of nobody", { path: secrets, token: "unknown" }],
    ["of a file", { path: secrets, token: "static-token" }],
    ["after two spaces", { path: secrets, headers: { Authorization: "Bearer  static-token" } }],
    ["of another scheme", { path: secrets, headers: { Authorization: "Basic c3RhdGljOnN0YXRpYw==" } }],
    [
      "of another issuer's name",
      { path: secrets, token: forgeToken({ iss: accountIssuer, sub: "a", aud: [accountIssuer] }, own) },
    ],
  ];
}

/** ID tokens that are forged, for others, out of their time, or say what no rule allows. */
export function idTokenAttacks({ issuer }: AttackWorld): readonly Attack[] {
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: issuer.url, aud: "kube", sub: "ann", hd: "example.com", exp: now + 3600, iat: now };
  const own: Signing = { kid: "rsa", key: issuer.rsa.privateKey };
  const stranger = newRsa();
  const forged = (name: string, more: object, signing: Signing = own): Attack => [
    name,
    { path: secrets, token: forgeToken({ ...claims, ...more }, signing) },
  ];
  return [
    forged("good", {}),
    forged("good, with groups", { groups: ["dev"] }),
    forged("good, by an elliptic curve", {}, { alg: "ES256", kid: "ec", key: issuer.ec.privateKey }),
    forged("of another issuer", { iss: `${issuer.url}/` }),
    forged("for another audience", { aud: "other" }),
    forged("for several audiences", { aud: ["other", "kube"], azp: "kube" }),
    forged("for another party", { aud: ["other", "kube"], azp: "other" }),
    forged("expired", { exp: now - 10 }),
    forged("without an end", { exp: undefined }),
    forged("not yet valid", { nbf: now + 3600 }),
    forged("without a subject", { sub: undefined }),
    forged("with a subject that is no text", { sub: ["ann"] }),
    forged("without a claim that is required", { hd: undefined }),
    forged("with another value of a claim", { hd: "evil.example" }),
    forged("of the masters", { groups: masters }),
    forged("with groups that are no texts", { groups: [1] }),
    forged("without a signature", {}, { alg: "none", key: undefined }),
    forged("signed by the public key as a secret", {}, { alg: "HS256", kid: "rsa", key: publicPem(issuer.rsa) }),
    forged("signed by another key", {}, { kid: "rsa", key: newRsa().privateKey }),
    forged("with the id of a key of another kind", {}, { kid: "ec", key: issuer.rsa.privateKey }),
    forged("with the id of no key", {}, { kid: "none", key: issuer.rsa.privateKey }),
    forged("without the id of a key", {}, { key: issuer.rsa.privateKey }),
    forged("of another algorithm by the key", {}, { alg: "ES256", kid: "rsa", key: issuer.ec.privateKey }),
    forged("with an extension that must be understood", {}, { ...own, header: { crit: ["x"], x: 1 } }),
    forged("with a payload that is not encoded", {}, { ...own, header: { crit: ["b64"], b64: false } }),
    forged(
      "with a key in its header",
      {},
      { kid: "none", key: stranger.privateKey, header: { jwk: stranger.publicKey.export({ format: "jwk" }) } },
    ),
    forged("for an audience that is a number", { aud: 1 }),
    forged("for an audience among what is no text", { aud: ["kube", 1] }),
    forged("with an end that is a text", { exp: `${now + 3600}` }),
    forged("with an end beyond all", { exp: 1e300 }),
    forged("with a negative end", { exp: -1 }),
    forged("with a beginning that is a text", { nbf: "now" }),
    forged("with a time of issue that is a text", { iat: "now" }),
    [
      "with a claim twice",
      { path: secrets, token: forgeToken(JSON.stringify(claims).replace("{", '{"sub":"root",'), own) },
    ],
    [
      "whose claims are of another case",
      { path: secrets, token: forgeToken(JSON.stringify(claims).replace('"sub"', '"Sub"'), own) },
    ],
  ];
}

/** Users who take others' names. */
export function impersonationAttacks({ users }: AttackWorld): readonly Attack[] {
  const client = users.issue({ commonName: "alice", organizations: ["dev"] });
  const admin = users.issue({ commonName: "admin", organizations: masters });
  const as = (name: string, headers: NonNullable<Asked["headers"]>, who = client): Attack => [
    name,
    { path: secrets, client: who, headers },
  ];
  return [
    as("a user", { "Impersonate-User": "bob" }),
    as("a service account", { "Impersonate-User": "system:serviceaccount:ns:builder" }),
    as("a node", { "Impersonate-User": "system:node:n1" }),
    as("a group of a user", { "Impersonate-User": "alice", "Impersonate-Group": "system:masters" }),
    as("a group without a user", { "Impersonate-Group": "system:masters" }),
    as("a uid without a user", { "Impersonate-Uid": "1" }),
    as("an extra without a user", { "Impersonate-Extra-Scopes": "all" }),
    as("a uid", { "Impersonate-User": "bob", "Impersonate-Uid": "1" }),
    as("an extra", { "Impersonate-User": "bob", "Impersonate-Extra-Scopes": "all" }),
    as("an extra of Kubernetes", {
      "Impersonate-User": "bob",
      "Impersonate-Extra-Authentication.kubernetes.io%2fpod-name": "p",
    }),
    as("a user, as an administrator", { "Impersonate-User": "bob" }, admin),
    as("a uid, as an administrator", { "Impersonate-User": "bob", "Impersonate-Uid": "1" }, admin),
    as("an unknown header", { "Impersonate-Userr": "bob" }),
    ["anonymously", { path: secrets, headers: { "Impersonate-User": "bob" } }],
  ];
}

/** What requests without credentials ask for. */
export const anonymousAttacks: readonly Attack[] = [
  ...["/", "/healthz", "/livez", "/readyz", "/readyz/etcd", "/version", "/version/"].map(reading),
  ...[
    "/api",
    "/apis",
    "/api/v1",
    "/apis/apps/v1",
    "/openapi/v2",
    "/openapi/v3",
    "/metrics",
    "/logs",
    "/debug/pprof",
  ].map(reading),
  ...["/.well-known/openid-configuration", "/openid/v1/jwks", "/nothing", "/api/v1/nodes/n1/proxy/"].map(reading),
  ...["selfsubjectaccessreviews", "selfsubjectrulesreviews", "subjectaccessreviews"].map((resource): Attack => [
    resource,
    { path: `/apis/authorization.k8s.io/v1/${resource}`, body: {} },
  ]),
  ...["selfsubjectreviews", "tokenreviews"].map((resource): Attack => [
    resource,
    { path: `/apis/authentication.k8s.io/v1/${resource}`, body: {} },
  ]),
];

function reading(path: string): Attack {
  return [path, { path }];
}
