// Builds Kubepad as a program of a single file: npm run package -- --sea
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { inject } from "postject";
import { execute } from "../execute.mjs";
import { licenseTexts } from "../licenses.mjs";
import { root } from "../root.mjs";
import { bundleEntries } from "./bundle-entries.mjs";
import { singleProgram } from "./entries.mjs";

const workFolder = join(root, ".cache/program");
/** What Node looks for to see that a script was put into its program. */
const fuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

async function run(command, args) {
  const { status, output } = await execute(command, args);
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}:\n${output}`);
}

/** Bundles the script of the program, with all that it loads later; returns its path and modules. */
async function bundleScript() {
  const { source, file, kilobytes } = singleProgram;
  const options = { minify: true, split: false, format: "cjs", dir: workFolder };
  const chunks = await bundleEntries([{ source, file }], options);
  const script = join(workFolder, `${file}.js`);
  const size = gzipSync(readFileSync(script)).length / 1000;
  if (size > kilobytes) throw new Error(`${file}.js has ${size.toFixed(1)} of ${kilobytes} KB after gzip`);
  return { script, modules: chunks.flatMap(({ moduleIds = [] }) => moduleIds) };
}

/**
 * Writes the program, a copy of the Node that runs this with the script inside, and the licenses of the packages in it.
 * Programs of macOS are signed anew, as that system wants it. Returns a line that says what was made. Throws if the
 * script is larger than it may be.
 */
export async function buildSingleProgram() {
  mkdirSync(workFolder, { recursive: true });
  const [blob, config] = ["program.blob", "sea-config.json"].map((name) => join(workFolder, name));
  const { script, modules } = await bundleScript();
  writeFileSync(config, JSON.stringify({ main: script, output: blob, disableExperimentalSEAWarning: true }));
  await run(process.execPath, ["--experimental-sea-config", config]);
  const target = join(root, singleProgram.target);
  mkdirSync(dirname(target), { recursive: true });
  rmSync(target, { force: true });
  copyFileSync(process.execPath, target);
  chmodSync(target, 0o755);
  await insert(target, readFileSync(blob));
  writeFileSync(join(dirname(target), "THIRD-PARTY-LICENSES.txt"), licenseTexts(modules, "program"));
  return `${singleProgram.target}: ${(statSync(target).size / 1e6).toFixed(1)} MB, with Node ${process.version}`;
}

async function insert(target, blob) {
  const isMac = process.platform === "darwin";
  if (isMac) await run("codesign", ["--remove-signature", target]);
  await inject(target, "NODE_SEA_BLOB", blob, { sentinelFuse: fuse, ...(isMac && { machoSegmentName: "NODE_SEA" }) });
  if (isMac) await run("codesign", ["--sign", "-", target]);
}

if (process.argv[1] === import.meta.filename) console.log(await buildSingleProgram());
