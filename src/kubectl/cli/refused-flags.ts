import { KubectlError } from "../kubectl-error.ts";
import { flagRows } from "./flag-tables.ts";
import type { FlagSet } from "./flag-set.ts";

/** The flags of commands that are known and not built: giving one is an error, never without effect. */
// oxfmt-ignore
const refused: Readonly<Record<string, string>> = {
  "api-resources": "cached",
  "config set-credentials": "auth-provider auth-provider-arg exec-api-version exec-arg exec-command exec-env exec-interactive-mode exec-provide-cluster-info",
  debug: "custom",
};

const everywhere =
  "certificate-authority client-certificate client-key kuberc match-server-version profile tls-server-name vmodule";

const isGlobal = (name: string): boolean => everywhere.split(" ").includes(name);

/** Throws a KubectlError that names a given flag which is not built. */
export function refuseUnbuiltFlags(command: string, flags: FlagSet): void {
  const names = `${refused[command] ?? ""} ${everywhere}`.split(" ").filter((name) => name !== "");
  const own = flagRows.find(([name]) => name === command)?.[2].split(" ") ?? [];
  const given = names.find(
    (name) => flags.changed(name) && !(isGlobal(name) && own.some((row) => row.startsWith(`${name}:`))),
  );
  if (given !== undefined) throw new KubectlError(`--${given} is not available here`);
}
