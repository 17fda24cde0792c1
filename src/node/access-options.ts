import { messageOf } from "../apimachinery/message-of.ts";
import { quoteGo } from "../apimachinery/go-strings.ts";
import { authorizationModes, type AuthorizationMode } from "../apiserver/auth/authorizers.ts";
import { UsageError } from "./usage-error.ts";
import type { IsAllowedOrigin } from "./with-cors.ts";

/** The options for authorization, allowed origins and allowed hosts. */
export interface AccessOptions {
  /** The authorization modes, in the order in which they are consulted. */
  readonly authorizationModes: readonly (AuthorizationMode | "Webhook")[];
  /** The path of an AuthorizationConfiguration, in place of the modes. */
  readonly authorizationConfigFile: string | undefined;
  /** The webhook of the mode Webhook. */
  readonly authorizationWebhook: WebhookAuthorization | undefined;
  /** Regular expressions for the origins whose pages may use the server (CORS). */
  readonly corsAllowedOrigins: readonly string[];
  /** Host names besides those of the loopback interface by which clients without credentials may address the server. */
  readonly allowedHosts: readonly string[];
}

/** A webhook that decides what users may do (--authorization-webhook-*). Durations are as they are written. */
export interface WebhookAuthorization {
  /** The path of a kubeconfig. */
  readonly configFile: string;
  readonly version: string;
  readonly authorizedTtl: string;
  readonly unauthorizedTtl: string;
}

/** The values of the flags. A flag may be repeated. */
interface AccessFlags {
  readonly "authorization-mode": readonly string[];
  readonly "cors-allowed-origins": readonly string[];
  readonly "allowed-hosts": readonly string[];
  readonly "authorization-config"?: string | undefined;
  readonly "authorization-webhook-config-file"?: string | undefined;
  readonly "authorization-webhook-version"?: string | undefined;
  readonly "authorization-webhook-cache-authorized-ttl"?: string | undefined;
  readonly "authorization-webhook-cache-unauthorized-ttl"?: string | undefined;
}

/** Parses the flags that control access. */
export const accessOptions = (values: AccessFlags): AccessOptions => ({
  ...authorizationOptions(values),
  corsAllowedOrigins: readOrigins(values["cors-allowed-origins"]),
  allowedHosts: listed(values["allowed-hosts"]).map(readHost),
});

const webhookFlags = [
  "authorization-webhook-config-file",
  "authorization-webhook-version",
  "authorization-webhook-cache-authorized-ttl",
  "authorization-webhook-cache-unauthorized-ttl",
] as const;

function authorizationOptions(
  values: AccessFlags,
): Pick<AccessOptions, "authorizationModes" | "authorizationConfigFile" | "authorizationWebhook"> {
  const { "authorization-config": file, "authorization-webhook-config-file": configFile } = values;
  const others = values["authorization-mode"].length > 0 || webhookFlags.some((flag) => values[flag] !== undefined);
  if (file !== undefined && others)
    throw new UsageError(
      "--authorization-config can not be specified when --authorization-mode or --authorization-webhook-* flags are defined",
    );
  const authorizationModes = readModes(values["authorization-mode"]);
  const asks = authorizationModes.includes("Webhook");
  if (asks && configFile === undefined)
    throw new UsageError("authorization-mode Webhook's authorization config file not passed");
  if (!asks && configFile !== undefined)
    throw new UsageError("cannot specify --authorization-webhook-config-file without mode Webhook");
  const authorizationWebhook = configFile === undefined ? undefined : webhookOf(values, configFile);
  return { authorizationModes, authorizationConfigFile: file, authorizationWebhook };
}

const webhookOf = (values: AccessFlags, configFile: string): WebhookAuthorization => ({
  configFile,
  version: values["authorization-webhook-version"] ?? "v1beta1",
  authorizedTtl: values["authorization-webhook-cache-authorized-ttl"] ?? "5m0s",
  unauthorizedTtl: values["authorization-webhook-cache-unauthorized-ttl"] ?? "30s",
});

/** Splits comma-separated lists and joins repeated flags (pflag.StringSlice). */
export const listed = (values: readonly string[]): readonly string[] => values.flatMap((value) => value.split(","));

const modes: readonly (AuthorizationMode | "Webhook")[] = ["Node", ...authorizationModes, "Webhook"];

const isMode = (mode: string): mode is AuthorizationMode | "Webhook" => modes.some((known) => known === mode);

/** Parses and validates authorization modes (BuiltInAuthorizationOptions.Validate). Defaults to RBAC. */
function readModes(values: readonly string[]): readonly (AuthorizationMode | "Webhook")[] {
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

/** The mode of kube-apiserver that is not supported, because it needs a policy file. */
const upstreamModes: readonly string[] = ["ABAC"];

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
      throw invalidOrigin(messageOf(error), error);
    }
  });
  return (origin) => compiled.some((expression) => expression.test(origin));
}

function readHost(name: string): string {
  if (!/^([a-z0-9_.-]+|\[[0-9a-f:]+\])$/i.test(name))
    throw new UsageError(`--allowed-hosts: ${quoteGo(name)} is not the name of a host, without scheme and port`);
  return name.toLowerCase();
}
