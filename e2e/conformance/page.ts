import { openKubepad } from "../../src/worker/kubepad.ts";
import type { RecordedCase } from "./recorded-case.ts";
import type { FetchTarget } from "./run-case.ts";
import { runRecorded, type CaseReport } from "./run-recorded.ts";
import { withDefaultHeader } from "./step-headers.ts";
import { tokenFile } from "./token-file.ts";

// Runs inside a page, against the server in a worker that was built with the app.

/** Requests gzip and decompresses the response, as HTTP clients do. */
const compressing =
  (fetch: FetchTarget): FetchTarget =>
  async (target, init) => {
    const response = await fetch(target, {
      ...init,
      headers: withDefaultHeader(init.headers, "Accept-Encoding", "gzip, deflate"),
    });
    if (response.headers.get("content-encoding") !== "gzip" || response.body === null) return response;
    const { status, headers } = response;
    return new Response(response.body.pipeThrough(new DecompressionStream("gzip")), { status, headers });
  };

/**
 * Starts the worker with the users and features of the recorded cases, runs the cases (a JSON list) through the page's
 * `fetch`, and reports the results.
 */
export async function runInWorker(
  script: string,
  cases: string,
  featureGates: Readonly<Record<string, boolean>>,
  ignore: readonly string[],
): Promise<readonly CaseReport[]> {
  const kubepad = openKubepad({
    database: `conformance ${Object.keys(featureGates).join(" ")}`,
    tokenAuthFile: tokenFile,
    featureGates,
    startWorker: () => new Worker(script, { type: "module" }),
  });
  try {
    return await runRecorded(JSON.parse(cases) as RecordedCase[], {
      fetch: compressing((target, init) => kubepad.fetch(target, init)),
      ignore,
      parallel: 4,
      prefix: "worker",
    });
  } finally {
    kubepad.close();
  }
}
