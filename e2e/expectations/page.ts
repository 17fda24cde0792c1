import { openKubepad } from "../../src/worker/kubepad.ts";
import { tokenFile } from "../conformance/token-file.ts";
import { wantsControllers } from "./controllers.ts";
import type { Expectation } from "./expectation.ts";
import { runExpectations, type ExpectationReport } from "./run-expectation.ts";

// Runs inside a page, against the server in a worker that was built with the app.

/** Starts the worker with the users of the expectations, and runs them (a JSON list) through the page's `fetch`. */
export async function runInWorker(
  script: string,
  expectations: string,
  skipped: Readonly<Record<string, string>>,
): Promise<ExpectationReport> {
  const kubepad = openKubepad({
    database: "expectations",
    tokenAuthFile: tokenFile,
    startWorker: () => new Worker(script, { type: "module" }),
  });
  const all = JSON.parse(expectations) as Expectation[];
  const rest = all.filter((expectation) => !wantsControllers(expectation));
  try {
    const report = await runExpectations((path, init) => kubepad.fetch(path, init), rest, skipped);
    const controlled = await kubepad.openServer({ tokenAuthFile: tokenFile, controllers: ["*"] });
    const fetchPath = (path: string, init: RequestInit) => controlled.fetch(path, init);
    const more = await runExpectations(fetchPath, all.filter(wantsControllers), skipped);
    return { passed: report.passed + more.passed, problems: [...report.problems, ...more.problems] };
  } finally {
    kubepad.close();
  }
}
