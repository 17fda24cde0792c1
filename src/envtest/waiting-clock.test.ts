import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";

const program = "src/envtest/testing/unclosed-server.ts";
const run = (script: string, ...args: readonly string[]): Promise<{ readonly stdout: string }> =>
  promisify(execFile)(process.execPath, [script, program, ...args], { encoding: "utf8" });

// Once for all: the runs begin together, and each would bundle it.
beforeAll(() => run(".config/bundle-cli.mjs"), 180_000);

test.concurrent.each([
  ["waits", /^ReplicaSet$/],
  ["watches", /^\{"type":"ADDED"/],
  ["listens", /^200$/],
  ["watchesOverHttp", /^\{"type":"ADDED"/],
])(
  "a process that %s and does not close its server ends, and not before what it waits for",
  { timeout: 180_000 },
  async (use, expected) => {
    expect((await run(".config/run.mjs", use)).stdout).toMatch(expected);
  },
);
