// Runs controller-runtime's own suites against Kubepad by KUBEBUILDER_ASSETS alone, where Go is:
// npm run controller-runtime -- [--version v0.22.4] [--etcd PROGRAM] [PACKAGE ...]
// With an etcd, objects are kept there.
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { commandsOf, scriptsIn, writeEnvtestAssets } from "../../src/node/envtest/envtest-assets.ts";
import { copyModule } from "./copy-module.ts";
import { summaryOf } from "./summary.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { version: { type: "string", default: "v0.22.4" }, etcd: { type: "string" } },
});
const root = process.cwd();
const cache = join(root, ".cache/controller-runtime");
const copy = join(cache, values.version);

execFileSync("npm", ["run", "--silent", "package"], { stdio: ["ignore", "ignore", "inherit"] });
const assets = writeEnvtestAssets(join(cache, "assets"), commandsOf(scriptsIn(join(root, "lib"))));
if (values.etcd !== undefined) keepObjectsIn(values.etcd);
copyModule(`sigs.k8s.io/controller-runtime@${values.version}`, copy);
const packages = positionals.length > 0 ? positionals : suites();
/** Tests that download kube-apiserver 1.28, for a discovery that 1.34 does not have, are left out. */
const chosen: Readonly<Record<string, readonly string[]>> = {
  "pkg/client/apiutil": ["-run", "/aggregatedDiscovery=true"],
};
let failed = 0;
const tests = { passed: 0, failed: 0 };
for (const name of packages) {
  const { stdout, status } = spawnSync("go", ["test", "-count=1", "-v", `./${name}`, ...(chosen[name] ?? [])], {
    cwd: copy,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    env: { ...process.env, KUBEBUILDER_ASSETS: assets, GINKGO_NO_COLOR: "TRUE", GOFLAGS: "-mod=mod" },
  });
  const summary = summaryOf(stdout);
  const { line, failures } = summary;
  tests.passed += summary.passed;
  tests.failed += summary.failed;
  if (status !== 0) failed++;
  console.log(`${status === 0 ? "✓" : "✗"} ${name.padEnd(40)} ${line}`);
  if (status !== 0) for (const failure of failures) console.log(`    ${failure}`);
}
console.log(
  `${packages.length - failed} suites passed, ${failed} failed; ${tests.passed} tests passed, ${tests.failed} failed`,
);
process.exitCode = failed === 0 ? 0 : 1;

/** Lets envtest start an etcd, and the server keep its objects there instead of in memory. */
function keepObjectsIn(etcd: string): void {
  const server = join(assets, "kube-apiserver");
  rmSync(join(assets, "etcd"), { force: true }); // one of an earlier run may still be running, which cannot be written
  copyFileSync(etcd, join(assets, "etcd"));
  writeFileSync(server, readFileSync(server, "utf8").replace(" --storage memory", ""));
}

/** The packages whose tests start envtest. */
function suites(): readonly string[] {
  const listed = execFileSync(
    "go",
    ["list", "-f", '{{.ImportPath}} {{join .TestImports ","}} {{join .XTestImports ","}}', "./pkg/..."],
    { cwd: copy, encoding: "utf8", env: { ...process.env, GOFLAGS: "-mod=mod" } },
  );
  return listed
    .split("\n")
    .filter((line) => /controller-runtime\/pkg\/(envtest|internal\/testing\/controlplane)/.test(line))
    .map((line) => (line.split(" ", 1)[0] ?? "").replace("sigs.k8s.io/controller-runtime/", ""));
}
