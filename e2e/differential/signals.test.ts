import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";

const longest = { timeout: 120_000, interval: 100 };

/** A reference server that refuses all requests, and leaves a file once it is asked for more than its health. */
const program = (file: string): string => `#!${process.execPath}
const port = Number(process.argv[process.argv.indexOf("--http") + 1]);
require("node:http").createServer((request, response) => {
  if (request.url !== "/readyz") require("node:fs").writeFileSync(${JSON.stringify(file)}, "");
  response.writeHead(request.url === "/readyz" ? 200 : 503).end("{}\\n");
}).listen(port, "127.0.0.1");
`;

/** Whether a process of a group still runs. */
function runs(group: number): boolean {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
}

test.each(["SIGINT", "SIGTERM"] as const)(
  "%s ends both servers with the program",
  { timeout: 300_000 },
  async (signal) => {
    const folder = mkdtempSync(join(tmpdir(), "signals-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const [reference, asked] = [join(folder, "reference"), join(folder, "asked")];
    writeFileSync(reference, program(asked), { mode: 0o755 });
    const command = [".config/run.mjs", "e2e/differential/main.ts", "--reference", reference];
    const child = spawn(process.execPath, command, { detached: true, stdio: "ignore" });
    const { pid = 0 } = child;
    onTestFinished(() => void (runs(pid) && process.kill(-pid, "SIGKILL")));
    await vi.waitUntil(() => existsSync(asked), longest);
    process.kill(pid, signal);
    await vi.waitUntil(() => !runs(pid), longest);
    expect([child.exitCode, child.signalCode]).toEqual([null, signal]);
  },
);
