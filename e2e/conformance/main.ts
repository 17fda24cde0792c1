// npm run conformance -- [--only TEXT] [--server URL] [--ignore FIELD | --ignore=] [--parallel N] [--verbose]
// [FILE|DIR]
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { RecordedCase } from "./recorded-case.ts";
import { loadRecorded } from "./recorded-files.ts";
import { knownFailureList, summarize } from "./report.ts";
import { runRecorded, type CaseReport } from "./run-recorded.ts";
import { startRecordedServer } from "./start-server.ts";
import { bySettings, isOn, wrongCounts, type SuiteSettings } from "./suites.ts";
import { startWebhookService } from "./webhook-service.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string", multiple: true, default: [] },
    server: { type: "string" },
    ignore: { type: "string", multiple: true, default: [] },
    parallel: { type: "string", default: "4" },
    verbose: { type: "boolean", default: false },
  },
});

const complaints: string[] = [];
const ignore = values.ignore.filter((name) => name !== "");
const cases = selectCases();
if (cases.length === 0) complaints.push("no recorded case was found");

const webhooks = cases.some((recorded) => recorded.webhooks === true) ? await startWebhookService() : undefined;
const reports: CaseReport[] = [];
for (const [settings, group] of values.server === undefined ? bySettings(cases) : [[undefined, cases] as const])
  reports.push(...(await runGroup(settings, group)));
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
  const started = settings !== undefined && group.length > 0 ? await startRecordedServer(settings) : undefined;
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

/** Returns all cases in the given folders, or the enabled cases of the project's own copy. */
function selectCases(): readonly RecordedCase[] {
  const named = positionals.map((path) => resolve(process.env["INIT_CWD"] ?? ".", path));
  const all = named.length > 0 ? named.flatMap(loadRecorded) : loadRecorded("e2e/conformance/recorded").filter(isOn);
  if (named.length === 0) complaints.push(...wrongCounts(all), ...staleFailures(all));
  return all.filter(({ suite, name }) => values.only.every((text) => `${suite}/${name}`.includes(text)));
}

function staleFailures(all: readonly RecordedCase[]): readonly string[] {
  const names = new Set(all.map(({ suite, name }) => `${suite}/${name}`));
  return knownFailureList
    .filter((failure) => !names.has(failure.case))
    .map((failure) => `${failure.case} stands on the list of known failures, but there is no such case`);
}
