import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { createSystemClock } from "../../apimachinery/system-clock.ts";
import { runKubectl } from "../../kubectl/run-kubectl.ts";
import { createSession, type Session } from "../../kubectl/session.ts";
import { folderFiles } from "./folder-files.ts";
import { httpHandle } from "./http-handle.ts";
import { credentialsOf } from "./kubeconfig-credentials.ts";

/** Where kubectl looks for a server if nothing names one. */
const localServer = "http://localhost:8080";

/**
 * Runs kubectl as a program: with the files of the working directory, the kubeconfig of `--kubeconfig`, of KUBECONFIG
 * or of the home directory, and its client certificate or token. Returns the exit code.
 */
export async function runKubectlProgram(args: readonly string[], signal: AbortSignal): Promise<number> {
  const output = {
    out: (text: string) => void process.stdout.write(text),
    err: (text: string) => void process.stderr.write(text),
  };
  return runKubectl(openSession(args), args, readInput(args), output, signal);
}

function openSession(args: readonly string[]): Session {
  const kubeconfig = kubeconfigOf(args);
  const session = createSession({
    handle: httpHandle(localServer),
    connect: (server, by) => httpHandle(server, credentialsOf(by, kubeconfig)),
    clock: createSystemClock(),
    random: Math.random,
    files: folderFiles(process.cwd()),
    server: localServer,
    environment: Object.fromEntries(Object.entries(process.env).map(([name, value]) => [name, value ?? ""])),
  });
  return kubeconfig === "" ? session : { ...session, kubeconfigVariable: kubeconfig };
}

/** Returns the path of the kubeconfig that applies; "" if there is none. */
function kubeconfigOf(args: readonly string[]): string {
  const at = args.findIndex((arg) => arg === "--kubeconfig" || arg.startsWith("--kubeconfig="));
  const flag = at < 0 ? undefined : (args[at]?.split("=", 2)[1] ?? args[at + 1]);
  const [variable = ""] = (process.env["KUBECONFIG"] ?? "").split(":");
  const usual = join(homedir(), ".kube", "config");
  return flag ?? (variable || (existsSync(usual) ? usual : ""));
}

/** Reads what is piped in, if the command line asks for it. */
const readInput = (args: readonly string[]): string =>
  args.some((arg) => arg === "-" || arg === "-f-" || arg.endsWith("=-")) ? readFileSync(0, "utf8") : "";
