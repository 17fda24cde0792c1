// npm run oracle -- [--only TEXT] [--built] [--verbose] [DIR]
// DIR is laid out as FOLDER/FILE.jsonl; the default is the project's own copy. --built leaves out suites whose
// component is not built.
import { readdirSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { readLines } from "../conformance/recorded-files.ts";
import { components } from "./components.ts";
import { describeSuite, runSuite, skippedList, type OracleSuite } from "./run-suites.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string", multiple: true, default: [] },
    built: { type: "boolean", default: false },
    verbose: { type: "boolean", default: false },
  },
});

const ownRecords = "e2e/oracle/records";
const ending = /\.jsonl(\.gz)?$/;
const [named] = positionals;
const suites = loadSuites(named === undefined ? ownRecords : resolve(process.env["INIT_CWD"] ?? ".", named));
let [passed, failed] = [0, 0];

for (const suite of suites) {
  if (values.built && !components[suite.name]) continue;
  const report = await runSuite(suite, values.only, skippedList);
  if (report.passed + report.failures.length + report.skipped === 0 && values.only.length > 0) continue;
  for (const line of describeSuite(report, values.verbose)) console.log(line);
  passed += report.passed;
  failed += report.failures.length;
}
for (const complaint of complaints()) {
  console.log(`✗ ${complaint}`);
  failed += 1;
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function loadSuites(folder: string): readonly OracleSuite[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => ending.test(file))
    .sort();
  return files.map((file) => ({
    name: suiteName(folder, file.replace(ending, "")),
    lines: readLines(join(folder, file)),
  }));
}

/** Returns a name such as `primitives/quantity`, also if only the folder `primitives` was given. */
function suiteName(folder: string, file: string): string {
  return /[\\/]/.test(file) ? file.replaceAll("\\", "/") : `${basename(folder)}/${file}`;
}

/** Returns errors of the run itself, such as missing records. */
function complaints(): readonly string[] {
  if (suites.length === 0) return [`there are no records in ${named ?? ownRecords}`];
  const empty = suites.filter(({ lines }) => lines.length === 0).map(({ name }) => `${name} holds no records`);
  const missing =
    named === undefined
      ? Object.keys(components)
          .filter((name) => !suites.some((suite) => suite.name === name))
          .map((name) => `${name} has a component and no records`)
      : [];
  return [...empty, ...missing, ...(passed + failed === 0 ? ["nothing was selected"] : [])];
}
