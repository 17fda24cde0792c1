import { constants, verify, type KeyObject } from "node:crypto";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import { fromBase64Url, jsonFromBase64Url } from "../../apiserver/auth/serviceaccount/base64-url.ts";
import type { TokenService } from "../../apiserver/auth/serviceaccount/token-service.ts";
import type { TokenVerdict } from "../../apiserver/request/identity.ts";
import type { UserInfo } from "../../apiserver/request/user.ts";
import { readSettings } from "../read-file.ts";
import { createOidcKeys, type OidcKeys } from "./oidc-keys.ts";
import type { OidcOptions } from "./oidc-options.ts";

type Claims = Readonly<Record<string, unknown>>;

/** Has a token service verify the ID tokens of an issuer, too (plugin/pkg/authenticator/token/oidc). */
export function withOidc(options: OidcOptions): (service: TokenService) => TokenService {
  const ca = options.caFile === undefined ? undefined : readSettings(options.caFile);
  const verifyToken = createOidcVerifier(options, createOidcKeys(options.issuerUrl, ca, Date.now), Date.now);
  return (service) => ({
    ...service,
    verify: (token, audiences) =>
      service.verify(token, audiences) ?? verdictOf(verifyToken(token), service.audiences, audiences),
  });
}

/** An ID token says nothing of the audiences of this server: it is valid for all of them. */
function verdictOf(
  found: Promise<UserInfo | string> | undefined,
  own: readonly string[],
  asked: readonly string[],
): Promise<TokenVerdict> | undefined {
  return found?.then((user) => {
    const audiences = asked.filter((audience) => own.includes(audience));
    if (typeof user === "string") return { user: undefined, error: user };
    return audiences.length === 0 ? { user: undefined, error: "invalid bearer token" } : { user, audiences };
  });
}

/**
 * Returns what tells the user of an ID token, or why it is refused; undefined for tokens of other issuers. `now` is in
 * milliseconds.
 */
export function createOidcVerifier(
  options: OidcOptions,
  keys: OidcKeys,
  now: () => number,
): (token: string) => Promise<UserInfo | string> | undefined {
  return (token) => {
    const [header, payload, signature, more] = token.split(".");
    if (header === undefined || payload === undefined || signature === undefined || more !== undefined)
      return undefined;
    const claims = jsonFromBase64Url(payload);
    if (claims?.["iss"] !== options.issuerUrl) return undefined;
    return check(token, jsonFromBase64Url(header) ?? {}, claims, options, keys, now());
  };
}

async function check(
  token: string,
  header: Claims,
  claims: Claims,
  options: OidcOptions,
  keys: OidcKeys,
  now: number,
): Promise<UserInfo | string> {
  const problem =
    audienceProblem(claims, options) ??
    timeProblem(claims, now) ??
    (await signatureProblem(token, header, options, keys));
  return problem === undefined ? userOf(claims, options) : `oidc: verify token: ${problem}`;
}

function audienceProblem({ aud }: Claims, { clientId }: OidcOptions): string | undefined {
  const audiences: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  return audiences.includes(clientId)
    ? undefined
    : `oidc: expected audience in [${quoteGo(clientId)}] got [${audiences.map((one) => quoteGo(String(one))).join(" ")}]`;
}

const leewayMs = 5 * 60 * 1000; // for nbf, as go-oidc has it

function timeProblem({ exp, nbf }: Claims, now: number): string | undefined {
  if (typeof exp !== "number" || exp * 1000 < now) return "oidc: token is expired";
  return typeof nbf === "number" && nbf * 1000 > now + leewayMs
    ? "oidc: current time before the nbf (not before) time"
    : undefined;
}

const kinds = { RS: "rsa", PS: "rsa", ES: "ec" } as const;

/** The algorithm is one that the options allow, so that no token chooses a weaker one; the key must be of its kind. */
async function signatureProblem(
  token: string,
  { alg, kid }: Claims,
  { signingAlgs }: OidcOptions,
  keys: OidcKeys,
): Promise<string | undefined> {
  const name = String(alg);
  if (!signingAlgs.includes(name)) return `oidc: malformed jwt: unexpected signature algorithm ${quoteGo(name)}`;
  const end = token.lastIndexOf(".");
  const signature = fromBase64Url(token.slice(end + 1));
  const signed = Buffer.from(token.slice(0, end));
  try {
    const found = await keys.find(typeof kid === "string" ? kid : "");
    const isSigned = found.some(
      ({ key }) =>
        signature !== undefined && key.asymmetricKeyType === kindOf(name) && isValid(name, key, signed, signature),
    );
    return isSigned ? undefined : "failed to verify signature: failed to verify id token signature";
  } catch (error) {
    return `failed to verify signature: fetching keys ${error instanceof Error ? error.message : String(error)}`;
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

/** Returns the user that claims name, or why they name none (jwtAuthenticator.AuthenticateToken). */
function userOf(claims: Claims, options: OidcOptions): UserInfo | string {
  const { usernameClaim, usernamePrefix, groupsClaim, groupsPrefix, requiredClaims } = options;
  const username = claims[usernameClaim];
  if (typeof username !== "string") return `oidc: parse username claims ${quoteGo(usernameClaim)}: claim not present`;
  // an address that nobody has verified may be anybody's
  if (usernameClaim === "email" && "email_verified" in claims && claims["email_verified"] !== true)
    return "oidc: email not verified";
  const groups = groupsOf(groupsClaim === undefined ? undefined : claims[groupsClaim]);
  if (groups === undefined) return `oidc: parse groups claim ${quoteGo(groupsClaim ?? "")}`;
  for (const [claim, wanted] of requiredClaims) {
    const value = claims[claim];
    if (value === undefined) return `oidc: required claim ${claim} not present in ID token`;
    if (value !== wanted)
      return `oidc: required claim ${claim} value does not match. Got = ${String(value)}, want = ${wanted}`;
  }
  const { jti } = claims;
  return {
    name: usernamePrefix + username,
    uid: "",
    groups: groups.map((group) => groupsPrefix + group),
    extra:
      typeof jti === "string" && jti !== "" ? { "authentication.kubernetes.io/credential-id": [`JTI=${jti}`] } : {},
  };
}

/** A claim may have one group, or a list; undefined if it has something else. */
function groupsOf(value: unknown): readonly string[] | undefined {
  if (value === undefined) return [];
  if (typeof value === "string") return [value];
  return Array.isArray(value) && value.every((group) => typeof group === "string") ? value : undefined;
}
