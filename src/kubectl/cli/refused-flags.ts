import { KubectlError } from "../kubectl-error.ts";
import { flagRows } from "./flag-tables.ts";
import type { FlagSet } from "./flag-set.ts";

/** The flags that are known and not built: giving one is an error, never without effect. */
const refused =
  "certificate-authority client-certificate client-key match-server-version profile tls-server-name".split(" ");

/** Throws a KubectlError that names a given flag which is not built, unless the command has its own of that name. */
export function refuseUnbuiltFlags(command: string, flags: FlagSet): void {
  const own = flagRows.find(([name]) => name === command)?.[2].split(" ") ?? [];
  const given = refused.find((name) => flags.changed(name) && !own.some((row) => row.startsWith(`${name}:`)));
  if (given !== undefined) throw new KubectlError(`--${given} is not available here`);
}
