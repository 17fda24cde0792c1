import { expect, it } from "vitest";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";
import { answerLines } from "../client/answer-text.ts";
import { PlainHeaders } from "../client/plain-headers.ts";
import { FakeClock } from "../component-base/testing/fake-clock.ts";
import { createApiServer } from "./server.ts";

const target = "/api/v1/pods?watch=1&allowWatchBookmarks=true";
const request = { method: "GET", target, headers: new PlainHeaders([]), body: null };
const start = (clock: FakeClock) =>
  createApiServer({ backend: createMemoryBackend(), clock, random: createSystemRandom() });

it.each(["nothing", "something"])("a watch of which %s was read ends with its server", async (what) => {
  const clock = new FakeClock();
  const server = await start(clock);
  const { body } = await server.handle({
    ...request,
    target: `${target}&sendInitialEvents=true&resourceVersionMatch=NotOlderThan`,
    signal: new AbortController().signal,
  });
  if (what === "something") await answerLines(body).next();
  await server.close();
  expect(clock.pending).toBe(0);
});

it("a watch of a client that has gone before it starts ends, and leaves no timer behind", async () => {
  const clock = new FakeClock();
  const server = await start(clock);
  // what is loaded with the first request of a group
  const open = new AbortController();
  await server.handle({ ...request, signal: open.signal });
  open.abort();
  const before = clock.pending;
  const { status, body } = await server.handle({ ...request, signal: AbortSignal.abort() });
  expect(status).toBe(200);
  for await (const lines of answerLines(body)) expect(lines).toEqual([]);
  expect(clock.pending).toBe(before);
  await server.close();
});
