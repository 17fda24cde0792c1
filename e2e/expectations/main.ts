// npm run expectations -- [--only TEXT] [--server URL | --worker] [--etcd URL] [FILE|DIR]
// --etcd keeps the objects of each server in an etcd, under a prefix of its own.
// --worker runs them through the link of the browser's worker, in a thread of Node.
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { inEtcd, startRecordedServer } from "../conformance/start-server.ts";
import { openThread } from "../worker-thread/open-thread.ts";
import { paceOf, serverShares, type ServerShare, withController } from "./controllers.ts";
import { nameOf } from "./expectation.ts";
import { expectationFolders, loadExpectations } from "./expectation-files.ts";
import { type ExpectationReport, type FetchPath, runExpectations } from "./run-expectation.ts";
import { runInWorker, serverOptions } from "./run-in-worker.ts";
import skipped from "./skipped.json" with { type: "json" };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string", default: "" },
    server: { type: "string" },
    etcd: { type: "string" },
    worker: { type: "boolean", default: false },
  },
});

const all =
  positionals.length === 0
    ? loadExpectations(expectationFolders)
    : loadExpectations(positionals.map((path) => resolve(process.env["INIT_CWD"] ?? "", path)));
const chosen = withController(all).filter((expectation) => nameOf(expectation).includes(values.only));

/** Starts a server for a share of the expectations, unless one is given; returns what runs them there. */
async function prepare(share: ServerShare): Promise<() => Promise<ExpectationReport>> {
  const { expectations, controlled, lanes } = share;
  const settings = { featureGates: "", runtimeConfig: "" };
  const started =
    values.server === undefined
      ? await startRecordedServer(settings, controlled ? "*" : undefined, inEtcd(values.etcd))
      : undefined;
  const server = (values.server ?? started?.url ?? "").replace(/\/$/, "");
  const fetchPath: FetchPath = (path, init) => fetch(server + path, init);
  const pace = await paceOf(fetchPath, share);
  return async () => {
    const report = await runExpectations(fetchPath, expectations, skipped, { lanes, pace });
    await started?.stop();
    return report;
  };
}

async function runOverHttp(): Promise<readonly ExpectationReport[]> {
  // a given server is one for all: nothing runs side by side there
  const shares =
    values.server === undefined ? serverShares(chosen) : [{ expectations: chosen, controlled: false, lanes: 1 }];
  const runs: (() => Promise<ExpectationReport>)[] = [];
  for (const share of shares) runs.push(await prepare(share)); // one by one: the first bundles the server for all
  return Promise.all(runs.map((start) => start()));
}

async function runThroughLink(): Promise<readonly ExpectationReport[]> {
  const server = openThread({ database: "expectations", ...serverOptions });
  return [await runInWorker(server, chosen, skipped).finally(() => server.close())];
}

const reports = await (values.worker ? runThroughLink() : runOverHttp());
const passed = reports.reduce((sum, report) => sum + report.passed, 0);
const problems = reports.flatMap((report) => report.problems);
const names = new Set(all.map(nameOf));
const stale = Object.keys(skipped).filter((name) => positionals.length === 0 && !names.has(name));
for (const line of [...problems, ...stale.map((name) => `✗ ${name} of skipped.json is no expectation`)])
  console.log(line);
const failed = problems.length + stale.length;
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
