import type { WorkerServer } from "../worker-thread/worker-server.ts";
import type { RecordedCase } from "./recorded-case.ts";
import type { FetchTarget } from "./run-case.ts";
import { runRecorded, type CaseReport } from "./run-recorded.ts";
import { withDefaultHeader } from "./step-headers.ts";
import { tokenFile } from "./token-file.ts";
import { registerCase } from "./webhook-functions.ts";

/** Requests gzip and decompresses the response, as HTTP clients do. */
export const compressing =
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

/** The settings of a server in a worker for recorded cases. */
export interface WorkerSettings {
  readonly featureGates: Readonly<Record<string, boolean>>;
  readonly runtimeConfig: string;
}

/** Returns the options that give a server the users and features of recorded cases. */
export const serverOptions = ({ featureGates, runtimeConfig }: WorkerSettings) => ({
  tokenAuthFile: tokenFile,
  featureGates,
  runtimeConfig,
});

/** Cases with webhooks wait for them; so many run beside each other, each on a server of its own. */
const webhookServers = 4;

/**
 * Runs cases on a server in a worker, and those with webhooks on further ones, where functions take the place of the
 * webhooks. `caBundle` is a certificate in base64 that their configurations name.
 */
export async function runInWorker(
  server: WorkerServer,
  cases: readonly RecordedCase[],
  { settings, caBundle }: { readonly settings: WorkerSettings; readonly caBundle: string },
): Promise<readonly CaseReport[]> {
  const optionsFor = ({ fetch }: Pick<WorkerServer, "fetch">, prefix: string, parallel = 1) => ({
    fetch: compressing((target, init) => fetch(target, init)),
    ignore: [],
    prefix,
    parallel,
  });
  const withoutWebhooks = cases.filter(({ webhooks }) => webhooks !== true);
  const withWebhooks = cases.filter(({ webhooks }) => webhooks === true);
  const left = withWebhooks.entries();
  const runWebhooks = async (): Promise<readonly CaseReport[]> => {
    const own = await server.openServer(serverOptions(settings));
    const reports: CaseReport[] = [];
    for (const [index, recorded] of left) {
      const registered = await registerCase(own, recorded, caBundle);
      const options = { ...optionsFor(own, `functions-${index}`), webhooks: registered.service };
      reports.push(...(await runRecorded([recorded], options)));
      await registered.close();
    }
    own.close();
    return reports;
  };
  const reports = await Promise.all([
    runRecorded(withoutWebhooks, optionsFor(server, "worker", 4)),
    ...Array.from({ length: Math.min(webhookServers, withWebhooks.length) }, runWebhooks),
  ]);
  return reports.flat();
}
