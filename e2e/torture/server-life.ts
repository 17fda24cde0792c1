import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { ownControllersOption } from "../child-program.ts";

/** Bundles the program of `npm run serve`, so that each start is faster. */
export const bundleServer = (): string =>
  execFileSync(process.execPath, [".config/bundle-cli.mjs", "src/node/main.ts"], { encoding: "utf8" }).trim();

/** An API server process to be killed. */
export interface ServerLife {
  readonly url: string;
  /** The standard error output so far. */
  readonly said: readonly string[];
  kill(): Promise<void>;
}

/** The error of a server that did not start, with its output. */
export class RefusedStart extends Error {}

function spawnProgram(file: string, args: readonly string[]): { child: ChildProcess; said: string[] } {
  const child = spawn(process.execPath, [file, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const said: string[] = [];
  if (child.stderr !== null) createInterface(child.stderr).on("line", (line) => said.push(line));
  return { child, said };
}

const endOf = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => child.once("close", (code) => resolve(code)));

/** Starts the server on a folder and resolves once it is ready; rejects with RefusedStart if it exits before. */
export async function startLife(file: string, directory: string, flags: readonly string[]): Promise<ServerLife> {
  const { child, said } = spawnProgram(file, ["--port", "0", "--storage", directory, ownControllersOption, ...flags]);
  const ended = endOf(child);
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on("data", (part: Uint8Array) => {
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(part.toString())?.[0];
      if (address !== undefined) resolve(address);
    });
    void ended.then(() => reject(new RefusedStart(said.join("\n"))));
  });
  return {
    url,
    said,
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** Runs the repair command and returns its output. */
export async function repair(file: string, directory: string): Promise<string> {
  const { child, said } = spawnProgram(file, ["repair", "--storage", directory]);
  const printed: string[] = [];
  child.stdout?.on("data", (part: Uint8Array) => printed.push(part.toString()));
  const code = await endOf(child);
  if (code !== 0) throw new Error(`repair ended with ${code}: ${said.join("\n")}`);
  return printed.join("");
}
