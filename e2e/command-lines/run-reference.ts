import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { unpackKubectl } from "../kubectl/unpack-kubectl.ts";
import type { Statement } from "../../src/kubectl/shell/statements.ts";

/** What a command line printed, and its exit code. */
export interface LineResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

/** Runs a command line with the real kubectl, in bash. */
export function runReference(statement: Statement, server: string, home: string): Promise<LineResult> {
  const names = [...statement.line.matchAll(/<<-?\s*['"]?(\w+)['"]?/g)].map(([, name]) => name ?? "");
  const documents = statement.bodies.map((body, i) => `${body}${names[i] ?? "EOF"}\n`).join("");
  // The address stands behind the command, or before flags that stand before it.
  const setup =
    `run() { timeout 20 "${unpackKubectl()}" "$@"; }\nkubectl() { case "$1" in -*) run --server "${server}" "$@" ;; ` +
    `*) local c="$1"; shift; run "$c" --server "${server}" "$@" ;; esac; }\n`;
  // Files that kubectl leaves behind do not stand among those of the script.
  const scratch = mkdtempSync(`${home}-`);
  const child = spawn("bash", ["-c", `${setup}${statement.line}\n${documents}`], {
    cwd: home,
    env: { HOME: home, TMPDIR: scratch, KUBECONFIG: `${home}/config`, PATH: process.env["PATH"], KUBE_EDITOR: "false" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return new Promise((resolve) => {
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (part: Uint8Array) => (stdout += part.toString()));
    child.stderr.on("data", (part: Uint8Array) => (stderr += part.toString()));
    child.once("close", (code) => {
      rmSync(scratch, { recursive: true });
      resolve({ stdout, stderr, code: code ?? -1 });
    });
  });
}
