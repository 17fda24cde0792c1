import { quoteGo } from "../../apimachinery/go-strings.ts";
import type { JwtAuthenticator } from "../../kube-apiserver/access/authentication-types.ts";
import { listed } from "../access-options.ts";
import type { ServeValues } from "../serve-flags.ts";
import { UsageError } from "../usage-error.ts";

/** Whose ID tokens name users, and how (--oidc-*). */
export interface OidcOptions {
  readonly jwt: JwtAuthenticator;
  /** The path of the authorities of the issuer; undefined for those of the system. */
  readonly caFile: string | undefined;
  readonly signingAlgs: readonly string[];
}

const oidcFlags = [
  "oidc-issuer-url",
  "oidc-client-id",
  "oidc-ca-file",
  "oidc-username-claim",
  "oidc-username-prefix",
  "oidc-groups-claim",
  "oidc-groups-prefix",
] as const;

/** The algorithms of signatures that tokens may have (oidc.allowedSigningAlgs). */
export const signingAlgorithms = ["ES256", "ES384", "ES512", "PS256", "PS384", "PS512", "RS256", "RS384", "RS512"];

/**
 * Returns the options of the flags; undefined without them. Throws a UsageError for values that are not valid, and if
 * there is a file that names issuers.
 */
export function oidcOptions(values: ServeValues, hasFile = false): OidcOptions | undefined {
  const claims = values["oidc-required-claim"];
  const algs = listed(values["oidc-signing-algs"]);
  if (oidcFlags.every((flag) => values[flag] === undefined) && claims.length + algs.length === 0) return undefined;
  if (hasFile) throw new UsageError("authentication-config file and oidc-* flags are mutually exclusive");
  const { "oidc-issuer-url": issuerUrl = "", "oidc-client-id": clientId = "" } = values;
  if (issuerUrl === "" || clientId === "")
    throw new UsageError("oidc-issuer-url and oidc-client-id must be specified together when any oidc-* flags are set");
  const unsupported = algs.find((alg) => !signingAlgorithms.includes(alg));
  if (unsupported !== undefined) throw new UsageError(`oidc: unsupported signing alg: ${quoteGo(unsupported)}`);
  return {
    jwt: {
      issuer: { url: issuerUrl, audiences: [clientId] },
      claimMappings: claimMappings(values, issuerUrl),
      claimValidationRules: [...requiredClaims(claims)].map(([claim, requiredValue]) => ({ claim, requiredValue })),
    },
    caFile: values["oidc-ca-file"],
    signingAlgs: algs.length === 0 ? ["RS256"] : algs,
  };
}

function claimMappings(values: ServeValues, issuerUrl: string): NonNullable<JwtAuthenticator["claimMappings"]> {
  const { "oidc-username-claim": claim = "sub", "oidc-groups-claim": groups } = values;
  return {
    username: { claim, prefix: usernamePrefix(values["oidc-username-prefix"] ?? "", claim, issuerUrl) },
    ...(groups !== undefined && { groups: { claim: groups, prefix: values["oidc-groups-prefix"] ?? "" } }),
  };
}

/** Returns the values of required claims; the last one counts. */
const requiredClaims = (texts: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    texts.flatMap((text) =>
      text
        .split(",")
        .filter((pair) => pair !== "")
        .map(pairOf),
    ),
  );

/** `-` is no prefix (BuiltInAuthenticationOptions.ToAuthenticationConfig). */
function usernamePrefix(given: string, claim: string, issuer: string): string {
  if (given === "-") return "";
  return given !== "" || claim === "email" ? given : `${issuer}#`;
}

function pairOf(pair: string): readonly [string, string] {
  const at = pair.indexOf("=");
  if (at < 0) throw new UsageError("--oidc-required-claim: malformed pair, expect string=string");
  return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
}
