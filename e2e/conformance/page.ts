import { openKubepad } from "../../src/worker/kubepad.ts";
import type { RecordedCase } from "./recorded-case.ts";
import type { FetchTarget } from "./run-case.ts";
import { runRecorded, type CaseReport } from "./run-recorded.ts";
import { withDefaultHeader } from "./step-headers.ts";
import { tokenFile } from "./token-file.ts";
import { registerCase } from "./webhook-functions.ts";

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

/** The settings of the server in the worker. */
interface PageSettings {
  readonly featureGates: Readonly<Record<string, boolean>>;
  readonly runtimeConfig: string;
  /** A certificate that configurations of webhooks name, in base64. */
  readonly caBundle: string;
}

/**
 * Starts the worker with the users and features of the recorded cases, runs the cases (a JSON list) through the page's
 * `fetch`, and reports the results.
 */
export async function runInWorker(
  script: string,
  cases: string,
  { featureGates, runtimeConfig, caBundle }: PageSettings,
  ignore: readonly string[],
): Promise<readonly CaseReport[]> {
  const kubepad = openKubepad({
    database: `conformance ${Object.keys(featureGates).join(" ")}`,
    tokenAuthFile: tokenFile,
    featureGates,
    runtimeConfig,
    startWorker: () => new Worker(script, { type: "module" }),
  });
  const common = { fetch: compressing((target, init) => kubepad.fetch(target, init)), ignore };
  const all = JSON.parse(cases) as RecordedCase[];
  try {
    const withoutWebhooks = all.filter(({ webhooks }) => webhooks !== true);
    const reports = [...(await runRecorded(withoutWebhooks, { ...common, parallel: 4, prefix: "worker" }))];
    for (const [index, recorded] of all.filter(({ webhooks }) => webhooks === true).entries()) {
      const registered = await registerCase(kubepad, recorded, caBundle);
      const options = { ...common, webhooks: registered.service, parallel: 1, prefix: `functions-${index}` };
      reports.push(...(await runRecorded([recorded], options)));
      await registered.close();
    }
    return reports;
  } finally {
    kubepad.close();
  }
}
