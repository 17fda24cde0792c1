import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSystemClock } from "../../src/apimachinery/system-clock.ts";
import { addonObjects } from "../../src/client/addons.ts";
import { simulatedNodes } from "../../src/controllers/simulated-nodes/node-status.ts";
import { createTestServer, type TestServer } from "../../src/envtest/test-server.ts";
import { createSession, type Session } from "../../src/kubectl/session.ts";
import { runStatement } from "../../src/kubectl/shell/shell.ts";
import { statementsOf } from "../../src/kubectl/shell/statements.ts";
import { folderFiles } from "../../src/node/kubectl/folder-files.ts";
import { openHttpHost, type HttpHost } from "../../src/node/http-host.ts";
import { finishedRun } from "../kubectl/kubectl-client.ts";
import { unpackKubectl } from "../kubectl/unpack-kubectl.ts";
import { readLines } from "../conformance/recorded-files.ts";

type Json = { readonly [name: string]: any }; // oxlint-disable-line no-explicit-any -- documents as they come

const [line = ""] = readLines("e2e/aggregation/recorded/metrics-server.jsonl.gz");
/** The documents of metrics-server v0.8.0 itself, without descriptions. */
const { v2, v3 } = JSON.parse(line) as { readonly v2: Json; readonly v3: Json };
const root = "/apis/metrics.k8s.io/v1beta1/";
const isOwn = (name: string): boolean => name.startsWith("io.k8s.metrics.");

let server: TestServer;
const read = async (path: string): Promise<Json> => (await server.fetch(path)).json() as Promise<Json>;

beforeAll(async () => {
  server = await createTestServer({
    controllers: ["*"],
    world: { paused: true, inTurns: true, start: Date.UTC(2030, 0, 1) },
    seed: [...simulatedNodes(1), ...addonObjects("metrics-server"), ...addonObjects("metrics-adapter")],
  });
  await server.inspect.advanceWorld(60_000);
});
afterAll(() => server.close());

/** Removes what differs for a reason: sentences, media types other than JSON, and the order of members. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical).filter((item) => !/protobuf|yaml|stream=/.test(String(item)));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(
    ([name, member]) => !/protobuf|yaml|stream=/.test(name) && !(name === "description" && typeof member === "string"),
  );
  return Object.fromEntries(members.map(([name, member]) => [name, canonical(member)]));
}

const byName = (entries: Json, keeps: (name: string) => boolean): Json =>
  Object.fromEntries(Object.entries(entries).filter(([name]) => keeps(name)));
const sortedParameters = (paths: Json): unknown =>
  canonical(
    Object.fromEntries(
      Object.entries(paths).map(([path, item]: [string, Json]) => [
        path,
        { ...item, ...(item["parameters"] && { parameters: item["parameters"].toSorted(compareNames) }) },
      ]),
    ),
  );
const compareNames = (a: Json, b: Json): number => (a["name"] < b["name"] ? -1 : 1);

it("publishes metrics.k8s.io in OpenAPI v3 as metrics-server does", async () => {
  await expect.poll(async () => Object.keys((await read("/openapi/v3"))["paths"])).toContain(root.slice(1, -1));
  const { paths } = await read("/openapi/v3");
  const document = await read(paths["apis/metrics.k8s.io/v1beta1"].serverRelativeURL);
  expect(sortedParameters(document["paths"])).toEqual(sortedParameters(v3["paths"]));
  expect(Object.keys(document["components"].schemas)).toEqual(Object.keys(v3["components"].schemas));
  expect(canonical(byName(document["components"].schemas, isOwn))).toEqual(
    canonical(byName(v3["components"].schemas, isOwn)),
  );
});

it("merges it into OpenAPI v2, where no definition gets another name", async () => {
  await expect.poll(async () => Object.keys((await read("/openapi/v2"))["paths"])).toContain(root);
  const { paths, definitions } = await read("/openapi/v2");
  const inline = JSON.parse(
    JSON.stringify(v2["paths"]).replace(/\{"\$ref":"#\/parameters\/([^"]+)"\}/g, (_, name: string) =>
      JSON.stringify(v2["parameters"][name]),
    ),
  ) as Json;
  const isMetrics = (path: string): boolean => path.startsWith(root);
  expect(sortedParameters(byName(paths, isMetrics))).toEqual(sortedParameters(byName(inline, isMetrics)));
  const isOfResources = (name: string): boolean => name.startsWith("io.k8s.metrics.pkg.apis.metrics.");
  expect(canonical(byName(definitions, isOfResources))).toEqual(canonical(byName(v2["definitions"], isOfResources)));
  expect(Object.keys(definitions).filter((name) => /_v\d+$/.test(name))).toEqual([]);
});

it.each([
  ["custom.metrics.k8s.io/v1beta1", "MetricValue", ["window", "selector", "metricName"]],
  ["custom.metrics.k8s.io/v1beta2", "MetricValue", ["windowSeconds", "metric"]],
  ["external.metrics.k8s.io/v1beta1", "ExternalMetricValue", ["window", "metricLabels"]],
])("publishes %s", async (groupVersion, kind, fields) => {
  const { paths } = await read("/openapi/v3");
  const document = await read(paths[`apis/${groupVersion}`].serverRelativeURL);
  const schemas = Object.values(document["components"].schemas as Json);
  const [group, version] = groupVersion.split("/");
  const found = schemas.find((schema: Json) => schema["x-kubernetes-group-version-kind"]?.[0]?.kind === kind) as Json;
  expect(found["x-kubernetes-group-version-kind"]).toEqual([{ group, kind, version }]);
  expect(Object.keys(found["properties"])).toEqual(expect.arrayContaining(fields));
});

describe("kubectl explain", () => {
  let host: HttpHost;
  let session: Session;
  let home: string;
  beforeAll(async () => {
    host = await openHttpHost({ handle: server.handle, port: 0 });
    home = mkdtempSync(join(tmpdir(), "kubepad-explain-"));
    session = createSession({
      handle: server.handle,
      clock: createSystemClock(),
      random: Math.random,
      files: folderFiles(home, home),
      server: host.url,
    });
  });
  afterAll(async () => {
    await host.close();
    rmSync(home, { recursive: true, force: true });
  });

  it.each([
    ["podmetrics --api-version=metrics.k8s.io/v1beta1", "metrics.k8s.io"],
    ["pods.containers.usage --api-version=metrics.k8s.io/v1beta1", "FIELD: usage <map[string]Quantity>"],
    ["pods --api-version=metrics.k8s.io/v1beta1 --recursive", "containers"],
    ["nodes.window --api-version=metrics.k8s.io/v1beta1", "FIELD: window <string>"],
    ["nodes.nothing --api-version=metrics.k8s.io/v1beta1", ""],
  ])("says the same of %s in the terminal as the real one", async (line, wanted) => {
    const args = ["explain", ...line.split(" ")];
    const environment = { HOME: home, PATH: process.env["PATH"] };
    const real = await finishedRun(unpackKubectl(), ["--server", host.url, ...args], environment, "");
    const own = { status: 0, stdout: "", stderr: "" };
    const output = {
      out: (text: string) => void (own.stdout += text),
      err: (text: string) => void (own.stderr += text),
    };
    const [statement] = statementsOf(["kubectl", ...args].join(" "));
    own.status =
      statement === undefined ? -1 : await runStatement(session, statement, output, AbortSignal.timeout(60_000));
    expect(own).toEqual(real);
    expect(real.stdout).toContain(wanted);
  });
});
