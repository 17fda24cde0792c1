import { openKubepad } from "../../src/worker/kubepad.ts";
import { tokenFile } from "../conformance/token-file.ts";
import { paceOf, serverShares, type ServerShare } from "./controllers.ts";
import type { Expectation } from "./expectation.ts";
import { type ExpectationReport, type FetchPath, runExpectations } from "./run-expectation.ts";

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
  const run = async (share: ServerShare, index: number): Promise<ExpectationReport> => {
    const { expectations: some, controlled, lanes } = share;
    // the first is the server of the tab, which keeps its objects in IndexedDB
    const server =
      index === 0
        ? kubepad
        : await kubepad.openServer({ tokenAuthFile: tokenFile, ...(controlled && { controllers: ["*"] }) });
    const fetchPath: FetchPath = (path, init) => server.fetch(path, init);
    const pace = await paceOf(fetchPath, share);
    return runExpectations(fetchPath, some, skipped, { lanes, pace });
  };
  try {
    const reports = await Promise.all(serverShares(JSON.parse(expectations) as Expectation[]).map(run));
    return {
      passed: reports.reduce((sum, report) => sum + report.passed, 0),
      problems: reports.flatMap((report) => report.problems),
    };
  } finally {
    kubepad.close();
  }
}
