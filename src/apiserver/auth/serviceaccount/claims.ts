import { isRecord } from "../../../apimachinery/is-record.ts";
import type { TokenContent, TokenReference } from "../../request/identity.ts";
import { fromBase64Url, jsonFromBase64Url } from "./base64-url.ts";
import { hasCertificates, readTokenHeader } from "./token-header.ts";
import { accountUsername } from "./username.ts";

/** The parsed claims of a service account token. */
export interface Claims extends TokenContent {
  readonly issuer: string;
  readonly notBefore: number;
  /** The identifier of the token (jti), "" if it has none. */
  readonly id: string;
}

/** Encodes the claims as JSON with members in the order of upstream's signer (serviceaccount.Claims). */
export function printClaims(
  { namespace, account, pod, secret, node, audiences, issuedAt, expiresAt, warnAfter }: TokenContent,
  issuer: string,
  id: string,
): string {
  return JSON.stringify({
    aud: audiences,
    exp: expiresAt,
    iat: issuedAt,
    iss: issuer,
    jti: id,
    "kubernetes.io": {
      namespace,
      ...(node !== undefined && { node: node.uid === "" ? { name: node.name } : node }),
      ...(pod !== undefined && { pod }),
      ...(secret !== undefined && { secret }),
      serviceaccount: account,
      ...(warnAfter !== undefined && { warnafter: warnAfter }),
    },
    nbf: issuedAt,
    sub: accountUsername({ namespace, name: account.name }),
  });
}

/**
 * Parses the claims of a token without verifying its signature; returns undefined if it is no token. An
 * account that it does not name is empty.
 */
export function readClaims(token: string): Claims | undefined {
  const [encodedHeader = "", payload, signature, more] = token.split(".");
  if (payload === undefined || signature === undefined || more !== undefined) return undefined;
  const header = readTokenHeader(encodedHeader);
  if (header === undefined || hasCertificates(header)) return undefined;
  const claims = jsonFromBase64Url(payload);
  const own = recordAt(claims, "kubernetes.io");
  if (claims === undefined || fromBase64Url(signature) === undefined) return undefined;
  return {
    issuer: textAt(claims, "iss"),
    id: textAt(claims, "jti"),
    audiences: textsAt(claims, "aud"),
    issuedAt: numberAt(claims, "iat"),
    notBefore: numberAt(claims, "nbf"),
    expiresAt: numberAt(claims, "exp"),
    namespace: textAt(own, "namespace"),
    account: referenceAt(own, "serviceaccount") ?? { name: "", uid: "" },
    pod: referenceAt(own, "pod"),
    secret: referenceAt(own, "secret"),
    node: referenceAt(own, "node"),
  };
}

type Fields = Readonly<Record<string, unknown>> | undefined;

function recordAt(fields: Fields, name: string): Fields {
  const value = fields?.[name];
  return isRecord(value) ? value : undefined;
}

function textAt(fields: Fields, name: string): string {
  const value = fields?.[name];
  return typeof value === "string" ? value : "";
}

const mostSeconds = 2 ** 63;

function numberAt(fields: Fields, name: string): number {
  const value = fields?.[name];
  if (typeof value !== "number") return 0;
  return Math.abs(value) < mostSeconds ? value : -mostSeconds; // as Go converts what is beyond an int64
}

function textsAt(fields: Fields, name: string): readonly string[] {
  const value = fields?.[name];
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

function referenceAt(fields: Fields, name: string): TokenReference | undefined {
  const found = recordAt(fields, name);
  return found === undefined ? undefined : { name: textAt(found, "name"), uid: textAt(found, "uid") };
}
