import { openKubepad } from "../../src/worker/kubepad.ts";
import type { Expectation } from "./expectation.ts";
import type { ExpectationReport } from "./run-expectation.ts";
import { runInWorker, serverOptions } from "./run-in-worker.ts";

// Runs inside a page, against the server in a worker that was built with the app.

/** Starts the worker with the users of the expectations, and runs them (a JSON list) through the page's `fetch`. */
export async function runInPage(
  script: string,
  expectations: string,
  skipped: Readonly<Record<string, string>>,
): Promise<ExpectationReport> {
  const kubepad = openKubepad({
    database: "expectations",
    ...serverOptions,
    startWorker: () => new Worker(script, { type: "module" }),
  });
  try {
    return await runInWorker(kubepad, JSON.parse(expectations) as Expectation[], skipped);
  } finally {
    kubepad.close();
  }
}
