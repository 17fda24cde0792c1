import { setMaxListeners } from "node:events";
import type { KubeObject } from "../../src/apimachinery/meta.ts";
import { createSystemClock } from "../../src/apimachinery/system-clock.ts";
import type { AnswerBody } from "../../src/component-base/exchange.ts";
import { parseLesson } from "../../src/lessons/parse-lesson.ts";
import { createSession } from "../../src/kubectl/session.ts";
import { runStatement } from "../../src/kubectl/shell/shell.ts";
import { statementsOf } from "../../src/kubectl/shell/statements.ts";
import { memoryFiles } from "../command-lines/replay.ts";
import type { HuntedWorld, TaskHunt } from "./hunt-case.ts";

const namespace = "default";
const configMaps = { group: "", version: "v1", resource: "configmaps", namespace };
const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

const largeMap = (name: string, keys: number): KubeObject => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name },
  data: Object.fromEntries(Array.from({ length: keys }, (_, i) => [`k${i}`, "v"])),
});

const podTemplate = {
  metadata: { labels: { app: "many" } },
  spec: { containers: [{ name: "c", image: "app:1" }] },
};

/** Creates objects one after the other. */
async function createMany({ client }: HuntedWorld, count: number, make: (i: number) => object): Promise<void> {
  for (let i = 0; i < count; i++) await client.create(configMaps, make(i) as KubeObject);
}

/** Runs command lines of the page's terminal, and returns how much they printed. */
async function runLines({ handle }: HuntedWorld, script: string, files: Readonly<Record<string, string>> = {}) {
  const folder = memoryFiles();
  for (const [path, text] of Object.entries(files)) await folder.write(path, text);
  const session = createSession({
    handle,
    clock: createSystemClock(),
    random: Math.random,
    files: folder,
    server: "http://localhost:8080",
    environment: {},
  });
  let printed = 0;
  const count = (text: string): void => void (printed += text.length);
  const codes: number[] = [];
  for (const statement of statementsOf(script))
    codes.push(await runStatement(session, statement, { out: count, err: count }, new AbortController().signal));
  return `codes ${codes.join(" ")}, ${printed} characters`;
}

const manyKeys = 100_000;
const manyObjects = 10_000;
const watchers = 1_000;

const terminalLines = [
  "kubectl describe configmap large",
  "kubectl get configmap large -o yaml",
  "kubectl get configmap large -o wide",
  "kubectl get configmap large -o jsonpath={.data}",
  "kubectl get configmap large -o json | grep k99999",
];

/** The largest lesson that is read has 1 MB. */
const largestLesson = 900_000;
const lessons: readonly (readonly [name: string, part: string])[] = [
  ["a paragraph of 1 MB", "word "],
  ["emphasis that does not end", "*a "],
  ["links that do not end", "[a]("],
  ["blocks", "```yaml apply\na: 1\n```\n\n"],
  ["nested quotes", "> "],
  ["a table of 1 MB", "|a|b|\n|-|-|\n"],
];

function readLesson(text: string): string {
  try {
    return `${parseLesson("a.md", text).steps.length} steps`;
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, 200) : String(error);
  }
}

/**
 * Opens watches over HTTP's door, each in a turn of its own as those of clients are, changes a large object, and waits
 * until all have the event as bytes. The object itself is not asked for, since reading it takes time in this process.
 */
async function watchMany({ handle }: HuntedWorld): Promise<string> {
  const stop = new AbortController();
  const target = "/api/v1/namespaces/default/configmaps";
  const headers = new Headers({ Authorization: "Bearer admin", Accept: metadataOnly });
  const { signal } = stop;
  const { body: text } = await handle({ method: "GET", target: `${target}/large`, headers, body: null, signal });
  const [, resourceVersion = ""] = /"resourceVersion":"(\d+)"/.exec(String(text)) ?? [];
  const watch = {
    method: "GET",
    target: `${target}?watch=1&resourceVersion=${resourceVersion}`,
    headers: new Headers({ Authorization: "Bearer admin" }),
    body: null,
    signal,
  };
  setMaxListeners(0, signal);
  const seen: Promise<boolean>[] = [];
  for (let i = 0; i < watchers; i++) {
    const { body } = await handle(watch);
    seen.push(isLargeEvent(body));
    await pause(0);
  }
  const patch = `{"metadata":{"labels":{"changed":"v${resourceVersion}"}}}`;
  const type = { "Content-Type": "application/merge-patch+json" };
  await handle({
    method: "PATCH",
    target: `${target}/large`,
    headers: new Headers({ ...Object.fromEntries(headers), ...type }),
    body: new TextEncoder().encode(patch),
    signal,
  });
  const events = await Promise.all(seen);
  stop.abort();
  return `${events.filter(Boolean).length} events`;
}

