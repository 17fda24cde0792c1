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
    subtle: crypto.subtle,
  });
});
afterAll(() => server.close());

async function create(target: string, body: object) {
  const answer = await server.fetch(target, {
    method: "POST",
    headers: { "Content-Type": "application/json", "User-Agent": "tester/1" },
    body: JSON.stringify(body),
  });
  return { ...(await answer.json()), warnings: answer.headers.get("Warning") };
}

const sent = {
  name: "n",
  labels: { a: "b" },
  uid: "u",
  creationTimestamp: "2020-01-01T00:00:00Z",
  ownerReferences: [
    { apiVersion: "v1", kind: "Pod", name: "p", uid: "1" },
    { apiVersion: "v1", kind: "Pod", name: "p", uid: "1" },
  ],
};

/** The fields that the creation of an object gave to its manager. */
const managed = (apiVersion: string, fieldsV1: object, subresource?: string) => [
  {
    manager: "tester",
    operation: "Update",
    apiVersion,
    time: expect.any(String) as string,
    fieldsType: "FieldsV1",
    fieldsV1,
    ...(subresource !== undefined && { subresource }),
  },
];
const metaFields = {
  "f:labels": { ".": {}, "f:a": {} },
  "f:ownerReferences": { ".": {}, 'k:{"uid":"1"}': {} },
};

describe("an object that is created and not stored has the metadata of a created one (handlers.createHandler)", () => {
  const authorization = "/apis/authorization.k8s.io/v1";
  const attributes = { verb: "get", resource: "pods" };
  it.each([
    ["subjectaccessreviews", { user: "u", resourceAttributes: attributes }, { "f:user": {} }],
    ["selfsubjectaccessreviews", { resourceAttributes: attributes }, {}],
  ])("%s", async (resource, spec, fields) => {
    const metadata = { uid: "u", creationTimestamp: "2020-01-01T00:00:00Z" };
    expect((await create(`${authorization}/${resource}`, { metadata, spec })).metadata).toEqual({
      managedFields: managed("authorization.k8s.io/v1", {
        "f:spec": { "f:resourceAttributes": { ".": {}, "f:resource": {}, "f:verb": {} }, ...fields },
      }),
    });
  });

  it("a TokenReview", async () => {
    const { metadata, warnings } = await create("/apis/authentication.k8s.io/v1/tokenreviews", {
      metadata: sent,
      spec: { token: "t" },
    });
    expect(metadata).toEqual({
      name: "n",
      labels: { a: "b" },
      ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: "p", uid: "1" }],
      managedFields: managed("authentication.k8s.io/v1", { "f:metadata": metaFields, "f:spec": { "f:token": {} } }),
    });
    expect(warnings).toContain("duplicate entries; API server dedups owner references");
  });

  it("the namespace of a LocalSubjectAccessReview is that of the request", async () => {
    const target = `${authorization}/namespaces/default/localsubjectaccessreviews`;
    const spec = { user: "u", resourceAttributes: { ...attributes, namespace: "default" } };
    const { metadata } = await create(target, { spec });
    expect(metadata).toMatchObject({ namespace: "default", managedFields: [{ manager: "tester" }] });
    expect(metadata).not.toHaveProperty("creationTimestamp");
  });

  it("those that are made anew have only what their kind sets", async () => {
    const rules = await create(`${authorization}/selfsubjectrulesreviews`, {
      metadata: sent,
      spec: { namespace: "default" },
    });
    expect(rules.metadata).toEqual({});
    const self = await create("/apis/authentication.k8s.io/v1/selfsubjectreviews", { metadata: sent });
    expect(self.metadata).toEqual({ creationTimestamp: expect.any(String) as string });
  });
});

it("a Binding in its collection is for any pod of its name, but for one state of it", async () => {
  await create("/api/v1/namespaces/default/serviceaccounts", { metadata: { name: "default" } });
  const pods = "/api/v1/namespaces/default/pods";
  await create(pods, { metadata: { name: "p" }, spec: { containers: [{ name: "c", image: "i" }] } });
  const bind = (target: string, metadata: object) =>
    create(`/api/v1/namespaces/default/${target}`, { metadata: { name: "p", ...metadata }, target: { name: "n" } });
  expect(await bind("pods/p/binding", { uid: "other" })).toMatchObject({ reason: "Conflict" });
  expect(await bind("bindings", { uid: "other", resourceVersion: "1" })).toMatchObject({ reason: "Conflict" });
  expect(await bind("bindings", { uid: "other" })).toMatchObject({ status: "Success" });
});

describe("a TokenRequest", () => {
  const accounts = "/api/v1/namespaces/default/serviceaccounts";
  it("has the uid of its account and the fields of the subresource", async () => {
    const { metadata: account } = await create(accounts, { metadata: { name: "a" } });
    const { metadata } = await create(`${accounts}/a/token`, { spec: { audiences: ["x"] } });
    expect(metadata).toEqual({
      name: "a",
      namespace: "default",
      uid: account.uid,
      creationTimestamp: expect.any(String) as string,
      managedFields: managed(
        "authentication.k8s.io/v1",
        { "f:spec": { "f:audiences": {}, "f:expirationSeconds": {} } },
        "token",
      ),
    });
  });

  it("keeps the metadata that a server sets, in which a uid is a precondition", async () => {
    await create(accounts, { metadata: { name: "b" } });
    const refused = await create(`${accounts}/b/token`, { metadata: { uid: "other" }, spec: { audiences: ["x"] } });
    expect(refused).toMatchObject({ status: "Failure", reason: "Conflict" });
  });
});
