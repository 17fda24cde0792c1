// Runs apiextensions-apiserver's integration tests against Kubepad over an etcd, where Go and etcd are:
// npm run api-extensions -- [--version v0.34.1] [--tests REGEXP]
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, copyFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runEtcd } from "../../src/node/etcd/testing/run-etcd.ts";
import { copyModule } from "../controller-runtime/copy-module.ts";
import { summaryOf } from "../controller-runtime/summary.ts";

const { values } = parseArgs({
  options: { version: { type: "string", default: "v0.34.1" }, tests: { type: "string", default: "." } },
});
const root = process.cwd();
const copy = join(root, ".cache/api-extensions", values.version);

/** Tests that fail, by name, with the reason. */
const expected: ReadonlyMap<string, string> = new Map([
  ["TestRatchetingDropFields", "takes back a feature gate of its own process that cannot be changed any more"],
]);

/** Tests that are left out, by name, with the reason: they panic, which ends the run. */
const leftOut: ReadonlyMap<string, string> = new Map([
  ["TestFieldSelectorDisablement", "takes back a feature gate while the server, in its own process, goes on"],
]);

execFileSync("npm", ["run", "--silent", "package"], { stdio: ["ignore", "ignore", "inherit"] });
copyModule(`k8s.io/apiextensions-apiserver@${values.version}`, copy);
copyFileSync(join(root, "e2e/api-extensions/server.go"), join(copy, "test/integration/fixtures/server.go"));
const program = join(root, "lib/kubepad-apiserver.js");
chmodSync(program, 0o755);
const etcd = await runEtcd();
try {
  for (const [name, reason] of leftOut) console.log(`left out: ${name} ${reason}`);
  const output = await tests();
  const { line, passed, failures } = summaryOf(output);
  const isExpected = (name: string): boolean => expected.has(name.split("/", 1)[0] ?? "");
  const unexpected = failures.filter((name) => !isExpected(name));
  for (const name of failures)
    console.log(isExpected(name) ? `as expected: ${name} ${expected.get(name) ?? ""}` : `✗ ${name}`);
  console.log(`${line}; ${failures.length - unexpected.length} failures are expected`);
  process.exitCode = unexpected.length > 0 || passed === 0 ? 1 : 0;
} finally {
  await etcd.remove();
}

/** Returns what the tests print. What the servers say goes to the errors. */
async function tests(): Promise<string> {
  const skip = `^(${[...leftOut.keys()].join("|")})$`;
  const args = ["test", "-count=1", "-v", "-timeout=90m", "-run", values.tests, "-skip", skip, "./test/integration"];
  const child = spawn("go", args, {
    cwd: copy,
    stdio: ["ignore", "pipe", "ignore"],
    env: {
      ...process.env,
      KUBEPAD_PROGRAM: program,
      KUBE_INTEGRATION_ETCD_URL: etcd.url,
      GOFLAGS: "-mod=mod",
    },
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (part: string) => {
    output += part;
    for (const [finished] of part.matchAll(/^--- .*$/gm)) console.log(finished);
  });
  await new Promise((resolve) => child.once("close", resolve));
  return output;
}
