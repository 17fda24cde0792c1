import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFetch, type Fetch } from "../../src/client/fetch-adapter.ts";
import { parseTokenFile } from "../../src/apiserver/auth/token-file.ts";
import { hasEtcd, runEtcd, type RunningEtcd } from "../../src/node/etcd/testing/run-etcd.ts";
import { openApiServer, type OpenedApiServer } from "../../src/node/open-api-server.ts";
import { Seeded } from "../../src/apiserver/storage/testing/seeded.ts";
import { loadRecorded } from "../conformance/recorded-files.ts";
import { knownFailureList, summarize } from "../conformance/report.ts";
import { compressing } from "../conformance/run-in-worker.ts";
import { runRecorded } from "../conformance/run-recorded.ts";
import { bySettings, isOn } from "../conformance/suites.ts";
import { tokenFile } from "../conformance/token-file.ts";
import { serverShares, withController } from "../expectations/controllers.ts";
import { expectationFolders, loadExpectations } from "../expectations/expectation-files.ts";
import { runExpectations } from "../expectations/run-expectation.ts";
import skipped from "../expectations/skipped.json" with { type: "json" };

const seed = 34;
const oneIn = <T>(times: number, all: readonly T[]): readonly T[] => {
  const random = new Seeded(seed);
  return all.filter(() => random.oneIn(times));
};

// All of them: `npm run conformance -- --etcd URL`, `npm run expectations -- --etcd URL`.
describe.skipIf(!hasEtcd())("a server over an etcd", { timeout: 300_000 }, () => {
  let etcd: RunningEtcd;
  let server: OpenedApiServer;
  let fetchPath: Fetch;
  beforeAll(async () => {
    etcd = await runEtcd(["--unsafe-no-fsync"]);
    const files = { caFile: undefined, certFile: undefined, keyFile: undefined };
    const mediaType = "application/vnd.kubernetes.protobuf";
    const events = { overrides: [], eventTtlSeconds: 3600, leaseReuseSeconds: 60 };
    server = await openApiServer({
      storage: {
        etcd: { servers: [etcd.url], ...files, ...events, prefix: "/registry", compactionIntervalMs: 0, mediaType },
      },
      tokenAuthFile: undefined,
      requiresCredentials: true,
      tokens: parseTokenFile(tokenFile, "the users of the records"),
    });
    fetchPath = createFetch(server.handle);
  }, 300_000);
  afterAll(async () => {
    await server.close();
    await etcd.remove();
  });

  it("answers recorded exchanges as they are recorded", async () => {
    const [[, cases = []] = []] = bySettings(loadRecorded("e2e/conformance/recorded").filter(isOn));
    const some = oneIn(12, cases).filter(({ webhooks }) => webhooks !== true);
    const options = { fetch: compressing(fetchPath), ignore: [], parallel: 4, prefix: "etcd" };
    const { lines, passed, failed } = summarize(await runRecorded(some, options), knownFailureList, false);
    expect(failed, lines.join("\n")).toBe(0);
    expect(passed).toBeGreaterThan(50);
  });

  it("answers as Kubernetes is known to", async () => {
    const [{ expectations } = { expectations: [] }] = serverShares(
      withController(loadExpectations(expectationFolders)),
    ).filter(({ controlled }) => !controlled);
    const { passed, problems } = await runExpectations(fetchPath, oneIn(12, expectations), skipped);
    expect(problems.join("\n")).toBe("");
    expect(passed).toBeGreaterThan(10);
  });
});
