import { describe, expect, it } from "vitest";
import { createSystemClock } from "../apimachinery/system-clock.ts";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import { loadAuditPolicy } from "../apiserver/audit/load-audit-policy.ts";
import type { Backend } from "../apiserver/storage/backend/backend.ts";
import { createMemoryBackend, createMemoryMedium } from "../apiserver/storage/backend/memory.ts";
import type { ApiServerOptions } from "./options.ts";
import { createApiServer, type ApiServer } from "./server.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";
const withGate = { featureGates: { AllowUnsafeMalformedObjectDeletion: true } };

const start = (backend: Backend, options: Partial<ApiServerOptions> = {}): Promise<ApiServer> =>
  createApiServer({ backend, clock: createSystemClock(), random: createSystemRandom(), ...options });

interface Send {
  readonly method?: string;
  readonly body?: object;
  readonly type?: string;
}

async function ask(server: ApiServer, path: string, { method = "GET", body, type = "application/json" }: Send = {}) {
  const answer = await server.fetch(path, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { "Content-Type": type } }),
  });
  return { status: answer.status, body: await answer.json() };
}

/** Starts a server whose log is whole, but in which the texts of some keys are not those of objects. */
async function startWith(corrupt: Readonly<Record<string, string>>, options?: Partial<ApiServerOptions>) {
  const medium = createMemoryMedium();
  const first = await start(createMemoryBackend(medium));
  for (const name of ["good", "other"])
    await ask(first, configMaps, { method: "POST", body: { metadata: { name }, data: { a: "1" } } });
  const { revision } = first.store;
  await first.close();
  const backend = createMemoryBackend(medium);
  await backend.load();
  const writes = Object.entries(corrupt).map(([key, text], at) => ({ key, text, revision: revision + 1 + at }));
  await backend.append({ revision: revision + writes.length, writes });
  await backend.close();
  return { server: await start(createMemoryBackend(medium), options), revision, medium };
}

const badKey = "/registry/configmaps/default/bad";
const unclosed = { [badKey]: '"metadata":{"name":"bad","namespace":' };
const wrongType = {
  [badKey]: '"metadata":{"name":"bad","namespace":"default","resourceVersion":"9"},"data":{"a":5}}',
};
const auditAll = new TextEncoder().encode("apiVersion: audit.k8s.io/v1\nkind: Policy\nrules: [{level: Metadata}]\n");
const unsafe = { ignoreStoreReadErrorWithClusterBreakingPotential: true };

