import { quoteGo } from "../../apimachinery/go-strings.ts";
import { listed } from "../access-options.ts";
import type { ServeValues } from "../serve-flags.ts";
import { UsageError } from "../usage-error.ts";

/** Whose ID tokens name users, and how (--oidc-*). */
export interface OidcOptions {
  readonly issuerUrl: string;
  readonly clientId: string;
  /** The path of the authorities of the issuer; undefined for those of the system. */
  readonly caFile: string | undefined;
  readonly usernameClaim: string;
  /** What usernames begin with: by default the issuer and a hash, but for the claim `email`. */
  readonly usernamePrefix: string;
  readonly groupsClaim: string | undefined;
  readonly groupsPrefix: string;
  readonly requiredClaims: ReadonlyMap<string, string>;
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
const algorithms = ["RS256", "RS384", "RS512", "ES256", "ES384", "ES512", "PS256", "PS384", "PS512"];

/** Returns the options of the flags; undefined without them. Throws a UsageError for values that are not valid. */
export function oidcOptions(values: ServeValues): OidcOptions | undefined {
  const claims = values["oidc-required-claim"];
  const algs = listed(values["oidc-signing-algs"]);
  if (oidcFlags.every((flag) => values[flag] === undefined) && claims.length + algs.length === 0) return undefined;
  const { "oidc-issuer-url": issuerUrl = "", "oidc-client-id": clientId = "" } = values;
  if (issuerUrl === "" || clientId === "")
    throw new UsageError("oidc-issuer-url and oidc-client-id must be specified together when any oidc-* flags are set");
  if (!issuerUrl.startsWith("https://") || !URL.canParse(issuerUrl))
    throw new UsageError(`oidc-issuer-url: Invalid value: ${quoteGo(issuerUrl)}: URL scheme must be https`);
  const unsupported = algs.find((alg) => !algorithms.includes(alg));
  if (unsupported !== undefined) throw new UsageError(`oidc: unsupported signing alg: ${quoteGo(unsupported)}`);
  const usernameClaim = values["oidc-username-claim"] ?? "sub";
  return {
    issuerUrl,
    clientId,
    caFile: values["oidc-ca-file"],
    usernameClaim,
    usernamePrefix: usernamePrefix(values["oidc-username-prefix"] ?? "", usernameClaim, issuerUrl),
    groupsClaim: values["oidc-groups-claim"],
    groupsPrefix: values["oidc-groups-prefix"] ?? "",
    requiredClaims: new Map(
      claims.flatMap((text) =>
        text
          .split(",")
          .filter((pair) => pair !== "")
          .map(pairOf),
      ),
    ),
    signingAlgs: algs.length === 0 ? ["RS256"] : algs,
  };
}

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
