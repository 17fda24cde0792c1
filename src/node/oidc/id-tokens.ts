import { formatCivil, printFraction } from "../../apimachinery/civil-time.ts";
import { constants, verify, type KeyObject } from "node:crypto";
import { messageOf } from "../../apimachinery/message-of.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import { typeName } from "../../apimachinery/json/type-name.ts";
import type { JsonObject, JsonValue } from "../../apimachinery/json/value.ts";
import { fromBase64Url, jsonFromBase64Url } from "../../apiserver/auth/serviceaccount/base64-url.ts";
import { hasUnknownExtensions, readTokenHeader } from "../../apiserver/auth/serviceaccount/token-header.ts";
import type { UserInfo } from "../../apiserver/request/user.ts";
import type { LoadedIssuer } from "../../kube-apiserver/access/authentication-configuration.ts";
import type { OidcKeys } from "./oidc-keys.ts";

/** How ID tokens of an issuer are verified. */
export interface IdTokenOptions extends LoadedIssuer {
  readonly keys: OidcKeys;
  /** The algorithms that signatures may have. */
  readonly signingAlgs: readonly string[];
  /** In milliseconds. */
  readonly now: () => number;
}

/** Tells the user of a token, or why it is refused; undefined for tokens of other issuers. */
export type VerifyIdToken = (token: string) => Promise<UserInfo | string> | undefined;

/** Returns what verifies the ID tokens of an issuer (plugin/pkg/authenticator/token/oidc). */
export function createIdTokenVerifier(options: IdTokenOptions): VerifyIdToken {
  return (token) => {
    const [header, payload, signature, more] = token.split(".");
    if (header === undefined || payload === undefined || signature === undefined || more !== undefined)
      return undefined;
    const claims = jsonFromBase64Url(payload) as JsonObject | undefined; // what JSON.parse returns is JSON
    if (claims === undefined || issuerOf(claims) !== options.issuer.url) return undefined;
    return check(token, readTokenHeader(header) ?? {}, claims, options);
  };
}

const google = "https://accounts.google.com";

/** Google leaves out the scheme in some of its tokens (oidc.untrustedIssuer). */
const issuerOf = ({ iss }: JsonObject): unknown => (iss === "accounts.google.com" ? google : iss);

type Header = Readonly<Record<string, unknown>>;

async function check(
  token: string,
  header: Header,
  claims: JsonObject,
  options: IdTokenOptions,
): Promise<UserInfo | string> {
  const problem =
    typeProblem(claims) ??
    singleAudienceProblem(claims, options.issuer.audiences ?? []) ??
    timeProblem(claims, options.now()) ??
    (await signatureProblem(token, header, options)) ??
    audienceProblem(claims, options.issuer.audiences ?? []);
  return problem === undefined ? options.resolveUser(claims) : `oidc: verify token: ${problem}`;
}

/** The claims that go-oidc reads as texts, and as times. */
const textClaims = ["sub", "nonce", "at_hash"];
const timeClaims = ["exp", "iat", "nbf"];
const numberText = /^-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$/;

function typeProblem(claims: JsonObject): string | undefined {
  for (const name of textClaims) {
    const value = claims[name] ?? "";
    if (typeof value !== "string")
      return `${unreadable} cannot unmarshal ${typeName(value)} into Go struct field idToken.${name} of type string`;
  }
  const { aud = null } = claims;
  if (aud !== null && typeof aud !== "string" && !Array.isArray(aud))
    return `${unreadable} cannot unmarshal ${typeName(aud)} into Go struct field idToken.aud of type []string`;
  const odd = Array.isArray(aud) ? aud.find((audience) => typeof audience !== "string") : undefined;
  if (odd !== undefined)
    return `${unreadable} cannot unmarshal ${typeName(odd)} into Go struct field idToken.aud of type string`;
  for (const name of timeClaims) {
    const value = claims[name] ?? 0;
    if (typeof value === "string" && !numberText.test(value))
      return `${unreadable} invalid number literal, trying to unmarshal ${quoteGo(JSON.stringify(value))} into Number`;
    if (typeof value !== "string" && typeName(value) !== "number")
      return `${unreadable} cannot unmarshal ${typeName(value)} into Go struct field idToken.${name} of type json.Number`;
  }
  return undefined;
}

const unreadable = "oidc: failed to unmarshal claims: json:";

