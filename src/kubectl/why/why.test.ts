import { afterAll, beforeAll, expect, test } from "vitest";
import { createSystemClock } from "../../apimachinery/system-clock.ts";
import { type LivingWorld, startLivingWorld } from "../../diagnosis/testing/living-world.ts";
import type { Handle } from "../../component-base/exchange.ts";
import { completeWords } from "../complete.ts";
import { natureOf } from "../only-reads.ts";
import { createSession, type Session } from "../session.ts";
import { runStatement } from "../shell/shell.ts";

let world: LivingWorld;
let session: Session;
const sent: string[] = [];

beforeAll(async () => {
  world = await startLivingWorld();
  const spec = { containers: [{ name: "app", image: "nginx", resources: { requests: { cpu: "500" } } }] };
  await world.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: "shop" } });
  await world.pass(2);
  await world.create({ apiVersion: "v1", kind: "Pod", metadata: { name: "huge", namespace: "shop" }, spec });
  await world.pass(5);
  const handle: Handle = (exchange) => {
    sent.push(`${exchange.method} ${exchange.target}`);
    return world.handle(exchange);
  };
  const files = { read: async () => undefined, list: async () => undefined, write: async () => {} };
  const [clock, server] = [createSystemClock(), "http://127.0.0.1:8001"];
  session = createSession({ handle, clock, random: () => 0.5, files, server });
}, 60_000);
afterAll(() => world.close());

async function run(line: string) {
  let [out, err] = ["", ""];
  const output = { out: (text: string) => void (out += text), err: (text: string) => void (err += text) };
  const code = await runStatement(session, { line, bodies: [] }, output, new AbortController().signal);
  return { code, out, err };
}

const sentence = "Pending: 0/2 nodes are available, no node has 500 cpu; the largest has 4";

test.each(["kubepad why pod huge -n shop", "kubepad why po/huge --namespace shop"])(
  "%s tells the sentence and what it was concluded from",
  async (line) => {
    const { code, out, err } = await run(line);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out.split("\n")).toEqual([
      sentence,
      expect.stringMatching(
        /^ {2}Pod shop\/huge: condition PodScheduled is False \(Unschedulable: 0\/2 nodes are available/,
      ),
      "  Pod shop/huge: spec.containers[*].resources.requests = 500 cpu",
      "  Node node-1: status.allocatable.cpu = 4",
      "",
    ]);
  },
);

test("what it tells as JSON goes through pipes", async () => {
  const { out } = await run("kubepad why pod huge -n shop -o json | grep situation");
  expect(out).toContain('"situation":"pod-insufficient-cpu"');
});

test("it only reads", async () => {
  sent.length = 0;
  await run("kubepad why pod huge -n shop");
  expect(sent.filter((each) => !each.startsWith("GET "))).toEqual([]);
  expect(natureOf({ line: "kubepad why pod huge", bodies: [] }).onlyReads).toBe(true);
});

test.each([
  ["kubepad why pod absent", 'Error from server (NotFound): pods "absent" not found\n'],
  ["kubepad why pods", "error: one object is named by its kind and its name: kubepad why KIND NAME\n"],
  ["kubepad why pod/a b", "error: one object is named by its kind and its name: kubepad why KIND NAME\n"],
  ["kubepad why thing x", 'error: the server doesn\'t have a resource type "thing"\n'],
  ["kubepad why pod huge -o yaml", 'error: unknown output format "yaml": json is known\n'],
  ["kubepad how", 'error: unknown command "how" for "kubepad"\nRun \'kubepad help\' for usage.\n'],
])("%s fails", async (line, text) => {
  expect(await run(line)).toEqual({ code: 1, out: "", err: text });
});

test.each(["kubepad", "kubepad help", "kubepad why", "kubepad why --help"])("%s prints its usage", async (line) => {
  const { code, out } = await run(line);
  expect(code).toBe(0);
  expect(out).toContain("kubepad why (KIND NAME | KIND/NAME) [flags]");
});

test.each([
  ["kub", ["kubectl", "kubepad"]],
  ["kubepad ", ["why"]],
  ["kubepad why pod -n shop h", ["huge"]],
  ["kubepad why pod/ -n s", ["shop"]],
  ["kubepad why --n", ["--namespace"]],
  ["kubepad other ", []],
])("%s is completed", async (line, words) => {
  expect(await completeWords(session, line, line.length)).toEqual(words);
});
