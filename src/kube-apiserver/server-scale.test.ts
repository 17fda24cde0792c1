import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSystemClock } from "../apimachinery/system-clock.ts";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";
import { createApiServer, type ApiServer } from "./server.ts";

const deployments = "/apis/apps/v1/namespaces/default/deployments";
const template = {
  metadata: { labels: { a: "b" } },
  spec: { containers: [{ name: "c", image: "i" }] },
};
const deployment = {
  metadata: { name: "a" },
  spec: { replicas: 1, selector: { matchLabels: { a: "b" } }, template },
};

let server: ApiServer;

beforeEach(async () => {
  server = await createApiServer({
    backend: createMemoryBackend(),
    clock: createSystemClock(),
    random: createSystemRandom(),
  });
  await send("POST", deployments, deployment);
});
afterEach(() => server.close());

async function send(
  method: string,
  path: string,
  body: object,
  contentType = "application/json",
): Promise<{ readonly status: number; readonly body: ReturnType<typeof JSON.parse> }> {
  const response = await server.fetch(path, {
    method,
    body: JSON.stringify(body),
    headers: { "Content-Type": contentType },
  });
  return { status: response.status, body: await response.json() };
}

const otherUid = "00000000-0000-0000-0000-000000000000";
const scale = { metadata: { name: "a", uid: otherUid }, spec: { replicas: 3 } };

describe("the scale of a deployment with another uid", () => {
  it("breaks a precondition of storage in an update", async () => {
    const { status, body } = await send("PUT", `${deployments}/a/scale`, scale);
    expect([status, body.details]).toEqual([409, { name: "a", group: "apps", kind: "deployments" }]);
    expect(body.message).toMatch(
      /^Operation cannot be fulfilled on deployments\.apps "a": StorageError: invalid object, Code: 4, Key: \/registry\/deployments\/default\/a, /,
    );
  });

  it("is a conflict of the subresource in a patch", async () => {
    const { status, body } = await send("PATCH", `${deployments}/a/scale`, scale, "application/merge-patch+json");
    expect([status, body.details]).toEqual([409, { name: "a", group: "apps", kind: "deployments/scale" }]);
    expect(body.message).toMatch(
      /^Operation cannot be fulfilled on deployments\/scale\.apps "a": Precondition failed: UID in precondition: 0{8}-/,
    );
  });
});

describe("the scale of an object that is not there", () => {
  const core = "/api/v1/namespaces/default";
  const apps = "/apis/apps/v1/namespaces/default";
  it.each([
    ["GET", `${apps}/deployments`, 'deployments/scale.apps "x" not found'],
    ["PUT", `${apps}/deployments`, 'deployments/scale.apps "x" not found'],
    ["GET", `${apps}/replicasets`, 'replicasets/scale.apps "x" not found'],
    ["GET", `${apps}/statefulsets`, 'statefulsets.apps "x" not found'],
    ["PUT", `${apps}/statefulsets`, 'statefulsets/scale.apps "x" not found'],
    ["GET", `${core}/replicationcontrollers`, 'replicationcontrollers/scale.autoscaling "x" not found'],
  ])("is not found by %s %s: %s", async (method, path, message) => {
    const init = { method, headers: { "Content-Type": "application/json" } };
    const body = JSON.stringify({ metadata: { name: "x" }, spec: { replicas: 1 } });
    const response = await server.fetch(`${path}/x/scale`, method === "GET" ? init : { ...init, body });
    expect([response.status, (await response.json()).message]).toEqual([404, message]);
  });
});
