import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeClock } from "../../component-base/testing/fake-clock.ts";
import { parseServeOptions } from "../command-line.ts";
import { openAuditWebhook, type AuditWebhook } from "./audit-webhook.ts";
import type { AuditWebhookOptions } from "./audit-webhook-options.ts";
import { truncateEvent } from "./truncate-event.ts";

interface EventList {
  readonly kind: string;
  readonly apiVersion: string;
  readonly items: readonly Readonly<Record<string, unknown>>[];
}

let folder: string;
let server: Server;
let lists: EventList[];
let tokens: (string | undefined)[];
/** The status of the next answers; 200 afterwards. */
let statuses: number[];
const reports: string[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "kubepad-audit-"));
  [lists, tokens, statuses] = [[], [], []];
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const status = statuses.shift() ?? 200;
      if (status === 200) lists.push(JSON.parse(Buffer.concat(parts).toString()) as EventList);
      tokens.push(request.headers.authorization);
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  reports.splice(0);
  await new Promise((resolve) => server.close(resolve));
});

/** Writes the kubeconfig of the webhook. */
function kubeconfig(): string {
  const file = join(folder, "webhook.yaml");
  const { port } = server.address() as AddressInfo;
  writeFileSync(
    file,
    `apiVersion: v1
kind: Config
current-context: a
contexts: [{name: a, context: {cluster: c, user: u}}]
clusters: [{name: c, cluster: {server: "http://127.0.0.1:${port}/audit"}}]
users: [{name: u, user: {token: t}}]
`,
  );
  return file;
}

const options = (more: Partial<AuditWebhookOptions> = {}): AuditWebhookOptions => ({
  configFile: kubeconfig(),
  mode: "batch",
  batch: { bufferSize: 10, maxBatchSize: 3, maxBatchWaitMs: 1000, throttle: undefined },
  initialBackoffMs: 100,
  maxEventSize: undefined,
  ...more,
});

function open(more: Partial<AuditWebhookOptions> = {}, clock = new FakeClock()): AuditWebhook {
  return openAuditWebhook(options(more), { clock, random: () => 0, report: (message) => void reports.push(message) });
}

const event = (id: number): string =>
  `{"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"Metadata","auditID":"${id}"}`;
const idsOf = ({ items }: EventList): readonly unknown[] => items.map(({ auditID }) => auditID);
const received = (count: number) => vi.waitUntil(() => lists.length >= count, { timeout: 60_000 });

describe("batches", () => {
  it("are sent once they are full, or after a time, in the form of an EventList with the token", async () => {
    const clock = new FakeClock();
    const webhook = open({}, clock);
    for (let id = 0; id < 4; id++) void webhook.send(event(id));
    await received(1);
    expect(lists).toEqual([
      {
        kind: "EventList",
        apiVersion: "audit.k8s.io/v1",
        metadata: {},
        items: ["0", "1", "2"].map((auditID) => ({ level: "Metadata", auditID })),
      },
    ]);
    expect(tokens).toEqual(["Bearer t"]);
    clock.advance(1000);
    await received(2);
    expect(lists.map(idsOf)).toEqual([["0", "1", "2"], ["3"]]);
    void webhook.send(event(4));
    await webhook.close();
    expect(lists.map(idsOf)).toEqual([["0", "1", "2"], ["3"], ["4"]]);
  });

  it("are throttled, and events that the buffer has no room for are lost and told", async () => {
    const clock = new FakeClock();
    const throttle = { perSecond: 1, burst: 1 };
    const webhook = open({ batch: { bufferSize: 4, maxBatchSize: 2, maxBatchWaitMs: 500, throttle } }, clock);
    for (let id = 0; id < 7; id++) void webhook.send(event(id));
    await received(1);
    expect(reports).toEqual(["Error in audit plugin 'webhook' affecting 1 audit events: audit buffer queue blocked"]);
    clock.advance(1000);
    await received(2);
    expect(lists.map(idsOf)).toEqual([
      ["0", "1"],
      ["2", "3"],
    ]);
    await webhook.close();
    expect(lists.map(idsOf)).toEqual([
      ["0", "1"],
      ["2", "3"],
      ["4", "5"],
    ]);
  });

  it("are sent again after growing waits, and given up after five attempts", async () => {
    statuses = [500, 500, 200];
    const clock = new FakeClock();
    const webhook = open({}, clock);
    for (let id = 0; id < 3; id++) void webhook.send(event(id));
    for (const wait of [100, 150]) {
      const before = tokens.length;
      await vi.waitUntil(() => tokens.length > 0 && clock.pending > 0, { timeout: 60_000 });
      clock.advance(wait);
      await vi.waitUntil(() => tokens.length > before, { timeout: 60_000 });
    }
    await received(1);
    expect(reports).toEqual([]);
    statuses = [500, 500, 500, 500, 500];
    for (let id = 0; id < 3; id++) void webhook.send(event(id));
    await webhook.close();
    expect(reports).toEqual(["Error in audit plugin 'webhook' affecting 3 audit events: the server answered 500"]);
  });
});

