import { setMaxListeners } from "node:events";
import { optimizeLater } from "./optimize-later.ts";

/**
 * Runs a command of Kubepad; `name` is how the program was called. Errors are printed and set the exit code. Each
 * command loads what it needs: `validate` is run for every commit, and serves nothing.
 */
export async function runCommand(name: string, args: readonly string[]): Promise<void> {
  setMaxListeners(0); // one abort signal ends all watches of a controller, of which there is one per resource
  if (args[0] === "validate") return validate(name, args);
  if (args[0] === "lsp") return serveEditor(name, args);
  const { runServerCommand } = await import("./run-server-command.ts");
  return runServerCommand(name, args);
}

/** Runs `kubepad validate`, which ends with 2 if it cannot run. */
async function validate(name: string, args: readonly string[]): Promise<void> {
  const { runValidateCommand } = await import("./validate-command.ts");
  const code = await runValidateCommand(name, args, optimizeLater);
  process.stdout.write("", () => process.exit(code));
}

/** Runs `kubepad lsp` until the editor ends. */
async function serveEditor(name: string, args: readonly string[]): Promise<void> {
  const { runLspCommand } = await import("./lsp/lsp-command.ts");
  process.exit(await runLspCommand(name, args));
}
