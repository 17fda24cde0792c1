import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSystemClock } from "../apimachinery/system-clock.ts";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";
import { createApiServer, type ApiServer } from "./server.ts";

const leases = "/apis/coordination.k8s.io/v1/namespaces/default/leases";
const secrets = "/api/v1/namespaces/default/secrets";

describe("applying", () => {
  let server: ApiServer;
  beforeAll(async () => {
    const clock = createSystemClock();
    server = await createApiServer({ backend: createMemoryBackend(), clock, random: createSystemRandom() });
  });
  afterAll(() => server.close());

  const apply = async (path: string, body: string) => {
    const answer = await server.fetch(`${path}/a?fieldManager=m&dryRun=All`, {
      method: "PATCH",
      headers: { "Content-Type": "application/apply-patch+yaml" },
      body,
    });
    return { status: answer.status, text: await answer.text() };
  };
  const lease = (rest: string): string =>
    `{"apiVersion":"coordination.k8s.io/v1","kind":"Lease","metadata":{"name":"a"},${rest}}`;
  const secret = (rest: string): string => `{"apiVersion":"v1","kind":"Secret","metadata":{"name":"a"},${rest}}`;
  const notConverted = (kind: string): string =>
    `failed to convert new object (/a; ${kind}) to proper version: unable to convert unstructured object to ${kind}: `;
  const notTyped = (kind: string): string => `failed to create typed patch object (/a; ${kind}): `;

  const ofLease = "coordination.k8s.io/v1, Kind=Lease";
  const ofSecret = "/v1, Kind=Secret";
  it.each([
    [
      leases,
      lease('"spec":{"renewTime":"2024-01-01T00:00:00Z"}'),
      `${notConverted(ofLease)}parsing time "2024-01-01T00:00:00Z" as "2006-01-02T15:04:05.000000Z07:00": cannot parse "Z" as ".000000"`,
    ],
    [
      leases,
      lease('"spec":{"acquireTime":1}'),
      `${notConverted(ofLease)}json: cannot unmarshal number into Go value of type string`,
    ],
    [leases, lease('"spec":{"leaseTransitions":1.5}'), `${notConverted(ofLease)}cannot convert float64 to int32`],
    [
      leases,
      lease('"spec":{"holderIdentity":4294967298}'),
      `${notTyped(ofLease)}.spec.holderIdentity: expected string, got &value.valueUnstructured{Value:4294967298}`,
    ],
    [
      secrets,
      secret('"data":{"k":"%%"}'),
      `${notConverted(ofSecret)}error decoding from json: illegal base64 data at input byte 0`,
    ],
    [secrets, secret('"data":1000000'), `${notTyped(ofSecret)}.data: expected map, got &{1000000}`],
    [
      secrets,
      secret('"data":{"k":1}'),
      `${notTyped(ofSecret)}.data.k: expected string, got &value.valueUnstructured{Value:1}`,
    ],
    [
      secrets,
      '{"apiVersion":"v1","kind":"Secret","metadata":{"name":"a","finalizers":[4294967298]}}',
      `${notTyped(ofSecret)}.metadata.finalizers[=4294967298]: expected string, got &value.valueUnstructured{Value:4294967298}`,
    ],
    ...(
      [
        ['"x"', ".metadata.managedFields: expected list, got &{x}"],
        ['["x"]', ".metadata.managedFields[0]: expected map, got &{x}"],
        [
          '[{"manager":5}]',
          ".metadata.managedFields[0].manager: expected string, got &value.valueUnstructured{Value:5}",
        ],
      ] as const
    ).map(([entries, fault]): [string, string, string] => [
      secrets,
      `{"apiVersion":"v1","kind":"Secret","metadata":{"name":"a","managedFields":${entries}}}`,
      notTyped(ofSecret) + fault,
    ]),
    [
      secrets,
      '{"apiVersion":"v1","kind":"Secret","metadata":{"name":"a","managedFields":[{"time":"x"}]}}',
      `${notConverted(ofSecret)}parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"`,
    ],
  ])("to %s refuses %s", async (path, body, message) => {
    const { status, text } = await apply(path, body);
    expect([status, JSON.parse(text).message]).toEqual([500, message]);
  });

  it("reads integers of any size, as apimachinery's util/yaml does", async () => {
    const generation = (text: string) =>
      apply(
        secrets,
        `{"apiVersion":"v1","kind":"Secret","metadata":{"name":"a","deletionGracePeriodSeconds":${text}}}`,
      );
    expect((await generation("9007199254740993")).text).toContain("9007199254740993");
    expect((await generation("9007199254740993.0")).text).toContain("9007199254740992");
    expect((await generation("1e3")).text).toContain('"deletionGracePeriodSeconds":1000');
    const fraction = await apply(leases, lease('"spec":{"leaseDurationSeconds":2.0}'));
    expect(fraction.text).toContain('"leaseDurationSeconds":2');
  });
});
