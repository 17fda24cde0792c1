import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Clock } from "../apimachinery/clock.ts";
import { createSystemClock } from "../apimachinery/system-clock.ts";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";
import { createApiServer, type ApiServer } from "../kube-apiserver/server.ts";
import { fooDefinition } from "./testing/foo-definition.ts";

const foos = "/apis/g.io/v1/namespaces/default/foos";
const owner = { apiVersion: "v1", kind: "ConfigMap", name: "a", uid: "u" };

describe("applying a configuration of a custom resource again in a later second", () => {
  let server: ApiServer;
  let seconds = 0;
  const system = createSystemClock();
  const clock: Clock = { ...system, now: () => system.now() + seconds * 1000 };

  beforeAll(async () => {
    server = await createApiServer({ backend: createMemoryBackend(), clock, random: createSystemRandom() });
    const definition = fooDefinition({ type: "object", "x-kubernetes-preserve-unknown-fields": true });
    await send("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", "application/json", definition);
    while ((await server.fetch(foos)).status !== 200) await new Promise((resolve) => setTimeout(resolve, 5));
  });
  afterAll(() => server.close());

  const send = async (method: string, path: string, type: string, body: object): Promise<Response> =>
    server.fetch(path, { method, headers: { "Content-Type": type }, body: JSON.stringify(body) });

  const patched = async (name: string, type: string, body: object): Promise<unknown> => {
    const answer = await send("PATCH", `${foos}/${name}?fieldManager=m`, type, body);
    return ((await answer.json()) as { readonly metadata: { readonly resourceVersion?: string } }).metadata
      .resourceVersion;
  };

  const applied = (name: string, metadata: object): Promise<unknown> => {
    seconds += 2;
    const body = { apiVersion: "g.io/v1", kind: "Foo", metadata: { name, ...metadata }, spec: { a: 1 } };
    return patched(name, "application/apply-patch+yaml", body);
  };

  it.each<readonly [name: string, changes: boolean, metadata: object]>([
    ["labels", true, { labels: {} }],
    ["null-labels", true, { labels: null }],
    ["null-label", true, { labels: { a: null } }],
    ["annotations", true, { annotations: {} }],
    ["finalizers", true, { finalizers: [] }],
    ["owners", true, { ownerReferences: [] }],
    ["null-in-owner", true, { ownerReferences: [{ ...owner, controller: null }] }],
    ["generate-name", true, { generateName: "" }],
    ["self-link", true, { selfLink: null }],
    ["deletion", true, { deletionTimestamp: null }],
    ["owner", false, { ownerReferences: [{ ...owner, controller: false }] }],
    ["nothing", false, {}],
    ["creation", false, { creationTimestamp: null }],
    ["generation", false, { generation: 0 }],
    ["namespace", false, { namespace: "" }],
    ["uid", false, { uid: "" }],
  ])("%s: writes the object, %s, as what is lost when it is stored differs from what is stored", async (...row) => {
    const [name, changes, metadata] = row;
    const versions = [await applied(name, metadata), await applied(name, metadata), await applied(name, metadata)];
    expect(versions[0]).toBeDefined();
    expect(new Set(versions).size).toBe(changes ? 3 : 1);
  });

  it.each<readonly [metadata: object, changes: boolean]>([
    [{ labels: {} }, true],
    [{ annotations: {}, finalizers: [] }, true],
    [{ labels: { l: "x" } }, false],
  ])("%j: the next update is written even if it changes nothing, %s, and the one after it is not", async (...row) => {
    const [metadata, changes] = row;
    const name = `then-${seconds}`;
    const first = await applied(name, metadata);
    const next = (): Promise<unknown> => patched(name, "application/merge-patch+json", {});
    const [second, third] = [await next(), await next()];
    expect([second !== first, third]).toEqual([changes, second]);
  });
});
