import { spawn } from "node:child_process";
import { endWithThisProcess } from "../running-children.ts";

/** A server that runs in a process of its own. */
export interface RunningServer {
  /** Terminates the process and resolves with its exit status. */
  stop(): Promise<number | null>;
}

/** Starts a command in a folder, and resolves once it has said that it serves. */
export async function runServer(
  command: string,
  args: readonly string[],
  cwd: string,
  variables: NodeJS.ProcessEnv = {},
): Promise<RunningServer> {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...variables }, stdio: ["ignore", "pipe", "pipe"] });
  endWithThisProcess(child, () => child.kill("SIGTERM"));
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  await new Promise<void>((resolve, reject) => {
    let said = "";
    for (const output of [child.stdout, child.stderr])
      output.on("data", (part: Uint8Array) => {
        said += part.toString();
        if (/^Serving securely on /m.test(said)) resolve();
      });
    child.once("error", reject);
    child.once("exit", (status) => reject(new Error(`${command} ended with ${status} before it was ready: ${said}`)));
  });
  return {
    stop() {
      child.kill("SIGTERM");
      return ended;
    },
  };
}
