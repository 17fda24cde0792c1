import { afterAll, beforeAll, expect, it } from "vitest";
import { createSystemClock } from "../apimachinery/system-clock.ts";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";
import { createApiServer, type ApiServer } from "./server.ts";

let server: ApiServer;
beforeAll(async () => {
  const [backend, clock, random] = [createMemoryBackend(), createSystemClock(), createSystemRandom()];
  server = await createApiServer({ backend, clock, random });
});
afterAll(() => server.close());

const keepsPods =
  '299 - "child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning"';
const jobs = "/apis/batch/v1/namespaces/default/jobs";

async function deleted(target: string, body?: object): Promise<string | null> {
  const headers = { "Content-Type": "application/json" };
  const answer = await server.fetch(target, {
    method: "DELETE",
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  return answer.headers.get("Warning");
}

it("warns of the default that leaves the pods of jobs, whether or not there are any", async () => {
  expect(await deleted(`${jobs}/none`)).toBe(keepsPods);
  expect(await deleted(jobs)).toBe(keepsPods);
  expect(await deleted(`${jobs}/none`, { kind: "DeleteOptions", apiVersion: "v1" })).toBe(keepsPods);
});

it("does not warn of a choice, nor of other kinds whose default is the same", async () => {
  expect(await deleted(`${jobs}/none?propagationPolicy=Background`)).toBeNull();
  expect(await deleted(`${jobs}?propagationPolicy=Orphan`)).toBeNull();
  expect(await deleted(`${jobs}/none`, { orphanDependents: false })).toBeNull();
  expect(await deleted("/api/v1/namespaces/default/replicationcontrollers/none")).toBeNull();
});
