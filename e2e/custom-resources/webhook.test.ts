import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { ApiextensionsV1Api, CustomObjectsApi, type V1CustomResourceDefinition } from "@kubernetes/client-node";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { generateCertificate, type ServingCertificate } from "../../src/node/tls/certificate.ts";
import { startCluster, type Cluster } from "../client-node/start-cluster.ts";

interface Review {
  readonly apiVersion: string;
  readonly request: { readonly uid: string; readonly desiredAPIVersion: string; readonly objects: readonly Tap[] };
}

interface Tap {
  readonly apiVersion: string;
  readonly spec: { readonly litres?: number; readonly amount?: string };
}

/** What the webhook was asked. */
const reviews: Review[] = [];
let cluster: Cluster;
let certificate: ServingCertificate;
let webhook: Server;

const convert = (tap: Tap, apiVersion: string): Tap => {
  const { litres, amount } = tap.spec;
  if (apiVersion === tap.apiVersion) return tap;
  return {
    ...tap,
    apiVersion,
    spec: apiVersion.endsWith("/v2") ? { amount: `${litres} l` } : { litres: Number.parseInt(amount ?? "", 10) },
  };
};

function answer({ apiVersion, request: { uid, desiredAPIVersion, objects } }: Review): object {
  const convertedObjects = objects.map((tap) => convert(tap, desiredAPIVersion));
  return { kind: "ConversionReview", apiVersion, response: { uid, result: { status: "Success" }, convertedObjects } };
}

async function startWebhook({ cert, key }: ServingCertificate): Promise<Server> {
  const server = createServer({ cert, key }, (request, response) => {
    let text = "";
    request
      .setEncoding("utf8")
      .on("data", (part: string) => (text += part))
      .on("end", () => {
        const review: Review = JSON.parse(text);
        reviews.push(review);
        response.setHeader("Content-Type", "application/json").end(JSON.stringify(answer(review)));
      });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return server;
}

const version = (name: string, storage: boolean, spec: object): object => ({
  name,
  served: true,
  storage,
  schema: { openAPIV3Schema: { type: "object", properties: { spec: { type: "object", properties: spec } } } },
});

const definitionWith = (url: string, caBundle: string | undefined): V1CustomResourceDefinition => ({
  metadata: { name: "taps.water.example.com" },
  spec: {
    group: "water.example.com",
    scope: "Namespaced",
    names: { plural: "taps", kind: "Tap" },
    versions: [
      version("v1", true, { litres: { type: "integer" } }),
      version("v2", false, { amount: { type: "string" } }),
    ] as never,
    conversion: {
      strategy: "Webhook",
      webhook: {
        clientConfig: { url, ...(caBundle !== undefined && { caBundle: btoa(caBundle) }) },
        conversionReviewVersions: ["v1"],
      },
    },
  },
});

const address = (): string => `https://127.0.0.1:${(webhook.address() as AddressInfo).port}/convert`;
const place = (v: string) => ({ group: "water.example.com", version: v, namespace: "default", plural: "taps" });
const tapOf = (v: string, name: string, spec: object): object => ({
  apiVersion: `water.example.com/${v}`,
  kind: "Tap",
  metadata: { name },
  spec,
});
const objects = (): CustomObjectsApi => cluster.config.makeApiClient(CustomObjectsApi);

beforeAll(async () => {
  [cluster, certificate] = [await startCluster(), generateCertificate(Date.now())];
  webhook = await startWebhook(certificate);
  await cluster.config
    .makeApiClient(ApiextensionsV1Api)
    .createCustomResourceDefinition({ body: definitionWith(address(), certificate.ca) });
  await vi.waitUntil(
    () =>
      objects()
        .listNamespacedCustomObject(place("v1"))
        .then(
          () => true,
          () => false,
        ),
    { timeout: 60_000 },
  );
}, 240_000);

afterAll(async () => {
  webhook.closeAllConnections();
  webhook.close();
  await cluster.close();
});

test("objects are converted by the definition's webhook, whichever version they are written and read in", async () => {
  await objects().createNamespacedCustomObject({ ...place("v2"), body: tapOf("v2", "kitchen", { amount: "3 l" }) });
  expect(await objects().getNamespacedCustomObject({ ...place("v1"), name: "kitchen" })).toMatchObject({
    apiVersion: "water.example.com/v1",
    spec: { litres: 3 },
  });
  expect(reviews[0]).toMatchObject({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "ConversionReview",
    request: { desiredAPIVersion: "water.example.com/v1", objects: [{ spec: { amount: "3 l" } }] },
  });
});

test("whoever reads a list first, its objects are one request to the webhook", async () => {
  for (const litres of [1, 2])
    await objects().createNamespacedCustomObject({ ...place("v1"), body: tapOf("v1", `tap-${litres}`, { litres }) });
  reviews.length = 0;
  await cluster.restart();
  const listed = await vi.waitFor(() => objects().listNamespacedCustomObject(place("v2")), { timeout: 60_000 });
  expect(listed).toMatchObject({
    items: [{ spec: { amount: "3 l" } }, { spec: { amount: "1 l" } }, { spec: { amount: "2 l" } }],
  });
  expect(reviews.map(({ request }) => request.objects.length)).toContain(3);
}, 240_000);

test("a webhook that nobody vouches for is not believed", async () => {
  const definitions = cluster.config.makeApiClient(ApiextensionsV1Api);
  const live = await definitions.readCustomResourceDefinition({ name: "taps.water.example.com" });
  const other = generateCertificate(Date.now());
  await definitions.replaceCustomResourceDefinition({
    name: "taps.water.example.com",
    body: { ...live, spec: definitionWith(address(), other.ca).spec },
  });
  const told = `conversion webhook for water.example.com/v1, Kind=Tap failed: Post \\\\\\"${address()}?timeout=30s\\\\\\": tls: failed to verify certificate: x509: certificate signed by unknown authority`;
  await vi.waitFor(
    () => expect(objects().getNamespacedCustomObject({ ...place("v2"), name: "kitchen" })).rejects.toThrow(told),
    { timeout: 60_000 },
  );
}, 240_000);
