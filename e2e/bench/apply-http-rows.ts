import {
  appliedConfigMap,
  appliedCount,
  appliedDeployment,
  applyNamespace,
  managers,
  type AppliedKind,
} from "./apply-objects.ts";
import type { HttpBench, Measurement } from "./http-rows.ts";
import { encodeRequest, statusOf } from "./load/connection.ts";
import { compareThroughput, type Compared, type Target } from "./load/throughput.ts";

const goal = { atLeast: 0.35 };
const floorName = "node:http, parse and echo";
const json = { "Content-Type": "application/json" };
const applyType = { "Content-Type": "application/apply-patch+yaml" };
let counter = 0;
const next = (): number => (counter += 1);

/** Measures server-side apply over HTTP: an apply that changes the object, and one that does not. */
export const applyMeasurements: readonly Measurement[] = [appliedConfigMap, appliedDeployment].flatMap((kind) => [
  {
    name: `apply a change, ${kind.name}`,
    goal,
    floorName,
    measure: (bench, subject, floor) => measureApply(bench, subject, floor, kind, () => next()),
  },
  {
    name: `apply again, ${kind.name}`,
    goal,
    floorName,
    measure: (bench, subject, floor) => measureApply(bench, subject, floor, kind, () => 0),
  },
]);

async function measureApply(
  { headers, ...pace }: HttpBench,
  subject: Target,
  floor: Target,
  kind: AppliedKind,
  change: () => number,
): Promise<Compared> {
  const applyHeaders = { ...headers, ...applyType };
  await prepare(subject, applyHeaders, kind);
  const request = (): string => {
    const i = next() % appliedCount;
    return encodeRequest("PATCH", kind.path(i) + managers.first, applyHeaders, kind.config(i, change()));
  };
  const echo = (): string =>
    encodeRequest("POST", "/echo", { ...headers, ...json }, kind.config(next() % appliedCount, change()));
  return compareThroughput(
    pace,
    { target: subject, request, status: 200 },
    { target: floor, request: echo, status: 201 },
  );
}

/** Creates the objects, each owned by two managers. */
async function prepare(
  { connections: [connection] }: Target,
  headers: HttpBench["headers"],
  kind: AppliedKind,
): Promise<void> {
  if (!connection) return;
  await connection.exchange(
    encodeRequest(
      "POST",
      "/api/v1/namespaces",
      { ...headers, ...json },
      JSON.stringify({ metadata: { name: applyNamespace } }),
    ),
  );
  for (let i = 0; i < appliedCount; i += 1) {
    for (const [manager, config] of [
      [managers.first, kind.config(i, 0)],
      [managers.second, kind.other(i)],
    ] as const) {
      const status = statusOf(
        await connection.exchange(encodeRequest("PATCH", `${kind.path(i)}${manager}&force=true`, headers, config)),
      );
      if (status >= 300) throw new Error(`an apply was answered ${status}`);
    }
  }
}
