import { afterEach, describe, expect, it, vi } from "vitest";
import { messageOf } from "../apimachinery/message-of.ts";
import { createSystemClock } from "../apimachinery/system-clock.ts";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";
import { handWrittenStrategy } from "../apis/core/replication-controller.ts";
import type { FeatureSettings } from "../component-base/features/feature-gates.ts";
import { createApiServer, type ApiServer } from "./server.ts";

const path = "/api/v1/namespaces/default/replicationcontrollers";
let server: ApiServer | undefined;

afterEach(async () => {
  await server?.close();
  vi.restoreAllMocks();
});

/** Starts a server whose hand-written rules of new ReplicationControllers find nothing. */
async function startCareless(featureGates: FeatureSettings) {
  vi.spyOn(handWrittenStrategy, "validate").mockReturnValue([]);
  const bugs: string[] = [];
  server = await createApiServer({
    backend: createMemoryBackend(),
    clock: createSystemClock(),
    random: createSystemRandom(),
    featureGates,
    reportBug: (error) => void bugs.push(messageOf(error)),
  });
  return { server, bugs };
}

const created = async (from: ApiServer, replicas = -1) => {
  const response = await from.fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      metadata: { name: "a" },
      spec: {
        replicas,
        selector: { a: "b" },
        template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } },
      },
    }),
  });
  return { status: response.status, body: await response.json() };
};

async function counted(from: ApiServer): Promise<readonly string[]> {
  const text = await (await from.fetch("/metrics")).text();
  return text.split("\n").filter((line) => line.startsWith("apiserver_validation_declarative_"));
}

describe("a wrong hand-written rule", () => {
  it("is the answer by default; the mismatch is logged and counted", async () => {
    const { server: started, bugs } = await startCareless({});
    expect((await created(started)).status).toBe(201);
    expect(bugs).toEqual([expect.stringContaining('Field="spec.replicas", Origin="minimum"')]);
    expect(await counted(started)).toEqual([
      "apiserver_validation_declarative_validation_mismatch_total 1",
      "apiserver_validation_declarative_validation_panic_total 0",
    ]);
  });

  it("gives way to the tags with DeclarativeValidationTakeover", async () => {
    const { server: started } = await startCareless({ DeclarativeValidationTakeover: true });
    const { status, body } = await created(started);
    expect(status).toBe(422);
    expect(body).toMatchObject({
      message:
        'ReplicationController "a" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0',
    });
  });

  it("is all there is without DeclarativeValidation", async () => {
    const { server: started, bugs } = await startCareless({ DeclarativeValidation: false });
    expect((await created(started)).status).toBe(201);
    expect(bugs).toEqual([]);
  });
});

it("a Scale with negative replicas is refused by its tags, and both validations agree", async () => {
  const bugs: unknown[] = [];
  server = await createApiServer({
    backend: createMemoryBackend(),
    clock: createSystemClock(),
    random: createSystemRandom(),
    featureGates: { DeclarativeValidationTakeover: true },
    reportBug: (error) => void bugs.push(error),
  });
  const write = (method: string, target: string, body: object) =>
    server?.fetch(target, { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  expect((await created(server, 1)).status).toBe(201);
  const refused = await write("PUT", `${path}/a/scale`, { metadata: { name: "a" }, spec: { replicas: -2 } });
  expect(await refused?.json()).toMatchObject({
    code: 422,
    message: 'Scale.autoscaling "a" is invalid: spec.replicas: Invalid value: -2: must be greater than or equal to 0',
  });
  expect((await write("PUT", `${path}/a/scale`, { metadata: { name: "a" }, spec: { replicas: 2 } }))?.status).toBe(200);
  expect(bugs).toEqual([]);
});
