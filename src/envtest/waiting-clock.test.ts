import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = (use: string): Promise<{ readonly stdout: string }> =>
  promisify(execFile)(process.execPath, [".config/run.mjs", "src/envtest/testing/unclosed-server.ts", use], {
    encoding: "utf8",
  });

test.concurrent.each([
  ["waits", /^ReplicaSet$/],
  ["watches", /^\{"type":"ADDED"/],
  ["listens", /^200$/],
  ["watchesOverHttp", /^\{"type":"ADDED"/],
])(
  "a process that %s and does not close its server ends, and not before what it waits for",
  { timeout: 180_000 },
  async (use, expected) => {
    expect((await run(use)).stdout).toMatch(expected);
  },
);
