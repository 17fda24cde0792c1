import type { KeyObject } from "node:crypto";
import type { Asked } from "../../src/node/testing/ask-https.ts";
import { claimsOf, forgeToken, headerOf, newRsa, publicPem, type AttackWorld, type Signing } from "./attack-world.ts";
import type { Attack } from "./attacks.ts";

const path = "/api/v1/secrets";
const review = { path: "/apis/authentication.k8s.io/v1/selfsubjectreviews", body: {} };
const masters = ["system:masters"];

/** Tokens of service accounts that are bound to objects, some of which are gone. */
export interface BoundTokens {
  readonly good: string;
  readonly toPod: string;
  readonly toNode: string;
  readonly toDeletedNode: string;
  readonly toNodeMadeAgain: string;
}

/** Returns the private claims of a token with others in place of some. */
const privateClaims = (token: string, more: object): object => ({
  "kubernetes.io": { ...Object(claimsOf(token)["kubernetes.io"]), ...more },
});

/** Tokens whose bindings, claims, headers or encoding are tampered with, signed by the server's own key. */
export function tokenAttacks({ accounts }: AttackWorld, tokens: BoundTokens): readonly Attack[] {
  const { kid } = headerOf(tokens.good);
  const own: Signing = { kid, key: accounts.privateKey };
  const stranger = newRsa();
  const jwk = (key: KeyObject): object => key.export({ format: "jwk" });
  const now = Math.floor(Date.now() / 1000);
  const from = (token: string, name: string, more: object, signing: Signing = own): Attack => [
    name,
    { path, token: forgeToken({ ...claimsOf(token), ...more }, signing) },
  ];
  const good = (name: string, more: object, signing?: Signing): Attack => from(tokens.good, name, more, signing);
  const headed = (name: string, header: object, key: Signing["key"] = accounts.privateKey): Attack =>
    good(name, {}, { kid, key, header });
  const byStranger = { kid, key: stranger.privateKey };
  const text = JSON.stringify(claimsOf(tokens.good));
  const raw = (name: string, claims: string): Attack => [name, { path, token: forgeToken(claims, own) }];
  return [
    ["bound to a pod", { path, token: tokens.toPod }],
    ["bound to a node", { path, token: tokens.toNode }],
    ["bound to a node that is gone", { path, token: tokens.toDeletedNode }],
    ["bound to a node that was made again", { path, token: tokens.toNodeMadeAgain }],
    from(tokens.toPod, "of another pod", privateClaims(tokens.toPod, { pod: { name: "p2", uid: "other" } })),
    from(tokens.toPod, "of no pod", privateClaims(tokens.toPod, { pod: {} })),
    from(tokens.toPod, "of a pod on another node", privateClaims(tokens.toPod, { node: { name: "n2", uid: "other" } })),
    from(tokens.toPod, "of a pod in another namespace", privateClaims(tokens.toPod, { namespace: "default" })),
    from(tokens.toPod, "without the pod", privateClaims(tokens.toPod, { pod: undefined })),
    from(tokens.toNode, "of another node", privateClaims(tokens.toNode, { node: { name: "n2", uid: "other" } })),
    good("with a secret that is not there", privateClaims(tokens.good, { secret: { name: "none", uid: "u" } })),
    good("of an account without a name", privateClaims(tokens.good, { serviceaccount: { name: "", uid: "" } })),
    good("of an account of a number", privateClaims(tokens.good, { serviceaccount: { name: 1 } })),
    good("to be warned of before it ends", privateClaims(tokens.good, { warnafter: 1 })),
    good("to be warned of at no time", privateClaims(tokens.good, { warnafter: "soon" })),
    good("with private claims of another kind", { "kubernetes.io": [] }),
    good("with further private claims", privateClaims(tokens.good, { admin: true })),
    good("with claims of an older kind", { "kubernetes.io/serviceaccount/namespace": "kube-system" }),
    good("with groups", { groups: masters }),
    good("for an audience that is a text", { aud: "https://accounts.example" }),
    good("for an audience among others", { aud: ["other", "https://accounts.example"] }),
    good("for an audience that is a number", { aud: 1 }),
    good("with an end that is a text", { exp: `${now + 3600}` }),
    good("with an end that is a fraction", { exp: now + 3600.5 }),
    good("with an end beyond all", { exp: 1e300 }),
    good("with a negative end", { exp: -1 }),
    good("without an end", { exp: undefined }),
    good("not before the past", { nbf: -1 }),
    good("with a subject of another case", { sub: "system:serviceaccount:NS:builder" }),
    good("with a subject that goes on", { sub: "system:serviceaccount:ns:builder:x" }),
    raw(
      "with a claim twice, the good one last",
      text.replace("{", '{"sub":"system:serviceaccount:kube-system:admin",'),
    ),
    raw(
      "with a claim twice, the good one first",
      text.replace(/\}$/, ',"sub":"system:serviceaccount:kube-system:admin"}'),
    ),
    raw("whose claims are a list", "[]"),
    raw("whose claims are no JSON", "{"),
    raw("whose claims are empty", ""),
    raw("whose claims are of another case", text.replace('"sub"', '"SUB"')),
    headed("with a key in its header", { jwk: jwk(stranger.publicKey) }, stranger.privateKey),
    headed("with the address of keys in its header", { jku: "https://127.0.0.1:1/keys" }, stranger.privateKey),
    headed("with certificates in its header", { x5c: ["AAAA"] }, stranger.privateKey),
    headed("with an extension that must be understood", { crit: ["x"], x: 1 }),
    headed("with a payload that is not encoded", { crit: ["b64"], b64: false }),
    headed("of another type", { typ: "at+jwt" }),
    headed("that has been compressed", { zip: "DEF" }),
    ...["../../../dev/null", "", "' or 1=1", "0".repeat(5000)].map((other, at) =>
      good(`with the id of a key that is odd, ${at + 1}`, {}, { kid: other, key: accounts.privateKey }),
    ),
    ...["None", "nOnE", "", "HS384", "HS512", "RS384", "RS512", "ES256", "EdDSA"].map((alg) =>
      good(`of the algorithm ${JSON.stringify(alg)}, signed by RS256`, {}, { ...own, alg }),
    ),
    ...["HS256", "HS384"].map((alg) =>
      good(
        `signed by the public key without its last line, as ${alg}`,
        {},
        { alg, kid, key: publicPem({ ...accounts }).trimEnd() },
      ),
    ),
    good("signed by another key with an embedded one", {}, { ...byStranger, header: { jwk: jwk(accounts.publicKey) } }),
  ];
}

