import { quoteGo } from "../apimachinery/go-strings.ts";
import { authorizationModes, type AuthorizationMode } from "../apiserver/auth/authorizers.ts";
import { UsageError } from "./usage-error.ts";
import type { IsAllowedOrigin } from "./with-cors.ts";

/** Who may do what, and which pages and hosts may ask. */
export interface AccessOptions {
  /** Asked in this order. */
  readonly authorizationModes: readonly AuthorizationMode[];
  /** Regular expressions for origins whose pages may use the server. */
  readonly corsAllowedOrigins: readonly string[];
  /** Names besides the loopback interface's under which callers without credentials reach the server. */
  readonly allowedHosts: readonly string[];
}

/** The values of the flags, each with those of its repetitions. */
interface AccessFlags {
  readonly "authorization-mode": readonly string[];
  readonly "cors-allowed-origins": readonly string[];
  readonly "allowed-hosts": readonly string[];
}

/** Reads the flags that say who is let in. */
export const accessOptions = (values: AccessFlags): AccessOptions => ({
  authorizationModes: readModes(values["authorization-mode"]),
  corsAllowedOrigins: readOrigins(values["cors-allowed-origins"]),
  allowedHosts: listed(values["allowed-hosts"]).map(readHost),
});

/** Lists are separated by commas, and flags that repeat are joined (pflag.StringSlice). */
const listed = (values: readonly string[]): readonly string[] => values.flatMap((value) => value.split(","));

const isMode = (mode: string): mode is AuthorizationMode => authorizationModes.some((known) => known === mode);

/** Checks as upstream's BuiltInAuthorizationOptions.Validate does; without the flag RBAC decides. */
function readModes(values: readonly string[]): readonly AuthorizationMode[] {
  const modes = listed(values);
  if (modes.length === 0) return ["RBAC"];
  if (modes.length === 1 && modes[0] === "") throw new UsageError("at least one authorization-mode must be passed");
  for (const mode of modes) {
    if (upstreamModes.includes(mode))
      throw new UsageError(
        `authorization-mode ${quoteGo(mode)} is not supported: use ${authorizationModes.join(", ")}`,
      );
  }
  const known = modes.filter(isMode);
  const unknown = modes.find((mode) => !isMode(mode));
  if (unknown !== undefined) throw new UsageError(`authorization-mode ${quoteGo(unknown)} is not a valid mode`);
  if (new Set(modes).size < modes.length)
    throw new UsageError(`authorization-mode [${modes.map(quoteGo).join(" ")}] has mode specified more than once`);
  return known;
}

/** Modes of kube-apiserver that need what is not here: nodes, a policy file, or a webhook. */
const upstreamModes: readonly string[] = ["ABAC", "Webhook", "Node"];

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

/** Compiles the expressions as Go does; they are searched in an origin. */
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