describe("an object that cannot be decoded", () => {
  it.each([
    ["is not JSON", unclosed, "unexpected end of JSON input"],
    [
      "does not fit its type",
      wrongType,
      "json: cannot unmarshal number into Go struct field ConfigMap.data of type string",
    ],
    ["has no metadata", { [badKey]: '"data":{}}' }, "the object has no metadata.resourceVersion"],
  ])("that %s fails the requests that read it, as upstream, and no others", async (_, texts, reason) => {
    const { server, revision } = await startWith(texts, withGate);
    const message = `object not decodable revision=${revision + 1}: ${reason}`;
    const text = `StorageError: corrupt object, Code: 7, Key: /configmaps/default/bad, ResourceVersion: 0, AdditionalErrorMsg: ${message}`;
    const internal = {
      status: 500,
      body: {
        kind: "Status",
        apiVersion: "v1",
        metadata: {},
        status: "Failure",
        message: `Internal error occurred: ${text}`,
        reason: "InternalError",
        details: { causes: [{ message: text }] },
        code: 500,
      },
    };
    expect(await ask(server, `${configMaps}/bad`)).toEqual(internal);
    expect(await ask(server, `${configMaps}/bad`, { method: "DELETE" })).toEqual(internal);
    const plain = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message, code: 500 };
    const changed = { metadata: { name: "bad" }, data: { a: "2" } };
    expect((await ask(server, `${configMaps}/bad`, { method: "PUT", body: changed })).body).toEqual(plain);
    for (const type of ["application/merge-patch+json", "application/strategic-merge-patch+json"])
      expect((await ask(server, `${configMaps}/bad`, { method: "PATCH", body: changed, type })).body).toEqual(plain);
    const applied = { apiVersion: "v1", kind: "ConfigMap", ...changed };
    const apply = { method: "PATCH", body: applied, type: "application/apply-patch+yaml" };
    expect((await ask(server, `${configMaps}/bad?fieldManager=m`, apply)).body).toEqual(plain);
    expect((await ask(server, configMaps, { method: "POST", body: changed })).body.reason).toBe("AlreadyExists");
    expect((await ask(server, `${configMaps}/good`)).status).toBe(200);
    const write = { method: "PUT", body: { metadata: { name: "good" }, data: { a: "2" } } };
    expect((await ask(server, `${configMaps}/good`, write)).status).toBe(200);
    expect((await ask(server, "/api/v1/namespaces/default/secrets")).status).toBe(200);
    await server.close();
  });

  it("is named by lists that are read past the watch cache, which is not ready", async () => {
    const { server, revision } = await startWith({ ...unclosed, "/registry/configmaps/default/worse": "" }, withGate);
    const cause = (name: string, at: number) => ({
      reason: "UnexpectedServerResponse",
      message: `StorageError: corrupt object, Code: 7, Key: /registry/configmaps/default/${name}, ResourceVersion: 0, AdditionalErrorMsg: object not decodable revision=${at}: unexpected end of JSON input`,
      field: `/registry/configmaps/default/${name}`,
    });
    const named = {
      status: 500,
      body: {
        kind: "Status",
        apiVersion: "v1",
        metadata: {},
        status: "Failure",
        message: "failed to read one or more configmaps from the storage",
        reason: "StorageReadError",
        details: {
          name: "list",
          kind: "configmaps",
          causes: [cause("bad", revision + 1), cause("worse", revision + 2)],
        },
        code: 500,
      },
    };
    expect(await ask(server, `${configMaps}?limit=500`)).toEqual(named);
    expect((await ask(server, configMaps, { method: "DELETE" })).body.reason).toBe("StorageReadError");
    const notReady = {
      status: 429,
      body: {
        kind: "Status",
        apiVersion: "v1",
        metadata: {},
        status: "Failure",
        message:
          "storage is (re)initializing: failed to list *core.ConfigMap: failed to read one or more configmaps from the storage",
        reason: "TooManyRequests",
        details: { retryAfterSeconds: 1 },
        code: 429,
      },
    };
    for (const query of ["", "?resourceVersion=0", "?labelSelector=a%3Db&limit=5", "?watch=1&timeoutSeconds=1"])
      expect(await ask(server, configMaps + query), query).toEqual(notReady);
    expect((await ask(server, "/api/v1/namespaces/kube-system/configmaps?limit=9")).status).toBe(200);
    expect(await ask(server, "/api/v1/configmaps")).toEqual(notReady);
    await server.close();
  });

  it("is deleted by the option, after which lists and watches go on", async () => {
    const { server, revision } = await startWith(unclosed, withGate);
    expect((await ask(server, `${configMaps}/good`, { method: "DELETE", body: unsafe })).body.message).toBe(
      'configmaps "good" is invalid: ignoreStoreReadErrorWithClusterBreakingPotential: Invalid value: true: is exclusively used to delete corrupt object(s), try again by removing this option',
    );
    expect(await ask(server, `${configMaps}/bad`, { method: "DELETE", body: unsafe })).toEqual({
      status: 200,
      body: {
        kind: "Status",
        apiVersion: "v1",
        metadata: {},
        status: "Success",
        details: { name: "bad", kind: "ConfigMap" },
        code: 200,
      },
    });
    expect((await ask(server, `${configMaps}/bad`)).status).toBe(404);
    const list = await ask(server, configMaps);
    expect(list.body.items.map((item: { metadata: { name: string } }) => item.metadata.name)).toContain("good");
    const watch = (from: number) =>
      server.fetch(`${configMaps}?watch=1&timeoutSeconds=1&resourceVersion=${from}`).then((answer) => answer.text());
    expect(JSON.parse(await watch(revision)).object.code).toBe(410);
    expect(await watch(Number(list.body.metadata.resourceVersion))).toBe("");
    await server.close();
  });

  it("is deleted only by those who may, and the audit event says so", async () => {
    const events: string[] = [];
    const { server } = await startWith(unclosed, {
      ...withGate,
      audit: { policy: loadAuditPolicy(auditAll).policy, log: (line) => void events.push(line) },
    });
    const rules = [{ apiGroups: [""], resources: ["configmaps"], verbs: ["delete"] }];
    const roles = "/apis/rbac.authorization.k8s.io/v1/clusterroles";
    await ask(server, roles, { method: "POST", body: { metadata: { name: "deletes" }, rules } });
    await ask(server, "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings", {
      method: "POST",
      body: {
        metadata: { name: "jane" },
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "deletes" },
        subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "jane" }],
      },
    });
    const remove = async () => {
      const answer = await server.fetch(`${configMaps}/bad`, {
        method: "DELETE",
        headers: { "Content-Type": "application/json", "Impersonate-User": "jane" },
        body: JSON.stringify(unsafe),
      });
      return (await answer.json()).message;
    };
    await expect
      .poll(remove)
      .toBe('configmaps "bad" is forbidden: not permitted to do "unsafe-delete-ignore-read-errors", reason: ');
    await server.close();
    expect(events.join("")).toContain('"apiserver.k8s.io/unsafe-delete-ignore-read-error":""');
  });

  it("fails in the text of its error alone without the feature gate, and cannot be deleted", async () => {
    const { server } = await startWith(unclosed);
    const plain = {
      status: 500,
      body: {
        kind: "Status",
        apiVersion: "v1",
        metadata: {},
        status: "Failure",
        message: "unexpected end of JSON input",
        code: 500,
      },
    };
    expect(await ask(server, `${configMaps}/bad`)).toEqual(plain);
    expect(await ask(server, `${configMaps}?limit=5`)).toEqual(plain);
    expect(await ask(server, `${configMaps}/bad`, { method: "DELETE", body: unsafe })).toEqual(plain);
    expect((await ask(server, configMaps)).body.message).toBe(
      "storage is (re)initializing: failed to list *core.ConfigMap: unexpected end of JSON input",
    );
    await server.close();
  });

  it("is reported in one sentence, once", async () => {
    const sentences: string[] = [];
    const { server, revision } = await startWith(unclosed, { reportUnreadable: (text) => void sentences.push(text) });
    for (let times = 0; times < 2; times++) await ask(server, configMaps);
    expect(sentences).toEqual([
      `The object ${badKey} cannot be read: object not decodable revision=${revision + 1}: unexpected end of JSON input`,
    ]);
    await server.close();
  });

  it("does not keep the server's own decisions, nor deleting and exporting everything", async () => {
    const { server, medium } = await startWith(
      { "/registry/clusterroles/bad": '"rules":', "/registry/namespaces/bad": "{", [badKey]: "x" },
      withGate,
    );
    expect((await ask(server, "/apis/rbac.authorization.k8s.io/v1/clusterroles/view")).status).toBe(200);
    expect(server.store.exportState().objects.map(({ key }) => key)).toContain(badKey);
    await server.inspect.import(await server.inspect.export());
    expect((await ask(server, `${configMaps}/bad`)).body.reason).toBe("InternalError");
    expect((await ask(server, `${configMaps}/good`)).status).toBe(200);
    await server.store.reset();
    expect(server.store.stats().objects).toBe(0);
    await server.close();
    const again = await start(createMemoryBackend(medium));
    expect((await ask(again, configMaps)).status).toBe(200);
    await again.close();
  });
});
