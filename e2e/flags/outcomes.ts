import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describeError } from "../../src/node/describe-error.ts";
import { apiServerOptions, refuseFlags } from "../../src/node/flags/api-server-options.ts";
import { flagTable } from "../../src/node/flags/flag-table.ts";
import { parseFlags } from "../../src/node/flags/parse-flags.ts";
import { checkArguments } from "../../src/node/run-api-server.ts";
import { serve } from "../../src/node/serve.ts";
import { freePort } from "../../src/node/testing/free-port.ts";

const serves = "serves";

/** Starts the server of this project with flags and ends it; returns that it serves, or what it says instead. */
export async function outcomeHere(args: readonly string[]): Promise<string> {
  try {
    const parsed = parseFlags(["--storage=memory", ...args], flagTable);
    checkArguments(parsed);
    refuseFlags(parsed, flagTable);
    const served = await serve(apiServerOptions(parsed));
    await served.close();
    return serves;
  } catch (error) {
    return describeError(error);
  }
}

const longestMs = 300_000;

/** Starts kube-apiserver with an etcd of its own and ends both; returns that it serves, or its last error. */
export async function outcomeThere(args: readonly string[], program: string, etcd: string): Promise<string> {
  const data = mkdtempSync(join(tmpdir(), "kubepad-etcd-"));
  const [client, peer] = [await freePort(), await freePort()].map((port) => `http://127.0.0.1:${port}`);
  const storage = spawn(
    etcd,
    [
      `--data-dir=${data}`,
      `--listen-client-urls=${client}`,
      `--advertise-client-urls=${client}`,
      `--listen-peer-urls=${peer}`,
    ],
    { stdio: "ignore" },
  );
  const server = spawn(program, [`--etcd-servers=${client}`, ...args], { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  server.stderr.on("data", (part: Uint8Array) => (said += part.toString()));
  const until = Date.now() + longestMs;
  const isReady = (): boolean => said.includes("Serving securely on");
  while (server.exitCode === null && !isReady() && Date.now() < until) await setTimeout(50);
  for (const child of [server, storage]) {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    if (child.exitCode !== null) continue;
    child.kill("SIGKILL");
    await ended;
  }
  rmSync(data, { recursive: true, force: true });
  return isReady() ? serves : lastError(said);
}

/** Returns the error of a usage, or of the line of the log that the program ends with. */
function lastError(said: string): string {
  const lines = said.trimEnd().split("\n");
  const usage = lines.findLast((line) => line.startsWith("Error: "));
  if (usage !== undefined) return usage.slice("Error: ".length);
  const [, text = `nothing: ${lines.at(-1)}`] = /"command failed" err=(".*")$/.exec(lines.at(-1) ?? "") ?? [];
  return text.startsWith('"') ? JSON.parse(text.replaceAll("\\x", "\\\\x")) : text;
}
