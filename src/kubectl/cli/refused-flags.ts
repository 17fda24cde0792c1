import { KubectlError } from "../kubectl-error.ts";
import type { FlagSet } from "./flag-set.ts";

/** The flags of commands that are known and not built: giving one is an error, never without effect. */
// oxfmt-ignore
const refused: Readonly<Record<string, string>> = {
  "api-resources": "cached",
  "config set-credentials": "auth-provider auth-provider-arg exec-api-version exec-arg exec-command exec-env exec-interactive-mode exec-provide-cluster-info",
  "create configmap": "append-hash",
  "create secret docker-registry": "append-hash",
  "create secret generic": "append-hash",
  "create secret tls": "append-hash",
  events: "watch",
  expose: "load-balancer-ip override-type overrides",
  run: "attach expose leave-stdin-open override-type overrides pod-running-timeout rm stdin tty",
};

const everywhere =
  "certificate-authority client-certificate client-key kubeconfig kuberc match-server-version profile tls-server-name vmodule";

/** Throws a KubectlError that names a given flag which is not built. */
export function refuseUnbuiltFlags(command: string, flags: FlagSet): void {
  // The commands that set entries of the kubeconfig have flags of these names themselves.
  const shared = command.startsWith("config set-") ? "kubeconfig kuberc" : everywhere;
  const names = `${refused[command] ?? ""} ${shared}`.split(" ").filter((name) => name !== "");
  const given = names.find((name) => flags.changed(name));
  if (given !== undefined) throw new KubectlError(`--${given} is not available here`);
}
