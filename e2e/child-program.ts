import { spawn } from "node:child_process";
import manifest from "../package.json" with { type: "json" };
import { endWithThisProcess } from "./running-children.ts";

/** A child process that serves at a URL. */
export interface ChildProgram {
  readonly url: string;
  readonly pid: number;
  /** Terminates the process and resolves with its exit status. */
  stop(): Promise<number | null>;
}

/** Starts a program of the project and resolves once it prints its address on 127.0.0.1. */
export const startProgram = (entry: string): Promise<ChildProgram> => startNode([".config/run.mjs", entry]);

const [, ...serveCommand] = manifest.scripts.serve.split(" "); // the first word is node

/** The options that Node is given by `npm run serve`. */
export const serverNodeOptions: readonly string[] = serveCommand.filter((word) => word.startsWith("--"));

/** The option for those controllers only that the API server depends on; a later `--controllers` adds to them. */
export const ownControllersOption = "--controllers=";

/**
 * Starts the API server as `npm run serve -- ARGS` does, without npm in between. Without `--controllers` those run that
 * the API server depends on.
 */
export const startServer = (args: readonly string[]): Promise<ChildProgram> =>
  startNode([...serveCommand, ownControllersOption, ...args]);

async function startNode(command: readonly string[]): Promise<ChildProgram> {
  const child = spawn(process.execPath, command, { stdio: ["ignore", "pipe", "inherit"] });
  endWithThisProcess(child, () => child.kill("SIGTERM"));
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const url = await new Promise<string>((resolve, reject) => {
    let said = "";
    child.stdout.on("data", (part: Uint8Array) => {
      said += part.toString();
      const address = /https?:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
      if (address !== undefined) resolve(address);
    });
    child.once("exit", (status) => reject(new Error(`${command.join(" ")} ended with ${status} before it was ready`)));
  });
  if (child.pid === undefined) throw new Error(`${command.join(" ")} was not started`);
  return {
    url,
    pid: child.pid,
    stop() {
      child.kill("SIGTERM");
      return ended;
    },
  };
}