describe("a blocking mode", () => {
  it("resolves once an event was sent; only the strict one says that it was not", async () => {
    const blocking = open({ mode: "blocking" });
    expect(await blocking.send(event(1))).toBe(true);
    expect(lists.map(idsOf)).toEqual([["1"]]);
    await blocking.close();
    statuses = [500];
    expect(await blocking.send(event(2))).toBe(true);
    const strict = open({ mode: "blocking-strict" });
    await strict.close();
    statuses = [500];
    expect(await strict.send(event(3))).toBe(false);
  });
});

describe("an event that is too large", () => {
  const large = JSON.stringify({
    level: "Request",
    auditID: "1",
    requestObject: "x".repeat(500),
    annotations: { b: "1" },
  });

  it("is sent without its objects, and an annotation says so", () => {
    expect(JSON.parse(truncateEvent(large, 300) ?? "")).toEqual({
      level: "Request",
      auditID: "1",
      annotations: { "audit.k8s.io/truncated": "true", b: "1" },
    });
    expect(truncateEvent(large, 1000)).toBe(large);
  });

  it("is lost and told if it is too large even so, or has no objects", () => {
    expect(truncateEvent(large, 50)).toBeUndefined();
    expect(truncateEvent(large.replace('"Request"', '"Metadata"'), 300)).toBeUndefined();
    void open({ maxEventSize: 50 }).send(large);
    expect(reports).toEqual([
      "Error in audit plugin 'webhook' affecting 1 audit events: event is too large even after truncating",
    ]);
  });
});

describe("flags", () => {
  const parse = (...args: readonly string[]) => parseServeOptions(args).auditWebhook;
  const file = "--audit-webhook-config-file=a";

  it("have upstream's defaults", () => {
    expect(parse(file)).toEqual({
      configFile: "a",
      mode: "batch",
      batch: { bufferSize: 10_000, maxBatchSize: 400, maxBatchWaitMs: 30_000, throttle: { perSecond: 10, burst: 15 } },
      initialBackoffMs: 10_000,
      maxEventSize: undefined,
    });
    expect(parse("--audit-webhook-mode=none")).toBeUndefined();
  });

  it.each([
    [
      ["--audit-webhook-mode=none"],
      'invalid audit webhook mode none, allowed modes are "batch,blocking,blocking-strict"',
    ],
    [["--audit-webhook-batch-buffer-size=0"], "invalid audit batch webhook buffer size 0, must be a positive number"],
    [["--audit-webhook-batch-max-size=-1"], "invalid audit batch webhook max batch size -1, must be a positive number"],
    [["--audit-webhook-batch-throttle-qps=0"], "invalid audit batch webhook throttle QPS 0, must be a positive number"],
    [
      ["--audit-webhook-batch-throttle-burst=0"],
      "invalid audit batch webhook throttle burst 0, must be a positive number",
    ],
    [
      ["--audit-webhook-truncate-max-event-size=0"],
      "invalid audit truncate webhook max event size 0, must be a positive number",
    ],
    [
      ["--audit-webhook-truncate-max-batch-size=5"],
      "invalid audit truncate webhook max batch size 5, must be greater than max event size (102400)",
    ],
  ])("are refused: %s", (args, message) => {
    expect(() => parse(file, ...args)).toThrow(message);
  });
});

it("a kubeconfig that names no server is refused by its path", () => {
  const configFile = join(folder, "none.yaml");
  writeFileSync(configFile, "current-context: a\n");
  expect(() => open({ configFile })).toThrow(`the kubeconfig ${configFile} of the webhook: context "a" does not exist`);
});
