import { openKubepad } from "../../src/worker/kubepad.ts";
import type { RecordedCase } from "./recorded-case.ts";
import { runRecorded, type CaseReport } from "./run-recorded.ts";
import { tokenFile } from "./token-file.ts";

// Runs inside a page, against the server in a worker that was built with the app.

/** Starts the worker with the users of the recorded cases, runs the cases (a list in JSON) through the page's `fetch`, and reports. */
export async function runInWorker(script: string, cases: string, ignore: readonly string[]): Promise<readonly CaseReport[]> {
  const kubepad = openKubepad({ database: "conformance", tokenAuthFile: tokenFile, startWorker: () => new Worker(script, { type: "module" }) });
  try {
    return await runRecorded(JSON.parse(cases) as RecordedCase[], { fetch: (target, init) => kubepad.fetch(target, init), ignore, parallel: 4, prefix: "worker" });
  } finally {
    kubepad.close();
  }
}
