// npm run test:nodes: runs the tests that depend on Node, and those of the package's users, on the supported releases,
// and those of @kubernetes/client-node with its next major version as well, on the releases that it runs on.
//   npm run test:nodes -- [MAJOR ...]
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { ensurePackages } from "./packages.mjs";
import { root } from "./root.mjs";

const supported = ["20", "22", "24"];
const tests = ["src/node", "src/envtest", "src/worker", "src/apiserver/storage", "src/component-base", "e2e/package"];
const clientTests = ["e2e/client-node", "e2e/custom-resources/webhook.test.ts"];
/** Not the installed one: it does not load before Node 22, and describes fields of a later Kubernetes. */
const nextClient = { version: "2.0.1", firstNode: 22 };

/** Installs a release of Node from the packages that npm's `node` consists of; returns its program. */
function installNode(major) {
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  return join(install(`nodes/${major}`, name, major), "bin/node");
}

/** Installs a package into a folder of the cache, unless it is there; returns where it is. */
function install(folder, name, version) {
  const prefix = join(root, ".cache", folder);
  const installed = join(prefix, "node_modules", name);
  if (existsSync(installed)) return installed;
  mkdirSync(prefix, { recursive: true });
  const options = ["--prefix", prefix, "--no-save", "--no-audit", "--no-fund", "--ignore-scripts"];
  run("npm", ["install", ...options, `${name}@${version}`]);
  return installed;
}

function run(command, args, env = {}) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}`);
}

ensurePackages();
run(process.execPath, [".config/package/build.mjs"]);
const wanted = process.argv.length > 2 ? process.argv.slice(2) : supported;
const failed = wanted.filter((major) => {
  const program = installNode(major);
  console.log(`Node ${spawnSync(program, ["--version"], { encoding: "utf8" }).stdout.trim()}`);
  const path = [dirname(program), process.env.PATH].join(delimiter);
  const vitest = (args, env = {}) =>
    run(program, ["node_modules/vitest/vitest.mjs", "run", "--reporter=dot", ...args], { PATH: path, ...env });
  try {
    vitest(tests);
    if (Number(major) >= nextClient.firstNode)
      vitest(["--config", ".config/other-client.config.ts", ...clientTests], {
        KUBEPAD_CLIENT_NODE: install(
          `client-node/${nextClient.version}`,
          "@kubernetes/client-node",
          nextClient.version,
        ),
      });
    return false;
  } catch {
    return true;
  }
});
console.log(failed.length === 0 ? "all releases pass" : `failed on Node ${failed.join(", ")}`);
process.exitCode = failed.length === 0 ? 0 : 1;
