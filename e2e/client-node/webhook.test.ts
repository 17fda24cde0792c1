import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import {
  AdmissionregistrationV1Api,
  CoreV1Api,
  type V1ConfigMap,
  type V1MutatingWebhook,
  type V1ValidatingWebhook,
} from "@kubernetes/client-node";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { generateCertificate, type ServingCertificate } from "../../src/node/tls/certificate.ts";
import { startCluster, type Cluster } from "./start-cluster.ts";

interface Review {
  readonly apiVersion: string;
  readonly kind: string;
  readonly request: { readonly uid: string; readonly operation: string; readonly object: V1ConfigMap };
}

/** What a webhook answers, beside the uid. */
interface Verdict {
  readonly allowed: boolean;
  readonly status?: { readonly message: string; readonly code: number };
  readonly patchType?: "JSONPatch";
  readonly patch?: string;
}

let cluster: Cluster;
let webhook: Server;
let certificate: ServingCertificate;

/** Adds a label for the length of the data. */
const mutate = ({ metadata, data = {} }: V1ConfigMap): Verdict => ({
  allowed: true,
  patchType: "JSONPatch",
  patch: btoa(
    JSON.stringify([
      { op: "add", path: "/metadata/labels", value: { ...metadata?.labels, keys: String(Object.keys(data).length) } },
    ]),
  ),
});
const validate = ({ metadata }: V1ConfigMap): Verdict =>
  metadata?.labels?.["keys"] === "0"
    ? { allowed: false, status: { message: "an empty config map is of no use", code: 418 } }
    : { allowed: true };

async function startWebhook({ cert, key }: ServingCertificate): Promise<Server> {
  const server = createServer({ cert, key }, (request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (part: string) => (text += part));
    request.on("end", () => {
      const { apiVersion, kind, request: asked }: Review = JSON.parse(text);
      const verdict = request.url?.startsWith("/mutate") === true ? mutate(asked.object) : validate(asked.object);
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify({ apiVersion, kind, response: { uid: asked.uid, ...verdict } }));
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return server;
}

const hook = (path: string): V1MutatingWebhook & V1ValidatingWebhook => ({
  name: `${path}.example.com`,
  clientConfig: {
    url: `https://127.0.0.1:${(webhook.address() as AddressInfo).port}/${path}`,
    caBundle: btoa(certificate.ca ?? ""),
  },
  rules: [{ apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"], operations: ["CREATE"] }],
  namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "default" } },
  sideEffects: "None",
  admissionReviewVersions: ["v1"],
});

const core = (): CoreV1Api => cluster.config.makeApiClient(CoreV1Api);
const create = (name: string, data: Record<string, string>, dryRun?: string): Promise<V1ConfigMap> =>
  core().createNamespacedConfigMap({
    namespace: "default",
    body: { metadata: { name }, data },
    ...(dryRun && { dryRun }),
  });

beforeAll(async () => {
  [cluster, certificate] = [await startCluster(), generateCertificate(Date.now())];
  webhook = await startWebhook(certificate);
  const registration = cluster.config.makeApiClient(AdmissionregistrationV1Api);
  await registration.createMutatingWebhookConfiguration({
    body: { metadata: { name: "m" }, webhooks: [hook("mutate")] },
  });
  await registration.createValidatingWebhookConfiguration({
    body: { metadata: { name: "v" }, webhooks: [hook("validate")] },
  });
  await vi.waitUntil(
    () =>
      create("probe", {}, "All").then(
        () => false,
        () => true,
      ),
    { timeout: 60_000, interval: 100 },
  );
}, 240_000);

afterAll(async () => {
  webhook.closeAllConnections();
  webhook.close();
  await cluster.close();
});

test("a mutating webhook changes what is created", async () => {
  expect(await create("full", { a: "1", b: "2" })).toMatchObject({ metadata: { labels: { keys: "2" } } });
});

test("a validating webhook sees the change and refuses with its own code", async () => {
  await expect(create("empty", {})).rejects.toMatchObject({
    code: 418,
    body: expect.stringContaining(
      'admission webhook \\"validate.example.com\\" denied the request: an empty config map is of no use',
    ),
  });
});

test("requests that the configuration does not match reach no webhook", async () => {
  const body = { metadata: { name: "kept" } };
  const kept = await core().createNamespacedConfigMap({ namespace: "kube-system", body });
  expect(kept.metadata?.labels).toBeUndefined();
});
