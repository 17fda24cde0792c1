import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { createSystemClock } from "../apimachinery/system-clock.ts";
import { discover } from "../client/discovery.ts";
import { Client } from "../client/client.ts";
import { createTestServer } from "../envtest/test-server.ts";
import { statementsOf } from "../kubectl/shell/statements.ts";
import { LessonFiles } from "../lessons/lesson-files.ts";
import { createCommandLine } from "../lessons/run-command-line.ts";
import { planOf } from "./plan.ts";
import { printShell } from "./print-shell.ts";
import { isWatched, type Recording } from "./recording.ts";
import { recordSession } from "./testing/record-session.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";
const server = "http://127.0.0.1:8001";
const plain = { apiVersion: "v1", kind: "ConfigMap" };

/** A name that was generated, an update that depends on a revision, a refusal, and a line that reads a file. */
const record = (): Promise<Recording> =>
  recordSession({
    before: [{ ...plain, metadata: { name: "there" }, data: { a: "0" } }],
    deeds: [
      {
        method: "POST",
        target: configMaps,
        body: { ...plain, metadata: { generateName: "settings-" }, data: { text: "it's $5\nand `more`" } },
      },
      (done) => ({ line: `kubectl label configmap ${nameIn(done[0])} colour=blue` }),
      {
        method: "PATCH",
        target: `${configMaps}/there`,
        body: { data: { a: "1" } },
        type: "application/merge-patch+json",
      },
      (done) => ({ method: "PUT", target: `${configMaps}/there`, body: { ...answerIn(done[2]), data: { a: "2" } } }),
      { method: "POST", target: configMaps, body: { ...plain, metadata: { name: "there" } } },
      {
        line: "kubectl apply -f shop.yaml",
        files: { "shop.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: shop}\n" },
      },
      (done) => ({ method: "DELETE", target: `${configMaps}/${nameIn(done[0])}` }),
    ],
  });

const answerIn = (step: Recording["steps"][number] | undefined) =>
  JSON.parse((step?.kind === "request" ? step.request.answer : undefined) ?? "null");
const nameIn = (step: Recording["steps"][number] | undefined): string => answerIn(step).metadata.name;

/** What the shell of the machine finds wrong in a script, without running it. */
const problemsOf = (script: string): string => spawnSync("sh", ["-n"], { input: script, encoding: "utf8" }).stderr;

test("a script of kubectl does in another world what was recorded", async () => {
  const recording = await record();
  await using world = await createTestServer();
  const { resources } = await discover(new Client({ handle: world.handle, userAgent: "test" }));
  const script = printShell(planOf(recording), "kubectl", { server, resources });
  expect(problemsOf(script)).toBe("");
  const run = createCommandLine({ handle: world.handle, clock: createSystemClock(), files: new LessonFiles() });
  const signal = new AbortController().signal;
  const lines = script
    .split("\n")
    .filter((line) => !/^#|^$/.test(line))
    .join("\n");
  for (const { text } of statementsOf(lines)) {
    const { output, exitCode } = await run(text, signal);
    expect({ text, output, exitCode }).toEqual({ text, output, exitCode: 0 });
  }
  const { items } = await (await world.fetch(configMaps)).json();
  expect(items.map(({ metadata, data }: Recording["objects"][number]) => [metadata.name, data])).toEqual([
    ["shop", undefined],
    ["there", { a: "2" }],
  ]);
  const sent = world.requests.all.find(({ body }) => body?.includes("and `more`"));
  expect(JSON.parse(sent?.body ?? "null").data).toEqual({ text: "it's $5\nand `more`" });
});

test("a script of curl takes values from answers", async () => {
  const script = printShell(planOf(await record()), "curl", { server, resources: [] });
  expect(problemsOf(script)).toBe("");
  expect(script).toContain(`answer=$(curl -s ${server}${configMaps}`);
  expect(script).toContain(`configMap1=$(printf '%s' "$answer" | jq -r '.["metadata"]["name"]')`);
  expect(script).toContain(`curl -X DELETE ${server}${configMaps}/"$configMap1"`);
  expect(script).toContain(`"resourceVersion": "'"$version1"'"`);
});

test.each(["watch=1", "watch=t", "watch", "fieldSelector=a%3Db&watch=true"])("a list with %s is a watch", (query) => {
  expect(isWatched(`${configMaps}?${query}`)).toBe(true);
});

test.each([`${configMaps}?watch=false`, `${configMaps}?watch=0`, configMaps, "/version?watch=1"])(
  "%s is no watch",
  (target) => expect(isWatched(target)).toBe(false),
);

test("a path of watches is a watch", () => {
  expect(isWatched("/api/v1/watch/namespaces/default/configmaps")).toBe(true);
});

test("a watch goes on in the background until its events are shown", async () => {
  const recording = await recordSession({
    deeds: [
      { method: "GET", target: `${configMaps}?watch=1` },
      { method: "POST", target: configMaps, body: { ...plain, metadata: { name: "a" } } },
      { events: 1, of: 0 },
    ],
  });
  const text = printShell(planOf(recording), "kubectl", { server, resources: [] });
  expect(text).toContain(`kubectl get --raw '${configMaps}?watch=1' > watch1.txt &\nwatch1=$!`);
  expect(problemsOf(text)).toBe("");
  expect(text).toContain('kill "$watch1"\ncat watch1.txt');
  expect(printShell(planOf(recording), "curl", { server, resources: [] })).toMatch(/curl -sN .*> watch1.txt &/);
});
