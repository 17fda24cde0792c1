import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = (script: string): Promise<{ readonly stdout: string }> =>
  promisify(execFile)(process.execPath, [".config/run.mjs", script], { encoding: "utf8" });

test(
  "a process whose test failed before it closed its server ends, and not before what it waits for",
  { timeout: 120_000 },
  async () => {
    const { stdout } = await run("src/envtest/testing/unclosed-server.ts");
    expect(stdout).toBe("ReplicaSet\n");
  },
);
