// Measures creates under admission policies without HTTP and prints its rows as JSON, one a line.
//   node .config/run.mjs e2e/bench/policies-in-process.ts ROUNDS ROUND_MS
import type { Handle } from "../../src/component-base/exchange.ts";
import { openApiServer } from "../../src/node/open-api-server.ts";
import { collectionPath, configMap } from "./objects.ts";
import { paceOf, warmUpMs } from "./pace.ts";
import { interleave, type Goal, type Row } from "./row.ts";

const [rounds = 7, roundMs = 300] = process.argv.slice(2).map(Number);
const concurrency = 16;
const namespace = "bench-policies";
const utf8 = new TextEncoder();
const json = new Headers({ Accept: "application/json", "Content-Type": "application/json" });
const never = new AbortController().signal;
const group = "/apis/admissionregistration.k8s.io/v1";

type Create = () => Promise<void>;

async function send(handle: Handle, target: string, object: object): Promise<number> {
  const body = utf8.encode(JSON.stringify(object));
  const { status } = await handle({ method: "POST", target, headers: json, body, signal: never });
  return status;
}

/** A policy of three expressions about the config maps that the rows create, or about deployments. */
const policy = (name: string, matches: boolean): object => ({
  metadata: { name },
  spec: {
    matchConstraints: {
      resourceRules: [
        {
          apiGroups: [matches ? "" : "apps"],
          apiVersions: ["v1"],
          resources: [matches ? "configmaps" : "deployments"],
          operations: ["CREATE", "UPDATE"],
        },
      ],
    },
    validations: [
      { expression: "object.metadata.name.startsWith('created-')" },
      { expression: "size(object.data) <= 50" },
      { expression: "!has(object.metadata.labels) || !('forbidden' in object.metadata.labels)" },
    ],
  },
});

/** Opens a server with bound policies, and returns a create that they let through. */
async function createUnder(count: number, matches: boolean): Promise<Create> {
  const { handle } = await openApiServer({ storage: "memory", tokenAuthFile: undefined });
  await send(handle, "/api/v1/namespaces", { metadata: { name: namespace } });
  for (let i = 0; i < count; i += 1) {
    const name = `policy-${i}`;
    await send(handle, `${group}/validatingadmissionpolicies`, policy(name, matches));
    const spec = { policyName: name, validationActions: ["Deny"] };
    await send(handle, `${group}/validatingadmissionpolicybindings`, { metadata: { name }, spec });
  }
  if (count > 0 && matches) await untilEnforced(handle);
  let counter = 0;
  return async () => {
    const name = `created-${(counter += 1)}`;
    const status = await send(handle, collectionPath(namespace), configMap(namespace, name));
    if (status !== 201) throw new Error(`${name} was answered ${status}`);
  };
}

async function untilEnforced(handle: Handle): Promise<void> {
  const refused = configMap(namespace, "refused");
  while ((await send(handle, `${collectionPath(namespace)}?dryRun=All`, refused)) === 201)
    await new Promise((resolve) => setTimeout(resolve, 100));
}

const none = await createUnder(0, true);
const matching = await createUnder(20, true);
const twice = await createUnder(40, true);
const others = await createUnder(20, false);
for (const create of [none, matching, twice, others]) await paceOf(create, warmUpMs, concurrency);
await row("create, 20 policies match", matching, none, "a create under no policy", { atMost: 3 });
await row("create, 20 do not match", others, none, "a create under no policy", { atMost: 1.1 });
await row("create, 40 policies match", twice, matching, "a create under 20", { atMost: 2 });
process.exit(0);

async function row(name: string, subject: Create, floor: Create, floorName: string, goal: Goal): Promise<void> {
  const figures = await interleave(
    rounds,
    () => paceOf(subject, roundMs, concurrency),
    () => paceOf(floor, roundMs, concurrency),
  );
  const measured: Row = {
    name,
    where: "in process",
    backend: "memory",
    unit: "/s",
    ...figures,
    floorName,
    goal,
    costs: true,
  };
  console.log(JSON.stringify(measured));
}