/** Several credentials at once, and headers that are to be taken for those of a front proxy. */
export function combinedAttacks({ users, proxies, issuer }: AttackWorld, good: string): readonly Attack[] {
  const alice = users.issue({ commonName: "alice", organizations: ["dev"] });
  const admin = users.issue({ commonName: "admin", organizations: masters });
  const node = users.issue({ commonName: "system:node:n1", organizations: ["system:nodes"] });
  const front = proxies.issue({ commonName: "front" });
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: issuer.url, aud: "kube", sub: "ann", hd: "example.com", exp: now + 3600 };
  const ann = forgeToken(claims, { kid: "rsa", key: issuer.rsa.privateKey });
  const forged = forgeToken(claims, { kid: "rsa", key: newRsa().privateKey });
  const asNode = forgeToken(
    { ...claims, sub: "system:node:n1", groups: ["system:nodes"] },
    { kid: "rsa", key: issuer.rsa.privateKey },
  );
  const remote = { "X-Remote-User": "root", "X-Remote-Group": "system:masters" };
  const by = (name: string, asked: Partial<Asked>): Attack => [name, { ...review, ...asked }];
  const headers = (name: string, sent: NonNullable<Asked["headers"]>, client = front): Attack =>
    by(name, { client, headers: sent });
  return [
    by("a certificate and a token of an account", { client: alice, token: good }),
    by("a certificate and an ID token", { client: alice, token: ann }),
    by("a certificate and a forged ID token", { client: alice, token: forged }),
    by("a node and a token of an account", { client: node, token: good }),
    by("an ID token that says that it is a node", { token: asNode }),
    by("a front proxy and a token", { client: front, token: good, headers: { "X-Remote-User": "bob" } }),
    by("a front proxy without a user and a token", { client: front, token: good }),
    by("a token and headers of a front proxy", { token: good, headers: remote }),
    headers("a front proxy with two users", { "X-Remote-User": ["bob", "root"] }),
    headers("a front proxy with an empty user first", { "X-Remote-User": ["", "root"] }),
    headers("a front proxy with groups in one header", {
      "X-Remote-User": "bob",
      "X-Remote-Group": "a,system:masters",
    }),
    headers("a front proxy with several groups", { "X-Remote-User": "bob", "X-Remote-Group": ["a", "b"] }),
    headers("a front proxy with a uid", { "X-Remote-User": "bob", "X-Remote-Uid": "7" }),
    headers("a front proxy with extras", { "X-Remote-User": "bob", "X-Remote-Extra-Scopes": ["a", "b"] }),
    headers("a front proxy with an extra that is encoded", {
      "X-Remote-User": "bob",
      "X-Remote-Extra-Acme.com%2fproject": "x",
    }),
    headers("a front proxy with an extra that is encoded badly", {
      "X-Remote-User": "bob",
      "X-Remote-Extra-A%zz": "x",
    }),
    headers("a front proxy with an extra without a name", { "X-Remote-User": "bob", "X-Remote-Extra-": "x" }),
    headers("a front proxy with underscores", { X_Remote_User: "root", X_Remote_Group: "system:masters" }),
    headers("a front proxy with headers of other cases", { "x-rEMOTE-uSER": "bob", "x-rEMOTE-gROUP": "a" }),
    headers("a front proxy with spaces about its user", { "X-Remote-User": "  bob  " }),
    headers("a front proxy for the anonymous user", { "X-Remote-User": "system:anonymous" }),
    headers("a front proxy that impersonates", { "X-Remote-User": "bob", "Impersonate-User": "root" }),
    headers("a front proxy of the masters that impersonates", { ...remote, "Impersonate-User": "bob" }),
    headers("headers of a front proxy that are to be dropped", { ...remote, Connection: "X-Remote-User" }, alice),
    headers(
      "an administrator for a user with extras and a uid",
      { "Impersonate-User": "bob", "Impersonate-Uid": "7", "Impersonate-Extra-Scopes": ["a", "b"] },
      admin,
    ),
    headers("an administrator for an account", { "Impersonate-User": "system:serviceaccount:ns:builder" }, admin),
    headers(
      "an administrator for an account with groups",
      { "Impersonate-User": "system:serviceaccount:ns:builder", "Impersonate-Group": "a" },
      admin,
    ),
    headers(
      "an administrator for what is nearly an account",
      { "Impersonate-User": "system:serviceaccount:ns" },
      admin,
    ),
    headers("an administrator for the anonymous user", { "Impersonate-User": "system:anonymous" }, admin),
    headers(
      "an administrator for the anonymous user, authenticated",
      { "Impersonate-User": "system:anonymous", "Impersonate-Group": "system:authenticated" },
      admin,
    ),
    headers(
      "an administrator for a user of two groups",
      { "Impersonate-User": "bob", "Impersonate-Group": ["a", "a"] },
      admin,
    ),
    headers("an administrator for two users", { "Impersonate-User": ["bob", "root"] }, admin),
    headers("an administrator for an empty user", { "Impersonate-User": "" }, admin),
    headers(
      "an administrator with an extra that is encoded badly",
      { "Impersonate-User": "bob", "Impersonate-Extra-A%zz": "x" },
      admin,
    ),
    headers(
      "an administrator with an extra of Kubernetes",
      { "Impersonate-User": "bob", "Impersonate-Extra-Authentication.kubernetes.io%2fnode-name": "n1" },
      admin,
    ),
    headers(
      "a node for another node",
      { "Impersonate-User": "system:node:n2", "Impersonate-Group": "system:nodes" },
      node,
    ),
  ];
}
