// npm run expectations -- [--only TEXT] [--server URL] [FILE|DIR]
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { startRecordedServer } from "../conformance/start-server.ts";
import { nameOf } from "./expectation.ts";
import { loadExpectations, recordedFolder } from "./expectation-files.ts";
import { runExpectations } from "./run-expectation.ts";
import skipped from "./skipped.json" with { type: "json" };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: "string", default: "" }, server: { type: "string" } },
});

const all =
  positionals.length === 0
    ? loadExpectations([recordedFolder])
    : loadExpectations(positionals.map((path) => resolve(process.env["INIT_CWD"] ?? "", path)));
const started =
  values.server === undefined ? await startRecordedServer({ featureGates: "", runtimeConfig: "" }) : undefined;
const server = (values.server ?? started?.url ?? "").replace(/\/$/, "");
const { passed, problems } = await runExpectations(
  (path, init) => fetch(server + path, init),
  all.filter((expectation) => nameOf(expectation).includes(values.only)),
  skipped,
);
await started?.stop();
const names = new Set(all.map(nameOf));
const stale = Object.keys(skipped).filter((name) => positionals.length === 0 && !names.has(name));
for (const line of [...problems, ...stale.map((name) => `✗ ${name} of skipped.json is no expectation`)])
  console.log(line);
const failed = problems.length + stale.length;
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
