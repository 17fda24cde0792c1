import { quoteGo } from "../../apimachinery/go-strings.ts";
import type { Invocation } from "../invocation.ts";
import { KubectlError, usageError } from "../kubectl-error.ts";

const shells = new Set(["bash", "zsh", "fish", "powershell"]);

/** `kubectl completion`: refused, since lines are completed where they are written (complete.ts). */
export async function completion({ args, path }: Invocation): Promise<void> {
  const [shell = ""] = args;
  if (args.length === 0) throw usageError(path, "Shell not specified.");
  if (args.length > 1) throw usageError(path, "Too many arguments. Expected only the shell type.");
  if (!shells.has(shell)) throw usageError(path, `Unsupported shell type ${quoteGo(shell)}.`);
  throw new KubectlError("completion scripts are not available here: lines are completed as they are written");
}
