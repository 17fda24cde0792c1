import { describe, expect, test } from "vitest";
import type { RecordedCase } from "./recorded-case.ts";
import { summarize } from "./report.ts";
import { runRecorded } from "./run-recorded.ts";
import type { FetchTarget } from "./run-case.ts";

const uid = "0a1b2c3d-0000-4000-8000-00000000000";
const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });

/** A server that knows one config map, a stream of two events and nothing else. */
function tinyServer(revision: () => number): { fetch: FetchTarget; sent: string[] } {
  const sent: string[] = [];
  const fetch: FetchTarget = async (target, { method, headers }) => {
    sent.push(`${method} ${target} ${headers["Authorization"]}`);
    const namespace = /namespaces\/([^/]+)/.exec(target)?.[1];
    if (target.includes("watch=1"))
      return new Response('{"type":"ADDED"}\n{"type":"MODIFIED"}\n', {
        headers: { "content-type": "application/json" },
      });
    return json({
      metadata: {
        name: "a",
        namespace,
        uid: `${uid}1`,
        resourceVersion: String(revision()),
        creationTimestamp: "2024-01-02T03:04:05Z",
      },
    });
  };
  return { fetch, sent };
}

const object = (rv: number) => ({
  metadata: {
    name: "a",
    namespace: "<ns>",
    uid: "<uid:1>",
    resourceVersion: `<rv:${rv}>`,
    creationTimestamp: "<time>",
  },
});
const recorded: RecordedCase = {
  suite: "tiny",
  name: "two reads and a watch",
  steps: [
    { id: "first", request: { path: "/api/v1/namespaces/${ns}/configmaps/a" } },
    {
      id: "again",
      request: { path: "/api/v1/namespaces/${ns}/configmaps/${first.metadata.name}", headers: { Authorization: null } },
    },
    { id: "watch", watch: { path: "/api/v1/namespaces/${ns}/configmaps?watch=1" } },
    { id: "events", collect: { stream: "watch", events: 9, closes: true } },
  ],
  expect: [
    { id: "first", status: 200, headers: { "content-type": "application/json" }, body: object(1) },
    { id: "again", status: 200, headers: { "content-type": "application/json" }, body: object(2) },
    { id: "watch", status: 200, headers: { "content-type": "application/json" } },
    { id: "events", events: [{ type: "ADDED" }, { type: "MODIFIED" }], ended: "closed" },
  ],
};

const run = (fetch: FetchTarget) => runRecorded([recorded], { fetch, ignore: [], parallel: 2, prefix: "run" });

describe("a recorded case", () => {
  test("passes where every answer is as recorded, in a namespace of its own and with its own headers", async () => {
    let revision = 40;
    const { fetch, sent } = tinyServer(() => (revision += 1));
    const [report] = await run(fetch);
    expect(report).toMatchObject({ steps: 4, passed: 4, failures: [] });
    expect(sent).toContain("GET /api/v1/namespaces/run-0/configmaps/a Bearer admin-token");
    expect(sent).toContain("GET /api/v1/namespaces/run-0/configmaps/a undefined");
  });

  test("fails where a revision is repeated that was another one", async () => {
    const [report] = await run(tinyServer(() => 7).fetch);
    expect(report).toMatchObject({
      passed: 3,
      failures: [{ step: "again", differences: ['$.body.metadata.resourceVersion: "<rv:2>" -> "<rv:1>"'] }],
    });
  });

  test("fails as a whole where the server is gone", async () => {
    const [report] = await run(async (target) =>
      target.includes("configmaps") ? Promise.reject(new Error("gone")) : json({}),
    );
    expect(report).toMatchObject({ steps: 4, passed: 0 });
  });
});

describe("the summary", () => {
  const failing = {
    suite: "s",
    name: "n",
    steps: 3,
    passed: 2,
    failures: [{ step: "a", request: "GET /", differences: ["$: 1 -> 2"] }],
  };
  const passing = { suite: "s", name: "m", steps: 2, passed: 2, failures: [] };

  test("counts steps and shows where answers differ", () => {
    expect(summarize([failing, passing], [], false)).toEqual({
      lines: ["✗ s/n: 2/3 steps", "    a GET /", "      $: 1 -> 2", "s                    cases 1/2  steps 4/5"],
      passed: 4,
      failed: 1,
    });
  });

  test("forgives known failures and none else", () => {
    expect(summarize([failing, passing], [{ case: "s/n", reason: "later" }], false)).toMatchObject({
      passed: 4,
      failed: 0,
    });
  });

  test("complains of a known failure that passes", () => {
    expect(summarize([passing], [{ case: "s/m", reason: "later" }], false)).toMatchObject({ passed: 2, failed: 1 });
  });
});
