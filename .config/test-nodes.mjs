// npm run test:nodes: runs the tests that depend on Node, and those of the package's users, on the supported releases.
//   npm run test:nodes -- [MAJOR ...]
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { ensurePackages } from "./packages.mjs";
import { root } from "./root.mjs";

const supported = ["20", "22", "24"];
const tests = ["src/node", "src/envtest", "src/worker", "src/apiserver/storage", "src/component-base", "e2e/package"];

/** Installs a release of Node from the packages that npm's `node` consists of; returns its program. */
function install(major) {
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const folder = join(root, ".cache/nodes", major);
  const program = join(folder, "node_modules", name, "bin/node");
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  const options = ["--prefix", folder, "--no-save", "--no-audit", "--no-fund", "--ignore-scripts"];
  run("npm", ["install", ...options, `${name}@${major}`]);
  return program;
}

function run(command, args, env = {}) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}`);
}

ensurePackages();
run(process.execPath, [".config/package/build.mjs"]);
const wanted = process.argv.length > 2 ? process.argv.slice(2) : supported;
const failed = wanted.filter((major) => {
  const program = install(major);
  console.log(`Node ${spawnSync(program, ["--version"], { encoding: "utf8" }).stdout.trim()}`);
  const path = [dirname(program), process.env.PATH].join(delimiter);
  try {
    run(program, ["node_modules/vitest/vitest.mjs", "run", "--reporter=dot", ...tests], { PATH: path });
    return false;
  } catch {
    return true;
  }
});
console.log(failed.length === 0 ? "all releases pass" : `failed on Node ${failed.join(", ")}`);
process.exitCode = failed.length === 0 ? 0 : 1;
