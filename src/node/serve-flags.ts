import { parseArgs, type ParseArgsConfig } from "node:util";
import { UsageError } from "./usage-error.ts";

/** Reads flags as node:util does; throws a UsageError for unknown ones. */
export function readFlags<const T extends NonNullable<ParseArgsConfig["options"]>>(
  args: readonly string[],
  options: T,
) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** The flags of `kubepad serve`, which those of kube-apiserver have the names of. */
export const serveFlags = {
  port: { type: "string", default: "8001" },
  storage: { type: "string", default: "memory" },
  "unsafe-no-fsync": { type: "boolean", default: false },
  "token-auth-file": { type: "string" },
  "authorization-mode": { type: "string", multiple: true, default: [] },
  "cors-allowed-origins": { type: "string", multiple: true, default: [] },
  "allowed-hosts": { type: "string", multiple: true, default: [] },
  tls: { type: "boolean", default: false },
  "tls-cert-file": { type: "string" },
  "tls-private-key-file": { type: "string" },
  "write-kubeconfig": { type: "string" },
  "feature-gates": { type: "string", multiple: true, default: [] },
  "runtime-config": { type: "string", multiple: true, default: [] },
  "emulated-version": { type: "string" },
  "request-timeout": { type: "string" },
  "max-requests-inflight": { type: "string" },
  "max-mutating-requests-inflight": { type: "string" },
  "livez-grace-period": { type: "string" },
  "shutdown-delay-duration": { type: "string" },
  "show-hidden-metrics-for-version": { type: "string", default: "" },
  "audit-policy-file": { type: "string" },
  "audit-log-path": { type: "string" },
  "fault-config": { type: "string" },
  "enable-admission-plugins": { type: "string", multiple: true, default: [] },
  "disable-admission-plugins": { type: "string", multiple: true, default: [] },
  controllers: { type: "string", multiple: true, default: [] },
  "service-cluster-ip-range": { type: "string" },
  "service-node-port-range": { type: "string" },
  "proxy-client-cert-file": { type: "string" },
  "proxy-client-key-file": { type: "string" },
  "requestheader-client-ca-file": { type: "string" },
  "requestheader-allowed-names": { type: "string", multiple: true, default: [] },
  "webhook-service-addresses": { type: "string", multiple: true, default: [] },
  "time-speed": { type: "string" },
  "simulated-nodes": { type: "string" },
  addons: { type: "string", multiple: true, default: [] },
  "bind-address": { type: "string" },
  "cert-dir": { type: "string" },
  "tls-min-version": { type: "string" },
  "tls-cipher-suites": { type: "string", multiple: true, default: [] },
  "disable-http2-serving": { type: "boolean", default: false },
  "http2-max-streams-per-connection": { type: "string" },
  "goaway-chance": { type: "string" },
  "client-ca-file": { type: "string" },
  "oidc-issuer-url": { type: "string" },
  "oidc-client-id": { type: "string" },
  "oidc-ca-file": { type: "string" },
  "oidc-username-claim": { type: "string" },
  "oidc-username-prefix": { type: "string" },
  "oidc-groups-claim": { type: "string" },
  "oidc-groups-prefix": { type: "string" },
  "oidc-required-claim": { type: "string", multiple: true, default: [] },
  "oidc-signing-algs": { type: "string", multiple: true, default: [] },
  "authorization-config": { type: "string" },
  "authorization-webhook-config-file": { type: "string" },
  "authorization-webhook-version": { type: "string" },
  "authorization-webhook-cache-authorized-ttl": { type: "string" },
  "authorization-webhook-cache-unauthorized-ttl": { type: "string" },
  "authentication-token-webhook-config-file": { type: "string" },
  "authentication-token-webhook-version": { type: "string" },
  "authentication-token-webhook-cache-ttl": { type: "string" },
  "anonymous-auth": { type: "string" },
  "authentication-config": { type: "string" },
  "api-audiences": { type: "string", multiple: true, default: [] },
  "service-account-issuer": { type: "string", multiple: true, default: [] },
  "service-account-key-file": { type: "string", multiple: true, default: [] },
  "service-account-signing-key-file": { type: "string" },
} as const satisfies ParseArgsConfig["options"];

/** The values of the flags. */
export type ServeValues = ReturnType<typeof readFlags<typeof serveFlags>>;
