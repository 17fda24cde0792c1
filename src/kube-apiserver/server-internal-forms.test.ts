import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiServer } from "./server.ts";
import { createMemoryServer } from "./testing/memory-server.ts";

let server: ApiServer;
beforeAll(async () => {
  server = await createMemoryServer();
});
afterAll(() => server.close());

async function send(method: string, target: string, body: object, type = "application/json") {
  const headers = { "Content-Type": type };
  const answer = await server.fetch(target, { method, headers, body: JSON.stringify(body) });
  return { status: answer.status, body: await answer.json() };
}
const patch = (target: string, body: object, type: string) => send("PATCH", target, body, `application/${type}`);

const apps = "/apis/apps/v1/namespaces/default";
const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } };
const spec = { selector: { matchLabels: { a: "b" } }, template };
const syntax = 'strconv.ParseInt: parsing "x": invalid syntax';

describe.each([
  ["daemonsets", "DaemonSet", "deprecated.daemonset.template.generation", syntax],
  [
    "deployments",
    "Deployment",
    "deprecated.deployment.rollback.to",
    `failed to parse annotation[deprecated.deployment.rollback.to]=x as int64: ${syntax}`,
  ],
])("an annotation of %s that is a member of the internal type", (resource, kind, annotation, fault) => {
  const annotations = { [annotation]: "x" };
  const made = { metadata: { name: "a" }, spec };
  beforeAll(() => send("POST", `${apps}/${resource}`, made));

  it("is refused in a body", async () => {
    const { status, body } = await send("POST", `${apps}/${resource}`, { metadata: { name: "b", annotations }, spec });
    expect([status, body.message]).toEqual([400, `${kind} in version "v1" cannot be handled as a ${kind}: ${fault}`]);
  });

  it("is refused in what a patch makes, as what cannot be decoded", async () => {
    const { status, body } = await patch(`${apps}/${resource}/a`, { metadata: { annotations } }, "merge-patch+json");
    expect(status).toBe(422);
    expect(body.message).toMatch(/^ "" is invalid: patch: Invalid value: "\{/);
    expect(body.message.endsWith(`": ${fault}`)).toBe(true);
    const operations = [{ op: "add", path: "/metadata/annotations", value: annotations }];
    expect((await patch(`${apps}/${resource}/a`, operations, "json-patch+json")).status).toBe(422);
  });

  it("is refused in what a strategic merge patch makes, which is converted by itself", async () => {
    const target = `${apps}/${resource}/a`;
    const { status, body } = await patch(target, { metadata: { annotations } }, "strategic-merge-patch+json");
    expect([status, body.message, body.reason]).toEqual([500, fault, undefined]);
  });

  it("is refused in what an apply makes", async () => {
    const config = { apiVersion: "apps/v1", kind, metadata: { name: "a", annotations } };
    const { status, body } = await patch(`${apps}/${resource}/a?fieldManager=m&force=true`, config, "apply-patch+yaml");
    const message = `failed to convert to unversioned (/a; apps/v1, Kind=${kind}): ${fault}`;
    expect([status, body.message]).toEqual([500, message]);
  });
});

describe("the revision that a Deployment goes back to", () => {
  const create = (revision: string) =>
    send("POST", `${apps}/deployments?dryRun=All`, {
      metadata: { name: "r", annotations: { "deprecated.deployment.rollback.to": revision } },
      spec,
    });

  it.each([
    ["+007", { "deprecated.deployment.rollback.to": "7" }],
    ["", undefined],
  ])("%j is kept as a number, or not at all", async (revision, annotations) => {
    const { body } = await create(revision);
    expect(body.metadata.annotations).toEqual(annotations);
  });

  it("is no negative number", async () => {
    const { status, body } = await create("-1");
    expect([status, body.details.causes]).toEqual([
      422,
      [
        {
          reason: "FieldValueInvalid",
          message: "Invalid value: -1: must be greater than or equal to 0",
          field: "spec.rollback.version",
        },
      ],
    ]);
  });
});

it("the utilization of CPUs in autoscaling/v1 is that of the first metric that has one", async () => {
  const cpu = (target: object) => ({ type: "Resource", resource: { name: "cpu", target } });
  const autoscalers = "namespaces/default/horizontalpodautoscalers";
  await send("POST", `/apis/autoscaling/v2/${autoscalers}`, {
    metadata: { name: "a" },
    spec: {
      maxReplicas: 3,
      scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "d" },
      metrics: [cpu({ type: "AverageValue", averageValue: "1" }), cpu({ type: "Utilization", averageUtilization: 50 })],
    },
  });
  const answer = await server.fetch(`/apis/autoscaling/v1/${autoscalers}/a`);
  expect(await answer.json()).toMatchObject({ spec: { targetCPUUtilizationPercentage: 50 } });
});
