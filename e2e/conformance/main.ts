// npm run conformance -- [--only TEXT] [--server URL | --worker] [--ignore FIELD | --ignore=] [--parallel N]
// [--etcd URL] [--verbose] [FILE|DIR]
// --etcd keeps the objects of each server in an etcd, under a prefix of its own.
// --worker runs the cases through the link of the browser's worker, in a thread of Node.
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { parseFeatureGates } from "../../src/component-base/features/feature-gates.ts";
import { generateCertificate } from "../../src/node/tls/certificate.ts";
import { openThread } from "../worker-thread/open-thread.ts";
import type { RecordedCase } from "./recorded-case.ts";
import { loadRecorded } from "./recorded-files.ts";
import { knownFailureList, summarize } from "./report.ts";
import { runInWorker, serverOptions } from "./run-in-worker.ts";
import { runRecorded, type CaseReport } from "./run-recorded.ts";
import { inEtcd, startRecordedServer } from "./start-server.ts";
import { bySettings, isOn, wrongCounts, type SuiteSettings } from "./suites.ts";
import { isForWorker } from "./webhook-functions.ts";
import { startWebhookService } from "./webhook-service.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string", multiple: true, default: [] },
    server: { type: "string" },
    etcd: { type: "string" },
    worker: { type: "boolean", default: false },
    ignore: { type: "string", multiple: true, default: [] },
    parallel: { type: "string", default: "4" },
    verbose: { type: "boolean", default: false },
  },
});

const complaints: string[] = [];
const ignore = values.ignore.filter((name) => name !== "");
const cases = selectCases();
if (cases.length === 0) complaints.push("no recorded case was found");

const webhooks =
  !values.worker && cases.some((recorded) => recorded.webhooks === true) ? await startWebhookService() : undefined;
const reports: CaseReport[] = [];
for (const [settings, group] of values.server === undefined ? bySettings(cases) : [[undefined, cases] as const])
  reports.push(...(await (values.worker && settings ? runGroupInWorker(settings, group) : runGroup(settings, group))));
await webhooks?.close();
if (reports.length !== cases.length) complaints.push(`${reports.length} of ${cases.length} cases were run`);
if (ignore.length > 0) console.log(`not compared: ${ignore.join(", ")}`);
const { lines, passed, failed } = summarize(reports, knownFailureList, values.verbose);
for (const line of [...lines, ...complaints.map((complaint) => `✗ ${complaint}`)]) console.log(line);
console.log(`${passed} passed, ${failed + complaints.length} failed`);
process.exitCode = failed + complaints.length === 0 ? 0 : 1;

/** Runs cases against the given server, or against a new one with the settings that they need. */
async function runGroup(
  settings: SuiteSettings | undefined,
  group: readonly RecordedCase[],
): Promise<readonly CaseReport[]> {
  const started =
    settings !== undefined && group.length > 0
      ? await startRecordedServer(settings, undefined, inEtcd(values.etcd))
      : undefined;
  const base = (values.server ?? started?.url ?? "").replace(/\/$/, "");
  const isThere = await fetch(`${base}/readyz`).then(
    () => true,
    () => false,
  );
  if (!isThere) complaints.push(`no server at ${base}`);
  return runRecorded(isThere ? group : [], {
    fetch: (target, init) => fetch(base + target, { ...init, redirect: "manual" }),
    ignore,
    webhooks,
    parallel: Number(values.parallel),
    prefix: `c${Date.now().toString(36).slice(-5)}`,
  }).finally(() => started?.stop());
}

/** Runs cases on a new server in a thread that is the browser's worker. */
async function runGroupInWorker(
  { featureGates, runtimeConfig }: SuiteSettings,
  group: readonly RecordedCase[],
): Promise<readonly CaseReport[]> {
  const settings = { featureGates: parseFeatureGates(featureGates), runtimeConfig };
  const { ca = "" } = generateCertificate(Date.now());
  const server = openThread({ database: "conformance", ...serverOptions(settings) });
  return runInWorker(server, group, { settings, caBundle: btoa(ca) }).finally(() => server.close());
}

/** Returns all cases in the given folders, or the enabled cases of the project's own copy. */
function selectCases(): readonly RecordedCase[] {
  const named = positionals.map((path) => resolve(process.env["INIT_CWD"] ?? ".", path));
  const all = named.length > 0 ? named.flatMap(loadRecorded) : loadRecorded("e2e/conformance/recorded").filter(isOn);
  if (named.length === 0) complaints.push(...wrongCounts(all), ...staleFailures(all));
  return all.filter(
    (recorded) =>
      values.only.every((text) => `${recorded.suite}/${recorded.name}`.includes(text)) &&
      (!values.worker || isForWorker(recorded)),
  );
}

function staleFailures(all: readonly RecordedCase[]): readonly string[] {
  const names = new Set(all.map(({ suite, name }) => `${suite}/${name}`));
  return knownFailureList
    .filter((failure) => !names.has(failure.case))
    .map((failure) => `${failure.case} stands on the list of known failures, but there is no such case`);
}
