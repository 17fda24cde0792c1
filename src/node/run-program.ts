import { basename } from "node:path";

/** The programs besides `kubepad`, by the names under which they are started. */
const programs: ReadonlyMap<string, (args: readonly string[]) => Promise<void>> = new Map([
  ["kube-apiserver", runApiServerProgram],
  ["kubepad-apiserver", runApiServerProgram],
  ["etcd", async (args: readonly string[]) => (await import("./envtest/etcd.ts")).runEtcd(args)],
  ["kubectl", runKubectl],
]);

/**
 * Runs one of Kubepad's programs: the one whose name the path of the program is, as of a link to it, or else the one
 * that the first argument names, or else `kubepad`. Errors are printed and set the exit code.
 */
export async function runProgram(path: string, args: readonly string[]): Promise<void> {
  const byPath = programs.get(basename(path));
  if (byPath !== undefined) return byPath(args);
  const byArgument = programs.get(args[0] ?? "");
  if (byArgument !== undefined) return byArgument(args.slice(1));
  const { runCommand } = await import("./run-command.ts");
  return runCommand("kubepad", args);
}

async function runApiServerProgram(args: readonly string[]): Promise<void> {
  const { runApiServer } = await import("./run-api-server.ts");
  return runApiServer(args);
}

async function runKubectl(args: readonly string[]): Promise<void> {
  const { runKubectlProgram } = await import("./kubectl/run-kubectl-program.ts");
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  const code = await runKubectlProgram(args, stop.signal);
  // connections that are kept may not hold the process
  process.stdout.write("", () => process.exit(code));
}
