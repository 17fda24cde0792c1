import { expect, test } from "vitest";
import type { Trace } from "../../../component-base/trace.ts";
import { creationOf, requestsOf, shortTarget } from "./requests-of.ts";

const path = { group: "", version: "v1", resource: "configmaps", namespace: "a", name: "b" };
const collection = "/api/v1/namespaces/a/configmaps";

const trace = (id: number, method: string, target: string, more: Partial<Trace> = {}): Trace => ({
  id,
  requestId: `r${id}`,
  at: id,
  source: { kind: "client" },
  user: "u",
  method,
  target,
  status: method === "POST" ? 201 : 200,
  durationUs: 1,
  bytes: 1,
  warnings: [],
  request: { headers: [] },
  answer: { headers: [] },
  streaming: false,
  stages: [],
  ...more,
});

const stored = (id: number) => [{ name: "storage" as const, startUs: 0, durationUs: 1, objectAfter: { id, bytes: 1 } }];

test("requests to an object are those to its path and its subresources, newest first", () => {
  const traces = [
    trace(1, "GET", `${collection}/b`),
    trace(2, "PATCH", `${collection}/b?fieldManager=alice`),
    trace(3, "PUT", `${collection}/b/status`),
    trace(4, "GET", `${collection}/bb`),
    trace(5, "GET", `${collection}?watch=true`),
    trace(6, "GET", `${collection}/b`, { source: { kind: "ui" } }),
  ];
  const ids = (withReads: boolean) => requestsOf(path, traces, withReads).shown.map(({ id }) => id);
  expect(ids(false)).toEqual([3, 2, 1]);
  expect(ids(true)).toEqual([6, 3, 2, 1]);
  expect(requestsOf(path, traces, false).reads).toBe(1);
});

test("the request that created an object is found by the uid in what it stored", async () => {
  const traces = [
    trace(1, "POST", collection, { stages: stored(11) }),
    trace(2, "POST", collection, { stages: stored(12) }),
    trace(3, "POST", `${collection}?dryRun=All`, { stages: stored(13) }),
    trace(4, "POST", collection, { status: 409 }),
  ];
  const { creations } = requestsOf(path, traces, false);
  expect(creations.map(({ id }) => id)).toEqual([2, 1]);
  const texts = new Map([
    [11, '"metadata":{"name":"b","uid":"x"}'],
    [12, '"metadata":{"name":"c","uid":"y"}'],
  ]);
  const textOf = async (id: number) => texts.get(id);
  expect((await creationOf("x", creations, textOf))?.id).toBe(1);
  expect(await creationOf("z", creations, textOf)).toBeUndefined();
});

test("targets are shown from the resource on", () => {
  expect(shortTarget(path, `${collection}/b/status?dryRun=All`)).toBe("configmaps/b/status?dryRun=All");
  expect(shortTarget(path, collection)).toBe("configmaps");
});
