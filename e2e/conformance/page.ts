import { openKubepad } from "../../src/worker/kubepad.ts";
import type { RecordedCase } from "./recorded-case.ts";
import { runInWorker, serverOptions, type WorkerSettings } from "./run-in-worker.ts";
import type { CaseReport } from "./run-recorded.ts";

// Runs inside a page, against the server in a worker that was built with the app.

/**
 * Starts the worker with the users and features of the recorded cases, runs the cases (a JSON list) through the page's
 * `fetch`, and reports the results.
 */
export async function runInPage(
  script: string,
  cases: string,
  settings: WorkerSettings,
  caBundle: string,
): Promise<readonly CaseReport[]> {
  const kubepad = openKubepad({
    database: `conformance ${Object.keys(settings.featureGates).join(" ")}`,
    ...serverOptions(settings),
    startWorker: () => new Worker(script, { type: "module" }),
  });
  try {
    return await runInWorker(kubepad, JSON.parse(cases) as RecordedCase[], { settings, caBundle });
  } finally {
    kubepad.close();
  }
}
