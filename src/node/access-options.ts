import { quoteGo } from "../apimachinery/go-strings.ts";
import { authorizationModes, type AuthorizationMode } from "../apiserver/auth/authorizers.ts";
import { UsageError } from "./usage-error.ts";
import type { IsAllowedOrigin } from "./with-cors.ts";

/** The options for authorization, allowed origins and allowed hosts. */
export interface AccessOptions {
  /** The authorization modes, in the order in which they are consulted. */
  readonly authorizationModes: readonly AuthorizationMode[];
  /** Regular expressions for the origins whose pages may use the server (CORS). */
  readonly corsAllowedOrigins: readonly string[];
  /** Host names besides those of the loopback interface by which clients without credentials may address the server. */
  readonly allowedHosts: readonly string[];
}

/** The values of the flags. A flag may be repeated. */
interface AccessFlags {
  readonly "authorization-mode": readonly string[];
  readonly "cors-allowed-origins": readonly string[];
  readonly "allowed-hosts": readonly string[];
}

/** Parses the flags that control access. */
export const accessOptions = (values: AccessFlags): AccessOptions => ({
  authorizationModes: readModes(values["authorization-mode"]),
  corsAllowedOrigins: readOrigins(values["cors-allowed-origins"]),
  allowedHosts: listed(values["allowed-hosts"]).map(readHost),
});

/** Splits comma-separated lists and joins repeated flags (pflag.StringSlice). */
export const listed = (values: readonly string[]): readonly string[] => values.flatMap((value) => value.split(","));

const modes: readonly AuthorizationMode[] = ["Node", ...authorizationModes];

const isMode = (mode: string): mode is AuthorizationMode => modes.some((known) => known === mode);

/** Parses and validates authorization modes (BuiltInAuthorizationOptions.Validate). Defaults to RBAC. */
function readModes(values: readonly string[]): readonly AuthorizationMode[] {
  const asked = listed(values);
  if (asked.length === 0) return ["RBAC"];
  if (asked.length === 1 && asked[0] === "") throw new UsageError("at least one authorization-mode must be passed");
  for (const mode of asked) {
    if (upstreamModes.includes(mode))
      throw new UsageError(`authorization-mode ${quoteGo(mode)} is not supported: use ${modes.join(", ")}`);
  }
  const known = asked.filter(isMode);
  const unknown = asked.find((mode) => !isMode(mode));
  if (unknown !== undefined) throw new UsageError(`authorization-mode ${quoteGo(unknown)} is not a valid mode`);
  if (new Set(asked).size < asked.length)
    throw new UsageError(`authorization-mode [${asked.map(quoteGo).join(" ")}] has mode specified more than once`);
  return known;
}

/** The modes of kube-apiserver that are not supported, because they need a policy file, or a webhook. */
const upstreamModes: readonly string[] = ["ABAC", "Webhook"];

const originsHelp =
  "List of allowed origins for CORS, comma separated. " +
  "An allowed origin can be a regular expression to support subdomain matching. " +
  "If this list is empty CORS will not be enabled. " +
  "Please ensure each expression matches the entire hostname by anchoring " +
  "to the start with '^' or including the '//' prefix, and by anchoring to the " +
  "end with '$' or including the ':' port separator suffix. " +
  "Examples of valid expressions are '//example\\.com(:|$)' and '^https://example\\.com(:|$)'";

function readOrigins(values: readonly string[]): readonly string[] {
  const patterns = listed(values);
  for (const pattern of patterns) {
    if (pattern === "") throw new UsageError(`empty value in --cors-allowed-origins, help: ${originsHelp}`);
    if (!/\^|\/\//.test(pattern) || !/[$:]/.test(pattern))
      throw invalidOrigin("regular expression does not pin to start/end of host in the origin header");
  }
  return patterns;
}

const invalidOrigin = (problem: string, cause?: unknown): UsageError =>
  new UsageError(`--cors-allowed-origins has an invalid regular expression: ${problem}, help: ${originsHelp}`, {
    cause,
  });

/** Compiles the expressions with Go's RE2 syntax. An expression may match any part of an origin. */
export async function compileAllowedOrigins(patterns: readonly string[]): Promise<IsAllowedOrigin> {
  if (patterns.length === 0) return () => false;
  const { RE2JS } = await import("re2js");
  const compiled = patterns.map((pattern) => {
    try {
      return RE2JS.compile(pattern);
    } catch (error) {
      throw invalidOrigin(error instanceof Error ? error.message : String(error), error);
    }
  });
  return (origin) => compiled.some((expression) => expression.test(origin));
}

function readHost(name: string): string {
  if (!/^([a-z0-9_.-]+|\[[0-9a-f:]+\])$/i.test(name))
    throw new UsageError(`--allowed-hosts: ${quoteGo(name)} is not the name of a host, without scheme and port`);
  return name.toLowerCase();
}
