import type { AdmissionWebhookResponse } from "../../src/client/admission-webhook.ts";
import { filled, post, type HuntCase } from "./hunt-case.ts";

const configurations = "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations";
const configMaps = "/api/v1/namespaces/default/configmaps";

const patched = (patch: readonly object[]): AdmissionWebhookResponse => ({ allowed: true, patch });

/** What webhooks answer, by their name; functions stand for them. */
export const huntedWebhooks: ReadonlyMap<string, () => AdmissionWebhookResponse> = new Map([
  ["number.hunt.example.com", () => patched([{ op: "add", path: "/metadata/labels/a", value: 1 }])],
  [
    "keys.hunt.example.com",
    () => patched(Array.from({ length: 10_000 }, (_, i) => ({ op: "add", path: `/data/added${i}`, value: "v" }))),
  ],
]);

const configuration = (webhook: string): string =>
  `{"metadata":{"name":"hunt"},"webhooks":[{"name":"${webhook}","sideEffects":"None","admissionReviewVersions":["v1"],` +
  `"clientConfig":{"url":"https://127.0.0.1:1/"},"rules":[{"apiGroups":[""],"apiVersions":["v1"],"operations":["CREATE"],"resources":["configmaps"]}]}]}`;

const cases: readonly (readonly [name: string, webhook: string, data: () => string, failure?: number])[] = [
  // an object that cannot be decoded is an internal error of its webhook (mutating.Dispatch)
  ["a label that is a number, in a webhook's patch", "number.hunt.example.com", () => "", 500],
  [
    "10,000 operations of a webhook on a large map",
    "keys.hunt.example.com",
    () => filled((i) => `"k${i}":"v"`, 2_500_000),
  ],
];

/** What webhooks answer to the creation of an object. */
export const webhookHunts = (): readonly HuntCase[] =>
  cases.map(([name, webhook, data, failure]) => ({
    name: `webhook: ${name}`,
    before: [post(configurations, () => configuration(webhook))],
    request: post(configMaps, () => `{"metadata":{"name":"reviewed","labels":{"a":"b"}},"data":{${data()}}}`),
    ...(failure === undefined ? {} : { failure }),
    after: [`${configMaps}/reviewed`, `${configurations}/hunt`],
  }));
