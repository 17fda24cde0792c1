import { spawn } from "node:child_process";
import { join } from "node:path";
import { root } from "./root.mjs";

/**
 * Runs a program in the project's folder; resolves with its exit status and output. A program that hangs is terminated
 * after a timeout, which is generous for slow machines.
 */
export function execute(command, args, { env = {}, timeoutMs = 30 * 60_000 } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, FORCE_COLOR: "0", NO_COLOR: "1", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const timer = setTimeout(() => child.kill("SIGKILL"), timeoutMs);
    let output = "";
    const listen = (stream) => stream.on("data", (part) => (output += part));
    listen(child.stdout.setEncoding("utf8"));
    listen(child.stderr.setEncoding("utf8"));
    child.once("error", (error) => (output += String(error)));
    child.once("close", (status) => {
      clearTimeout(timer);
      resolve({ status: status ?? 1, output });
    });
  });
}

/** Runs the executable of an installed package. */
export const executePackage = (name, args, options) => execute(join(root, "node_modules/.bin", name), args, options);

/** Runs one of the project's TypeScript programs. */
export const executeProgram = (entry, args, options) =>
  execute(process.execPath, [".config/run.mjs", entry, ...args], options);
