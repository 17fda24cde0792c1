import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { it } from "vitest";
import { createApiServer } from "../apiserver/server.ts";
import { parseTokenFile } from "../apiserver/auth/token-file.ts";
import { openHttpHost } from "../node/http-host.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";
import { createSystemClock } from "../apimachinery/system-clock.ts";
import { createSystemRandom } from "../apimachinery/system-random.ts";
it("adhoc", { timeout: 200000 }, async () => {
  const server = await createApiServer({ backend: createMemoryBackend(), clock: createSystemClock(), random: createSystemRandom(), tokens: parseTokenFile(readFileSync("/work/shared/conformance/tokens.csv", "utf8"), "t"), reportBug: (e) => console.log("BUG", e) });
  const host = await openHttpHost({ handle: server.handle, port: 0 });
  const files = (process.env["SUITES"] ?? "").split(",").map((s) => `/work/shared/conformance/recorded/${s}.jsonl`);
  await new Promise<void>((done) => {
    execFile("node", ["/work/shared/conformance/replay.mjs", "--server", host.url, "--without-custom-resources", "--ignore", "managedFields", ...files], { maxBuffer: 1e8 }, (_e, out, err) => {
      console.log(out.slice(-25000), err.slice(-1000));
      done();
    });
  });
  await host.close();
  await server.close();
});