/** A single audience is verified first, as the client id of OpenID Connect; one of several by Kubernetes. */
const singleAudienceProblem = (claims: JsonObject, wanted: readonly string[]): string | undefined =>
  wanted.length > 1 || hasAudience(claims, wanted)
    ? undefined
    : `oidc: expected audience ${quoteGo(wanted.join())} got ${quoteList(audiencesOf(claims))}`;

const audienceProblem = (claims: JsonObject, wanted: readonly string[]): string | undefined =>
  hasAudience(claims, wanted)
    ? undefined
    : `oidc: expected audience in ${quoteList([...wanted].sort())} got ${quoteList(audiencesOf(claims))}`;

const hasAudience = (claims: JsonObject, wanted: readonly string[]): boolean =>
  audiencesOf(claims).some((audience) => wanted.includes(audience));

function audiencesOf({ aud }: JsonObject): readonly string[] {
  if (typeof aud === "string") return [aud];
  return Array.isArray(aud) ? aud.filter((audience) => typeof audience === "string") : [];
}

const quoteList = (texts: readonly string[]): string => `[${texts.map(quoteGo).join(" ")}]`;

const leewayMs = 60 * 1000; // for nbf

function timeProblem({ exp, nbf }: JsonObject, now: number): string | undefined {
  const expiry = timeOf(exp) ?? zeroTime;
  const beginning = timeOf(nbf);
  if (expiry < now) return `oidc: token is expired (Token Expiry: ${goTime(expiry)})`;
  return beginning !== undefined && beginning > now + leewayMs
    ? `oidc: current time ${goTime(now)} before the nbf (not before) time: ${goTime(beginning)}`
    : undefined;
}

/** Returns the time of a claim in milliseconds: a number, or a text of one; undefined if it is not there. */
function timeOf(value: JsonValue | undefined): number | undefined {
  if (value === undefined || value === null) return undefined;
  const seconds = Math.trunc(Number(value));
  return Math.abs(seconds) < mostSeconds ? seconds * 1000 : lowestTime;
}

/** The time of a claim that is not there. */
const zeroTime = -Infinity;
const mostSeconds = 2 ** 63;
/** What Go makes of seconds that are beyond an int64. */
const lowestTime = -mostSeconds * 1000;

/** The latest time of a Date. */
const latestDate = 8.64e15;

/** Prints a time as Go does: `2026-01-01 00:00:00 +0000 UTC`. */
const goTime = (time: number): string =>
  time === zeroTime
    ? "0001-01-01 00:00:00 +0000 UTC"
    : Math.abs(time) > latestDate
      ? "292277026596-12-04 15:30:08 +0000 UTC"
      : `${formatCivil(Math.floor(time / 1000)).replace("T", " ")}${printFraction(new Date(time).getUTCMilliseconds() * 1e6)} +0000 UTC`;

const kinds = { RS: "rsa", PS: "rsa", ES: "ec" } as const;

/** The algorithm is one that the options allow, so that no token chooses a weaker one; the key must be of its kind. */
async function signatureProblem(
  token: string,
  header: Header,
  { signingAlgs, keys }: IdTokenOptions,
): Promise<string | undefined> {
  const { alg, kid } = header;
  const name = String(alg);
  if (!signingAlgs.includes(name))
    return `oidc: id token signed with unsupported algorithm, expected ${quoteList(signingAlgs)} got ${quoteGo(name)}`;
  const end = token.lastIndexOf(".");
  const signature = fromBase64Url(token.slice(end + 1));
  const signed = Buffer.from(token.slice(0, end));
  try {
    const found = await keys.find(typeof kid === "string" ? kid : "");
    const isSigned = found.some(
      ({ key }) =>
        signature !== undefined && key.asymmetricKeyType === kindOf(name) && isValid(name, key, signed, signature),
    );
    return isSigned && !hasUnknownExtensions(header)
      ? undefined
      : "failed to verify signature: failed to verify id token signature";
  } catch (error) {
    return `failed to verify signature: fetching keys ${messageOf(error)}`;
  }
}

const kindOf = (name: string): string | undefined =>
  name.startsWith("ES") ? kinds.ES : name.startsWith("PS") ? kinds.PS : name.startsWith("RS") ? kinds.RS : undefined;

const isValid = (name: string, key: KeyObject, signed: Uint8Array, signature: Uint8Array): boolean =>
  verify(
    `sha${name.slice(2)}`,
    signed,
    name.startsWith("ES")
      ? { key, dsaEncoding: "ieee-p1363" }
      : { key, padding: name.startsWith("PS") ? constants.RSA_PKCS1_PSS_PADDING : constants.RSA_PKCS1_PADDING },
    signature,
  );
