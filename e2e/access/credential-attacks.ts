import { sign } from "node:crypto";
import type { Asked } from "../../src/node/testing/ask-https.ts";
import { claimsOf, forgeToken, headerOf, type AttackWorld, type Signing } from "./attack-world.ts";
import type { Attack } from "./attacks.ts";

const path = "/api/v1/secrets";
const masters = "system:masters";
const encoded = (value: string | Uint8Array): string => Buffer.from(value).toString("base64url");

/** Where and how a token is sent: in headers, in the protocols of a websocket, in the path. */
export function sendingAttacks(token: string): readonly Attack[] {
  const sent = (name: string, headers: NonNullable<Asked["headers"]>): Attack => [name, { path, headers }];
  const authorized = (name: string, value: string | readonly string[]): Attack => sent(name, { Authorization: value });
  const protocol = `base64url.bearer.authorization.k8s.io.${encoded(token)}`;
  const socket = (name: string, protocols: string | readonly string[], more: object = {}): Attack =>
    sent(name, { Connection: "Upgrade", Upgrade: "websocket", "Sec-WebSocket-Protocol": protocols, ...more });
  return [
    authorized("in lower case", `bearer ${token}`),
    authorized("in upper case", `BEARER ${token}`),
    authorized("after a tab", `Bearer\t${token}`),
    authorized("alone", token),
    authorized("without a token", "Bearer"),
    authorized("of spaces", "Bearer    "),
    authorized("with a second word", `Bearer ${token} x`),
    authorized("with a comma", `Bearer x,Bearer ${token}`),
    authorized("with spaces about", `  Bearer ${token}  `),
    authorized("twice, the good one first", [`Bearer ${token}`, "Bearer unknown"]),
    authorized("twice, the good one last", ["Bearer unknown", `Bearer ${token}`]),
    authorized("by a longer scheme", `BearerX ${token}`),
    authorized("quoted", `Bearer "${token}"`),
    ["in the path", { path: `${path}?access_token=${token}` }],
    sent("in a cookie", { Cookie: `Authorization=Bearer ${token}` }),
    sent("for a proxy", { "Proxy-Authorization": `Bearer ${token}` }),
    sent("forwarded", { "X-Forwarded-User": "root", "X-Forwarded-Authorization": `Bearer ${token}` }),
    sent("in a protocol without a socket", { "Sec-WebSocket-Protocol": protocol }),
    socket("in the protocol of a socket, alone", protocol),
    socket("in the protocols of a socket", `v4.channel.k8s.io, ${protocol}`),
    socket("in the protocols of a socket, in two headers", ["v4.channel.k8s.io", protocol]),
    socket("twice in the protocols of a socket", `${protocol}, ${protocol}, v4.channel.k8s.io`),
    socket("in the protocols of a socket, not encoded", "base64url.bearer.authorization.k8s.io.%%%, v4.channel.k8s.io"),
    socket("in the protocols of a socket, empty", "base64url.bearer.authorization.k8s.io., v4.channel.k8s.io"),
    socket("in the protocols of a socket, unknown", `base64url.bearer.authorization.k8s.io.${encoded("x")}, a`),
    socket("in the protocols of a socket, beside another", `v4.channel.k8s.io, ${protocol}`, {
      Authorization: "Bearer unknown",
    }),
  ];
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Returns a text in base64 that decodes to the same bytes, though the last bits differ. */
function otherLastBits(text: string): string {
  const last = alphabet.indexOf(text.slice(-1));
  return text.slice(0, -1) + (alphabet[last ^ 1] ?? "");
}

/** Tokens in other forms than the one that is signed, and claims that are nearly right. */
export function formAttacks({ accounts, issuer }: AttackWorld, good: string): readonly Attack[] {
  const [header = "", payload = "", signature = ""] = good.split(".");
  const { kid } = headerOf(good);
  const claims = claimsOf(good);
  const own: Signing = { kid, key: accounts.privateKey };
  const token = (name: string, text: string): Attack => [name, { path, token: text }];
  const of = (name: string, more: object, signing = own): Attack =>
    token(name, forgeToken({ ...claims, ...more }, signing));
  const bySecret = { iss: "kubernetes/serviceaccount", sub: "system:serviceaccount:ns:builder" };
  const legacy = (name: string, more: object): Attack =>
    token(
      name,
      forgeToken(
        {
          ...bySecret,
          "kubernetes.io/serviceaccount/namespace": "ns",
          "kubernetes.io/serviceaccount/service-account.name": "builder",
          "kubernetes.io/serviceaccount/service-account.uid": claimedUid(claims),
          ...more,
        },
        own,
      ),
    );
  const secret = "kubernetes.io/serviceaccount/secret.name";
  return [
    token("a signature with other last bits", `${header}.${payload}.${otherLastBits(signature)}`),
    token(
      "a signature in the other alphabet",
      `${header}.${payload}.${signature.replaceAll("-", "+").replaceAll("_", "/")}`,
    ),
    token("a line break in it", `${header}.${payload}.${signature.slice(0, 4)}%0A${signature.slice(4)}`),
    token("as a JSON object", JSON.stringify({ protected: header, payload, signature })),
    token("in five parts", `${header}.${payload}.${signature}.${payload}.${signature}`),
    token("in two parts", `${header}.${payload}`),
    token("dots alone", ".."),
    token("an empty payload", `${header}..${signature}`),
    token("an algorithm twice", resigned(accounts.privateKey, `{"alg":"none","alg":"RS256","kid":"${kid}"}`, payload)),
    token(
      "none, and then an algorithm",
      resigned(accounts.privateKey, `{"alg":"RS256","alg":"none","kid":"${kid}"}`, payload),
    ),
    token("a header that is a list", resigned(accounts.privateKey, "[]", payload)),
    of("without an id", { jti: undefined }),
    of("issued in the far past", { iat: 1 }),
    of("an issuer with a slash", { iss: `${String(claims["iss"])}/` }),
    of("an issuer in a list", { iss: [claims["iss"]] }),
    legacy("of a secret without a name", {}),
    legacy("of a secret that is for something else", { [secret]: "used" }),
    legacy("of a secret that is not there", { [secret]: "none" }),
    legacy("of a secret, of another account", { [secret]: "used", sub: "system:serviceaccount:kube-system:admin" }),
    ...idTokens(issuer),
  ];
}

const claimedUid = (claims: ReturnType<typeof claimsOf>): unknown =>
  (claims["kubernetes.io"] as { serviceaccount: { uid: string } }).serviceaccount.uid;

function resigned(key: Parameters<typeof sign>[2], header: string, payload: string): string {
  const signed = `${encoded(header)}.${payload}`;
  return `${signed}.${sign("sha256", Buffer.from(signed), key).toString("base64url")}`;
}

function idTokens(issuer: AttackWorld["issuer"]): readonly Attack[] {
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: issuer.url, aud: "kube", sub: "ann", hd: "example.com", exp: now + 3600, iat: now };
  const of = (name: string, more: object): Attack => [
    `an ID token ${name}`,
    { path, token: forgeToken({ ...claims, ...more }, { kid: "rsa", key: issuer.rsa.privateKey }) },
  ];
  const payload = encoded(JSON.stringify(claims));
  const signed = `${encoded(JSON.stringify({ alg: "ES256", kid: "ec" }))}.${payload}`;
  const byCurve = (name: string, signature: Uint8Array): Attack => [
    `an ID token ${name}`,
    { path, token: `${signed}.${encoded(signature)}` },
  ];
  return [
    byCurve("whose signature is zero", new Uint8Array(64)),
    byCurve("whose signature is empty", new Uint8Array(0)),
    byCurve("whose signature is in DER", sign("sha256", Buffer.from(signed), issuer.ec.privateKey)),
    [
      "an ID token with an algorithm twice",
      { path, token: resigned(issuer.rsa.privateKey, '{"alg":"none","alg":"RS256","kid":"rsa"}', payload) },
    ],
    of("with an empty subject", { sub: "" }),
    of("with a subject of the masters", { sub: masters }),
    of("with a subject that has a line break", { sub: "ann\nroot" }),
    of("with a subject that is null", { sub: null }),
    of("for no audience", { aud: [] }),
    of("for an audience of another case", { aud: "Kube" }),
    of("for an audience within a list", { aud: [["kube"]] }),
    of("with a claim in a list", { hd: ["example.com"] }),
    of("with groups that are a text", { groups: masters }),
    of("with groups of another case", { groups: ["System:masters"] }),
    of("with groups that are nodes", { groups: ["system:nodes"], sub: "system:node:n1" }),
    of("with groups that are elsewhere", {
      _claim_names: { groups: "src" },
      _claim_sources: { src: { endpoint: "https://127.0.0.1:1/groups" } },
    }),
    of("with an end in milliseconds", { exp: (now + 3600) * 1000 }),
    of("with an end that is null", { exp: null }),
    of("issued in the future", { iat: now + 3600 }),
  ];
}
