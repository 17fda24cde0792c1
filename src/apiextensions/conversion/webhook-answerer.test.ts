import { atOnce } from "../../component-base/work.ts";
import { describe, expect, test } from "vitest";
import type { Random } from "../../apimachinery/random.ts";
import type { WebhookRequest, WebhookResponse } from "../../component-base/webhook.ts";
import type { WebhookServices } from "../../apiserver/webhook/webhook-services.ts";
import { webhookAnswerer } from "./webhook-answerer.ts";

const random = { uuid: () => "the-uid" } as Random;
const url = "https://convert.example.com/foos";
const review = (response: unknown, version = "v1") => ({
  kind: "ConversionReview",
  apiVersion: `apiextensions.k8s.io/${version}`,
  response,
});
const success = { uid: "the-uid", result: { status: "Success" }, convertedObjects: [{ big: 1 }] };

interface Asking {
  readonly clientConfig?: object;
  readonly versions?: readonly string[];
  readonly services?: Partial<WebhookServices>;
}

async function ask(answer: unknown, { clientConfig = { url }, versions = ["v1"], services }: Asking = {}) {
  const requests: WebhookRequest[] = [];
  const callWebhook = (request: WebhookRequest): Promise<WebhookResponse> => {
    requests.push(request);
    return Promise.resolve(
      isResponse(answer) ? answer : { status: 200, contentType: "application/json", body: JSON.stringify(answer) },
    );
  };
  const answerer = webhookAnswerer({ clientConfig, conversionReviewVersions: versions } as never, {
    random,
    callWebhook,
    ...services,
  });
  return { answered: await answerer(['{"a":1}', '{"b":9007199254740993}'], "g.io/v2", atOnce), request: requests[0] };
}

const isResponse = (answer: unknown): answer is WebhookResponse =>
  typeof answer === "object" && answer !== null && "contentType" in answer;

test("a webhook is sent one review with all objects and the time it has", async () => {
  const { request, answered } = await ask(review(success), { clientConfig: { url, caBundle: btoa("CERTIFICATE") } });
  expect(request).toMatchObject({
    url: "https://convert.example.com/foos?timeout=30s",
    caBundle: "CERTIFICATE",
    timeoutMs: 30_000,
  });
  expect(request?.body).toBe(
    '{"kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/v1","request":{"uid":"the-uid","desiredAPIVersion":"g.io/v2","objects":[{"a":1},{"b":9007199254740993}]},"response":{"uid":"","convertedObjects":null,"result":{"metadata":{}}}}',
  );
  expect(answered).toEqual([{ big: 1 }]);
});

test("numbers survive that plain JSON would round", async () => {
  const body = JSON.stringify(review(success)).replace('"big":1', '"big":9007199254740993');
  expect((await ask({ status: 200, contentType: "application/json", body })).answered).toEqual([
    { big: 9007199254740993n },
  ]);
});

test("the first known version of a review is spoken", async () => {
  expect((await ask(review(success, "v1beta1"), { versions: ["v9", "v1beta1", "v1"] })).request?.body).toContain(
    '"apiVersion":"apiextensions.k8s.io/v1beta1"',
  );
  await expect(ask(review(success), { versions: ["v9"] })).rejects.toThrow("no supported conversion review versions");
});

test("an answer in v1beta1 need not repeat the uid", async () => {
  expect((await ask(review({ ...success, uid: "" }, "v1beta1"), { versions: ["v1beta1"] })).answered).toHaveLength(1);
});

test.each([
  ["https://convert.example.com", "https://convert.example.com/?timeout=30s"],
  ["https://convert.example.com:8443//a/b/", "https://convert.example.com:8443/a/b?timeout=30s"],
])("the address %s is written as client-go writes it", async (given, written) => {
  expect((await ask(review(success), { clientConfig: { url: given } })).request?.url).toBe(written);
});

describe("a service", () => {
  const clientConfig = { service: { namespace: "ns", name: "hook", path: "/convert", port: 8443 } };
  const failed = 'Post "https://hook.ns.svc:8443/convert?timeout=30s": ';
  const withService = (spec: object | undefined) =>
    ask(review(success), { clientConfig, services: { findService: () => spec && { spec } } });

  test("is reached at its cluster IP and has to prove its name", async () => {
    expect(
      (await withService({ type: "ClusterIP", clusterIP: "10.0.0.7", ports: [{ port: 8443 }] })).request,
    ).toMatchObject({
      url: "https://hook.ns.svc:8443/convert?timeout=30s",
      connectTo: { host: "10.0.0.7", port: 8443 },
    });
  });

  test("of type ExternalName is reached where it points", async () => {
    expect((await withService({ type: "ExternalName", externalName: "far.example.com" })).request?.connectTo).toEqual({
      host: "far.example.com",
      port: 8443,
    });
  });

  test.each([
    ["that does not exist", undefined, 'service "hook" not found'],
    ["without an address", { clusterIP: "None" }, 'cannot route to service with ClusterIP "None"'],
    [
      "without that port",
      { clusterIP: "10.0.0.7", ports: [{ port: 1 }] },
      'no service port 8443 found for service "hook"',
    ],
  ])("%s fails in upstream's words", async (_, spec, told) => {
    await expect(withService(spec)).rejects.toThrow(failed + told);
  });
});

describe("an answer is refused in upstream's words where it", () => {
  // oxfmt-ignore
  test.each([
    ["is of another kind", { kind: "Pod", apiVersion: "v1" }, "expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got /v1, Kind=Pod"],
    ["is in another version", review(success, "v1beta1"), "expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got /, Kind="],
    ["has no response", review(undefined), "no response provided"],
    ["is for another request", review({ ...success, uid: "other" }), 'expected response.uid="the-uid", got "other"'],
    ["says what went wrong", review({ ...success, result: { status: "Failure", message: "no such field" } }), "no such field"],
    ["says that something went wrong", review({ ...success, result: {} }), "response.result.status was '', not 'Success'"],
    ["is no JSON", { status: 200, contentType: "application/json", body: "{oops" }, "couldn't get version/kind; json parse error: invalid character 'o' looking for beginning of object key string"],
    ["is plain words", { status: 200, contentType: "application/json", body: "no review" }, "json: cannot unmarshal string into Go value of type struct"],
    ["is a text", { status: 200, contentType: "application/json", body: '"x"' }, "couldn't get version/kind; json parse error: json: cannot unmarshal string into Go value of type struct"],
    ["is empty", { status: 200, contentType: "application/json", body: "" }, "0-length response with status code: 200 and content type: application/json"],
    ["is a 422", { status: 422, contentType: "text/plain", body: "Cannot handle v1\n" }, "the server rejected our request due to an error in our request"],
    ["is a 404", { status: 404, contentType: "text/plain", body: "404 page not found" }, "the server could not find the requested resource"],
    ["is a Status", { status: 500, contentType: "application/json", body: '{"kind":"Status","status":"Failure","message":"in words"}' }, "in words"],
  ])("%s", async (_, answer, told) => {
    await expect(ask(answer)).rejects.toThrow(told);
  });
});
