import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { createSystemRandom } from "../../apimachinery/system-random.ts";
import { createMemoryBackend } from "../../apiserver/storage/backend/memory.ts";
import type { AdmissionWebhook, AdmissionWebhookResponse } from "../../client/admission-webhook.ts";
import { FakeClock } from "../../component-base/testing/fake-clock.ts";
import { createApiServer, type ApiServer } from "../../kube-apiserver/server.ts";
import { policyExamples } from "./policy-examples.ts";

/** The functions of the examples, as a page would register them. */
const pageFunctions = new Map<string, AdmissionWebhook>(
  policyExamples.flatMap(({ functions = {} }) =>
    Object.entries(functions).map(([name, source]) => [
      name,
      (review) => runInNewContext(`${source}; review(${JSON.stringify(review)})`) as AdmissionWebhookResponse,
    ]),
  ),
);

let server: ApiServer;
beforeAll(async () => {
  server = await createApiServer({
    backend: createMemoryBackend(),
    clock: new FakeClock(),
    random: createSystemRandom(),
    admissionWebhooks: pageFunctions,
    featureGates: { MutatingAdmissionPolicy: true },
    runtimeConfig: new Map([["admissionregistration.k8s.io/v1beta1", "true"]]),
  });
}, 60_000);
afterAll(() => server.close());

interface Document {
  readonly apiVersion: string;
  readonly kind: string;
}

const resources: Readonly<Record<string, string>> = {
  ValidatingAdmissionPolicy: "validatingadmissionpolicies",
  ValidatingAdmissionPolicyBinding: "validatingadmissionpolicybindings",
  MutatingAdmissionPolicy: "mutatingadmissionpolicies",
  MutatingAdmissionPolicyBinding: "mutatingadmissionpolicybindings",
  MutatingWebhookConfiguration: "mutatingwebhookconfigurations",
  ConfigMap: "namespaces/default/configmaps",
};

describe.each(policyExamples)("$title", ({ text, fixtures }) => {
  const documents = parseAllDocuments(text).map((document): Document => document.toJS());
  const [policy, ...rest] = documents;
  const bindings = rest.filter(({ kind }) => kind.endsWith("Binding"));
  const objects = rest.filter(({ kind }) => !kind.endsWith("Binding"));

  it("does what its fixtures expect", async () => {
    const requests = fixtures.map(({ operation, object, old }) => ({
      operation,
      object: parse(object) as unknown,
      ...(old !== undefined && { old: parse(old) as unknown }),
    }));
    const rows = await server.inspect.policyVerdicts([{ policy, bindings, objects }], requests);
    expect(
      rows.map(([cell], i) => [fixtures[i]?.name, cell?.outcome, cell?.outcome === "failed" ? cell.message : ""]),
    ).toEqual(fixtures.map(({ name, expect: expected }) => [name, expected, ""]));
  });

  it("has expressions that fit their types", async () => {
    expect(await server.inspect.policyTypes(policy)).toEqual([]);
  });

  it.each(documents)("has a $kind that the server accepts", async (document) => {
    const prefix = document.apiVersion === "v1" ? "/api/v1" : `/apis/${document.apiVersion}`;
    const answer = await server.fetch(`${prefix}/${resources[document.kind]}?dryRun=All&fieldValidation=Strict`, {
      method: "POST",
      body: JSON.stringify(document),
      headers: { "Content-Type": "application/json" },
    });
    expect(answer.status, await answer.text()).toBe(201);
  });
});
