import { tokenFile } from "../conformance/token-file.ts";
import type { WorkerServer } from "../worker-thread/worker-server.ts";
import { paceOf, serverShares, type ServerShare } from "./controllers.ts";
import type { Expectation } from "./expectation.ts";
import { type ExpectationReport, type FetchPath, runExpectations } from "./run-expectation.ts";

/** The option that gives a server the users of the expectations. */
export const serverOptions = { tokenAuthFile: tokenFile };

/** Runs expectations on a server in a worker, the first share of them, and on further ones in the same worker. */
export async function runInWorker(
  own: WorkerServer,
  expectations: readonly Expectation[],
  skipped: Readonly<Record<string, string>>,
): Promise<ExpectationReport> {
  const run = async (share: ServerShare, index: number): Promise<ExpectationReport> => {
    const { expectations: some, controlled, lanes } = share;
    // the own one keeps its objects in IndexedDB
    const server =
      index === 0 ? own : await own.openServer({ ...serverOptions, ...(controlled && { controllers: ["*"] }) });
    const fetchPath: FetchPath = (path, init) => server.fetch(path, init);
    const pace = await paceOf(fetchPath, share);
    return runExpectations(fetchPath, some, skipped, { lanes, pace });
  };
  const reports = await Promise.all(serverShares(expectations).map(run));
  return {
    passed: reports.reduce((sum, report) => sum + report.passed, 0),
    problems: reports.flatMap((report) => report.problems),
  };
}
