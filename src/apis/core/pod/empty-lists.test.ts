import { afterEach, describe, expect, it } from "vitest";
import { StatusError } from "../../../apimachinery/errors.ts";
import { createSystemRandom } from "../../../apimachinery/system-random.ts";
import { createMemoryBackend } from "../../../apiserver/storage/backend/memory.ts";
import { Client } from "../../../client/client.ts";
import { FakeClock } from "../../../component-base/testing/fake-clock.ts";
import { recordAt } from "../../record.ts";
import { createApiServer } from "../../../kube-apiserver/server.ts";

const pods = { group: "", version: "v1", resource: "pods", namespace: "default" };
const containers = [{ name: "c", image: "i" }];

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function start() {
  const parts = { backend: createMemoryBackend(), clock: new FakeClock(), random: createSystemRandom() };
  const server = await createApiServer(parts);
  closing.push(() => server.close());
  return new Client({ handle: server.handle, userAgent: "test" });
}

/** Returns the fields of which a refusal complains, or "accepted". */
async function refused(write: Promise<unknown>): Promise<readonly unknown[] | string> {
  try {
    await write;
    return "accepted";
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    return (error.status.details?.causes ?? []).map(({ field }) => field);
  }
}

/** Returns the message of a refusal. */
const messageOf = (write: Promise<unknown>): Promise<string> =>
  write.then(
    () => "accepted",
    (error: unknown) => (error instanceof StatusError ? (error.status.message ?? "") : String(error)),
  );

describe("an empty list counts as set", () => {
  it.each([
    ["ports", { ports: [] }],
    ["resizePolicy", { resizePolicy: [] }],
  ])("as %s of an ephemeral container: %j", async (member, fields) => {
    const client = await start();
    const pod = await client.create(pods, { metadata: { name: "p" }, spec: { containers } });
    const ephemeralContainers = [{ name: "e", image: "i", ...fields }];
    const changed = { ...pod, spec: { containers, ephemeralContainers } };
    expect(await refused(client.update(pods, changed, "ephemeralcontainers"))).toEqual([
      `spec.ephemeralContainers[0].${member}`,
    ]);
  });

  it.each([
    ["of the pod", { nodeSelector: {} }, '+ "NodeSelector": {},'],
    ["within the pod", { dnsConfig: { options: [] } }, '+  "Options": []'],
    [
      "as requests of empty limits",
      { containers: [{ name: "c", image: "i", resources: { limits: {} } }] },
      '+    "Requests": {},',
    ],
    ["of a container", { containers: [{ name: "c", image: "i", args: [] }] }, '+   "Args": [],'],
  ])("where an update is refused, which prints it: %s", async (_name, fields, line) => {
    const client = await start();
    const pod = await client.create(pods, { metadata: { name: "p" }, spec: { containers } });
    const spec = { ...recordAt(pod, "spec"), ...fields, hostname: "x" };
    expect(await messageOf(client.update(pods, { ...pod, spec }))).toContain(`\n${line}\n`);
  });

  it("where it is stored no more", async () => {
    const client = await start();
    const listed = { metadata: { name: "p" }, spec: { containers, dnsConfig: { options: [], searches: ["a"] } } };
    const pod = await client.create(pods, listed);
    const spec = { ...recordAt(pod, "spec"), dnsConfig: { options: [{ name: "a" }], searches: ["a"] } };
    expect(await messageOf(client.update(pods, { ...pod, spec }))).toContain('\n-  "Options": null\n');
  });

  it("as claims of a pod", async () => {
    const client = await start();
    const spec = { containers, resources: { claims: [], requests: { cpu: "1" } } };
    expect(await messageOf(client.create(pods, { metadata: { name: "p" }, spec }))).toContain(
      "spec.resources.claims: Forbidden: claims may not be set for Resources at pod-level",
    );
  });

  it("but not as ports of other containers", async () => {
    const client = await start();
    const listening = containers.map((container) => ({ ...container, ports: [], resizePolicy: [] }));
    const pod = await client.create(pods, { metadata: { name: "p" }, spec: { containers: listening } });
    expect(JSON.stringify(pod)).not.toMatch(/ports|resizePolicy/);
  });
});
