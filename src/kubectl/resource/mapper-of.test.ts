import { beforeAll, expect, test } from "vitest";
import { createSystemClock } from "../../apimachinery/system-clock.ts";
import { createTestServer, type TestServer } from "../../envtest/test-server.ts";
import { createSession, type Session } from "../session.ts";
import { runStatement } from "../shell/shell.ts";
import { statementsOf } from "../shell/statements.ts";
import { definitionOf, versionOf } from "../../apiextensions/testing/definition-of.ts";

let server: TestServer;
let counted = 0;
beforeAll(async () => {
  server = await createTestServer({ controllers: false });
  return () => server[Symbol.asyncDispose]();
});

const definition = (kind: string): string => {
  const openAPIV3Schema = { type: "object", properties: { spec: { type: "object", description: "What it shows." } } };
  return JSON.stringify(definitionOf(kind, "g.io", [versionOf("v1", openAPIV3Schema)]));
};

function newSession(files: Readonly<Record<string, string>>): Session {
  return createSession({
    handle: (exchange) => {
      counted++;
      return server.handle(exchange);
    },
    clock: createSystemClock(),
    random: () => 0.5,
    server: "http://127.0.0.1:8001",
    files: { read: async (path) => files[path], list: async () => undefined, write: async () => {} },
  });
}

async function run(session: Session, script: string): Promise<string> {
  let text = "";
  const output = { out: (part: string) => void (text += part), err: (part: string) => void (text += part) };
  for (const statement of statementsOf(script))
    await runStatement(session, statement, output, new AbortController().signal);
  return text;
}

// Each command meets its resource for the first time, in a session whose discovery is older than the resource.
test.each([
  ["Lamp", "explain lamp.spec", "What it shows."],
  ["Lantern", "get lanterns", "No resources found in default namespace."],
  ["Candle", "auth can-i get candles", "yes"],
  ["Torch", "events --for torch/a", "No events found in default namespace."],
  [
    "Beacon",
    "create role r --verb get --resource beacons.g.io --dry-run=client -o name",
    "role.rbac.authorization.k8s.io/r",
  ],
  ["Flare", "taint flares a b=c:NoSchedule", "invalid resource type flares, only node types are supported"],
  ["Spot", "cordon spot/a", 'spots.g.io "a" not found'],
])("the resource %s, defined since discovery was read, is found by: %s", async (kind, command, told) => {
  const session = newSession({ "definition.json": definition(kind) });
  await run(session, "kubectl get pods");
  const created = await run(
    session,
    `kubectl apply -f definition.json && kubectl wait --for=condition=Established crd/${kind.toLowerCase()}s.g.io`,
  );
  expect(created).toContain("condition met");
  expect(await run(session, `kubectl ${command}`)).toContain(told);
});

test("a session asks discovery once for what it knows", async () => {
  const session = newSession({});
  await run(session, "kubectl get pods");
  counted = 0;
  await run(session, "kubectl get pods");
  expect(counted).toBe(1);
});

test("a separator that text stands behind ends what is read before the document above it", async () => {
  const map = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n`;
  const session = newSession({ "a.yaml": `${map("read")}---\n${map("lost")}--- {a: b}\n${map("unread")}` });
  expect(await run(session, "kubectl apply -f a.yaml --dry-run=client -o name")).toBe(
    "configmap/read\nerror: error parsing a.yaml: invalid Yaml document separator: {a: b}\n",
  );
});