const metadataOnly = "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io";

/** Waits until a watch has sent a large event. */
async function isLargeEvent(body: AnswerBody): Promise<boolean> {
  if (typeof body === "string" || !(Symbol.asyncIterator in body)) return false;
  for await (const chunk of body) if (chunk.length > manyKeys) return true;
  return false;
}

/** Creates an object that controllers have much to do for, and lets them do it for some time. */
const lively = (name: string, path: object, object: object, forMs = 10_000): TaskHunt => ({
  name: `controllers: ${name}`,
  controllers: true,
  async run({ client }) {
    await client.create(path as typeof configMaps, object as KubeObject);
    await pause(forMs);
    return "";
  },
});

/** What clients, controllers and the terminal do with large objects. */
export const taskHunts = (): readonly TaskHunt[] => [
  ...terminalLines.map((line): TaskHunt => ({
    name: `terminal: ${line}`,
    prepare: ({ client }) =>
      client.get(configMaps, "large").catch(() => client.create(configMaps, largeMap("large", manyKeys))),
    run: (world) => runLines(world, line),
  })),
  {
    name: "terminal: kubectl apply -f of a manifest of 3 MB, and its diff",
    run: (world) =>
      runLines(world, "kubectl apply --server-side -f m.yaml\nkubectl diff --server-side -f m.yaml", {
        "m.yaml": `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: applied}\ndata:\n${Array.from({ length: 250_000 }, (_, i) => `  k${i}: v\n`).join("")}`,
      }),
  },
  ...lessons.map(([name, part]): TaskHunt => ({
    name: `lesson: ${name}`,
    run: async () => readLesson(`---\ntitle: A\n---\n\n# A\n\n${part.repeat(largestLesson / part.length)}`),
  })),
  {
    name: `watch: a large object for ${watchers} watchers`,
    prepare: ({ client }) =>
      client.get(configMaps, "large").catch(() => client.create(configMaps, largeMap("large", manyKeys))),
    run: watchMany,
  },
  lively(
    "a Deployment of 1,000,000 replicas",
    { group: "apps", version: "v1", resource: "deployments", namespace },
    {
      metadata: { name: "many" },
      spec: { replicas: 1_000_000, selector: { matchLabels: { app: "many" } }, template: podTemplate },
    },
  ),
  lively(
    "a Job of 1,000,000 completions",
    { group: "batch", version: "v1", resource: "jobs", namespace },
    {
      metadata: { name: "many" },
      spec: {
        completions: 1_000_000,
        parallelism: 1_000_000,
        template: { ...podTemplate, spec: { ...podTemplate.spec, restartPolicy: "Never" } },
      },
    },
  ),
  lively(
    "a StatefulSet of 1,000,000 replicas at once",
    { group: "apps", version: "v1", resource: "statefulsets", namespace },
    {
      metadata: { name: "many" },
      spec: {
        replicas: 1_000_000,
        podManagementPolicy: "Parallel",
        serviceName: "many",
        selector: { matchLabels: { app: "many" } },
        template: podTemplate,
      },
    },
  ),
  {
    name: `controllers: a namespace of ${manyObjects} objects is deleted`,
    controllers: true,
    async prepare(world) {
      const { client } = world;
      await client.create({ group: "", version: "v1", resource: "namespaces" }, {
        metadata: { name: "many" },
      } as KubeObject);
      const target = { ...configMaps, namespace: "many" };
      for (let i = 0; i < manyObjects; i++) await client.create(target, { metadata: { name: `c${i}` } } as KubeObject);
    },
    async run({ client }) {
      await client.delete({ group: "", version: "v1", resource: "namespaces" }, "many");
      await pause(10_000);
      return "";
    },
  },
  {
    name: `controllers: an owner with ${manyObjects} dependents is deleted`,
    controllers: true,
    async prepare(world) {
      const owner = await world.client.create(configMaps, { metadata: { name: "owner" } } as KubeObject);
      const { uid = "" } = owner.metadata;
      const ownerReferences = [{ apiVersion: "v1", kind: "ConfigMap", name: "owner", uid }];
      await createMany(world, manyObjects, (i) => ({ metadata: { name: `c${i}`, ownerReferences } }));
    },
    async run({ client }) {
      await client.delete(configMaps, "owner");
      await pause(10_000);
      return "";
    },
  },
];
