import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSystemClock } from "../apimachinery/system-clock.ts";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";
import { createApiServer, type ApiServer } from "./server.ts";

let server: ApiServer;
beforeAll(async () => {
  server = await createApiServer({
    backend: createMemoryBackend(),
    clock: createSystemClock(),
    random: createSystemRandom(),
  });
});
afterAll(() => server.close());

interface Cause {
  readonly field: string;
}

async function send(method: string, target: string, body: object) {
  const answer = await server.fetch(target, {
    method,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
}

const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } };
const selector = { matchLabels: { a: "b" } };
const ofNamespace = (api: string) => `/apis/${api.replace("/", "/v1/namespaces/default/")}`;
const core = "/api/v1/namespaces/default/";

// as often as kube-apiserver 1.34.1 tells them: of labels, finalizers, generateName, and finalizers by index
const kinds: readonly (readonly [string, object, readonly [number, number, number, number]])[] = [
  [`${core}configmaps`, {}, [4, 2, 1, 2]],
  [`${core}services`, { spec: { ports: [{ port: 1 }] } }, [3, 1, 0, 1]],
  [`${core}limitranges`, { spec: { limits: [] } }, [3, 2, 1, 1]],
  [`${core}resourcequotas`, { spec: {} }, [3, 1, 0, 1]],
  [ofNamespace("apps/daemonsets"), { spec: { selector, template } }, [3, 1, 0, 1]],
  [ofNamespace("apps/replicasets"), { spec: { selector, template } }, [3, 1, 0, 1]],
  [ofNamespace("networking.k8s.io/networkpolicies"), { spec: { podSelector: {} } }, [4, 2, 1, 2]],
  [
    ofNamespace("networking.k8s.io/ingresses"),
    { spec: { defaultBackend: { resource: { kind: "a", name: "b" } } } },
    [4, 2, 1, 2],
  ],
  ["/apis/networking.k8s.io/v1/ingressclasses", { spec: { controller: "a.b/c" } }, [4, 2, 1, 2]],
  [
    "/api/v1/persistentvolumes",
    { spec: { capacity: { storage: "1" }, accessModes: ["ReadWriteOnce"], hostPath: { path: "/a" } } },
    [4, 3, 2, 2],
  ],
];

describe("an update with wrong metadata", () => {
  it.each(kinds)("%s names each fault as often as upstream does", async (target, rest, expected) => {
    const { status, body: created } = await send("POST", target, { metadata: { name: "a" }, ...rest });
    expect(status, JSON.stringify(created)).toBe(201);
    const { managedFields: _, ...kept } = created.metadata;
    const metadata = { ...kept, labels: { "a b": "c" }, finalizers: ["x y"], generateName: "A B" };
    const { body } = await send("PUT", `${target}/a`, { ...created, metadata });
    const fields: readonly string[] = body.details.causes.map(({ field }: Cause) => field);
    const times = (name: string) => fields.filter((field) => field === `metadata.${name}`).length;
    expect(["labels", "finalizers", "generateName", "finalizers[0]"].map(times)).toEqual(expected);
  });
});

it("the status of a claim cannot be written with another period of grace", async () => {
  const claims = ofNamespace("resource.k8s.io/resourceclaims");
  const devices = { requests: [{ name: "r", exactly: { deviceClassName: "c" } }] };
  const { body: claim } = await send("POST", claims, { metadata: { name: "claim" }, spec: { devices } });
  const metadata = { ...claim.metadata, deletionGracePeriodSeconds: 7 };
  const { body } = await send("PUT", `${claims}/claim/status`, { ...claim, metadata });
  expect(body.details.causes).toEqual(
    Array(2).fill({
      reason: "FieldValueInvalid",
      message: "Invalid value: 7: field is immutable",
      field: "metadata.deletionGracePeriodSeconds",
    }),
  );
});

it("an event of events.k8s.io is refused as the kind that is stored", async () => {
  const { body } = await send("POST", ofNamespace("events.k8s.io/events"), { metadata: { name: "a" }, action: "A" });
  expect(body.message).toMatch(/^Event "a" is invalid: /);
  expect(body.details).toMatchObject({ name: "a", kind: "Event" });
  expect(body.details).not.toHaveProperty("group");
});

describe("an update tells faults of metadata and of the kind in upstream's order", () => {
  const labels = { "b d": "" };
  const fieldsOf = async (target: string, rest: object, change: object) => {
    await send("POST", target, { metadata: { name: "order" }, ...rest });
    const { body } = await send("PUT", `${target}/order`, { metadata: { name: "order", labels }, ...change });
    const fields = (body.details.causes as readonly Cause[]).map(({ field }) => field);
    return fields.slice(2); // those of the generic store come first
  };

  it("what is immutable of a ConfigMap before the whole of it", async () => {
    const data = { "x y": "b" };
    expect(
      await fieldsOf(`${core}configmaps`, { data: { a: "a" }, immutable: true }, { data, immutable: true }),
    ).toEqual(["metadata.labels", "data", "metadata.labels", "data[x y]"]);
  });

  it("the whole of a Node before its changes", async () => {
    expect(
      await fieldsOf("/api/v1/nodes", { spec: { providerID: "a" } }, { spec: { providerID: "b", podCIDRs: ["x"] } }),
    ).toEqual(["metadata.labels", "spec.podCIDRs[0]", "metadata.labels", "spec.providerID"]);
  });

  it("a Role twice before its change", async () => {
    expect(await fieldsOf(ofNamespace("rbac.authorization.k8s.io/roles"), { rules: [] }, { rules: [{}] })).toEqual([
      "metadata.labels",
      "rules[0].verbs",
      "rules[0].apiGroups",
      "rules[0].resources",
      "metadata.labels",
      "rules[0].verbs",
      "rules[0].apiGroups",
      "rules[0].resources",
      "metadata.labels",
    ]);
  });
});
