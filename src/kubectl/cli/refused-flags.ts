import { KubectlError } from "../kubectl-error.ts";
import type { FlagSet } from "./flag-set.ts";

/** The flags of commands that are known and not built: giving one is an error, never without effect. */
// oxfmt-ignore
const refused: Readonly<Record<string, string>> = {
  apply: "all cascade grace-period openapi-patch prune prune-allowlist selector timeout wait",
  "api-resources": "cached",
  "config set-cluster": "certificate-authority embed-certs insecure-skip-tls-verify proxy-url tls-server-name",
  "config set-credentials": "auth-provider auth-provider-arg client-certificate client-key embed-certs exec-api-version exec-arg exec-command exec-env exec-interactive-mode exec-provide-cluster-info",
  "config view": "flatten merge minify",
  create: "edit selector windows-line-endings",
  "create configmap": "append-hash",
  "create secret docker-registry": "append-hash",
  "create secret generic": "append-hash",
  "create secret tls": "append-hash",
  delete: "interactive",
  events: "watch",
  expose: "load-balancer-ip override-type overrides",
  run: "attach expose leave-stdin-open override-type overrides pod-running-timeout rm stdin tty",
};

const everywhere =
  "certificate-authority client-certificate client-key kubeconfig kuberc match-server-version profile tls-server-name vmodule";

/** Throws a KubectlError that names a given flag which is not built. */
export function refuseUnbuiltFlags(command: string, flags: FlagSet): void {
  const names = `${refused[command] ?? ""} ${everywhere}`.split(" ").filter((name) => name !== "");
  const given = names.find((name) => flags.changed(name));
  if (given !== undefined) throw new KubectlError(`--${given} is not available here`);
}
