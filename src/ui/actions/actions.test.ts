import { afterAll, beforeAll, expect, test } from "vitest";
import { createSystemClock } from "../../apimachinery/system-clock.ts";
import { isRecord } from "../../apimachinery/is-record.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Handle } from "../../component-base/exchange.ts";
import { type LivingWorld, startLivingWorld } from "../../diagnosis/testing/living-world.ts";
import { createSession, type Session } from "../../kubectl/session.ts";
import { runStatement } from "../../kubectl/shell/shell.ts";
import { isKubeObject, sendJson } from "../data/send.ts";
import type { Action, ActionPlan, Answers, Subject } from "./action.ts";
import { actionsOn, actionTable } from "./action-table.ts";
import { contextOf, perform } from "./perform.ts";

interface Write {
  readonly method: string;
  readonly target: string;
  readonly body: unknown;
}

let world: LivingWorld;
let session: Session;
const writes: Write[] = [];
const clock = createSystemClock();

/** Members that say the same in other words, or a time. */
const isNoise = (key: string, value: unknown): boolean =>
  key.startsWith("$setElementOrder/") ||
  key === "status" ||
  key === "deleteOptions" ||
  (isRecord(value) && Object.keys(value).length === 0) ||
  key === "kubectl.kubernetes.io/restartedAt";

function plainBody(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainBody);
  if (!isRecord(value)) return value;
  const kept = Object.entries(value).map(([key, each]) => [key, plainBody(each)] as const);
  return Object.fromEntries(kept.filter(([key, each]) => !isNoise(key, each)).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Records what is written through it, and lets nothing be stored. */
const recording: Handle = async (exchange) => {
  if (exchange.method === "GET") return world.handle(exchange);
  const text = exchange.body === null ? "null" : new TextDecoder().decode(exchange.body as Uint8Array);
  const [target = ""] = exchange.target.split("?", 1);
  writes.push({ method: exchange.method, target, body: plainBody(JSON.parse(text)) });
  // the options in the body of a deletion count, and those of the query do not
  if (exchange.method === "DELETE") return world.handle({ ...exchange, method: "GET", body: null });
  const dry = `${exchange.target}${exchange.target.includes("?") ? "&" : "?"}dryRun=All`;
  return world.handle({ ...exchange, target: dry });
};

const container = {
  name: "app",
  image: "nginx:1",
  ports: [{ name: "http", containerPort: 80 }],
  readinessProbe: { httpGet: { port: 80 } },
  resources: { requests: { cpu: "100m" } },
};
const labels = { app: "web" };
const template = { metadata: { labels }, spec: { containers: [container] } };
const job = {
  template: { spec: { restartPolicy: "Never", containers: [{ name: "app", image: "a", command: ["sleep", "9999"] }] } },
};

const apps = { group: "apps", version: "v1" };
const core = { group: "", version: "v1" };
const batch = { group: "batch", version: "v1" };
const kinds = {
  Deployment: { ...apps, resource: "deployments", kind: "Deployment" },
  StatefulSet: { ...apps, resource: "statefulsets", kind: "StatefulSet" },
  DaemonSet: { ...apps, resource: "daemonsets", kind: "DaemonSet" },
  CronJob: { ...batch, resource: "cronjobs", kind: "CronJob" },
  Job: { ...batch, resource: "jobs", kind: "Job" },
  Pod: { ...core, resource: "pods", kind: "Pod" },
  Node: { ...core, resource: "nodes", kind: "Node" },
  Service: { ...core, resource: "services", kind: "Service" },
  HorizontalPodAutoscaler: {
    group: "autoscaling",
    version: "v2",
    resource: "horizontalpodautoscalers",
    kind: "HorizontalPodAutoscaler",
  },
  ConfigMap: { ...core, resource: "configmaps", kind: "ConfigMap" },
} as const;

beforeAll(async () => {
  world = await startLivingWorld();
  const selector = { matchLabels: labels };
  const meta = (name: string) => ({ name, namespace: "default" });
  await world.create(
    { apiVersion: "apps/v1", kind: "Deployment", metadata: meta("web"), spec: { replicas: 2, selector, template } },
    {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: meta("held"),
      spec: { replicas: 0, paused: true, selector, template },
    },
    {
      apiVersion: "apps/v1",
      kind: "StatefulSet",
      metadata: meta("db"),
      spec: {
        replicas: 1,
        serviceName: "db",
        selector: { matchLabels: { app: "db" } },
        template: { ...template, metadata: { labels: { app: "db" } } },
      },
    },
    {
      apiVersion: "batch/v1",
      kind: "CronJob",
      metadata: meta("tick"),
      spec: { schedule: "0 0 1 1 *", jobTemplate: { spec: job } },
    },
    {
      apiVersion: "batch/v1",
      kind: "CronJob",
      metadata: meta("idle"),
      spec: { schedule: "0 0 1 1 *", suspend: true, jobTemplate: { spec: job } },
    },
    {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { ...meta("bare"), annotations: { "simulation.kubepad.dev/exit-code.other": "1" } },
      spec: { containers: [container] },
    },
    {
      apiVersion: "v1",
      kind: "Pod",
      metadata: meta("huge"),
      spec: { containers: [{ ...container, resources: { requests: { cpu: "500" } } }] },
    },
    {
      apiVersion: "autoscaling/v2",
      kind: "HorizontalPodAutoscaler",
      metadata: meta("web"),
      spec: {
        scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
        minReplicas: 2,
        maxReplicas: 3,
      },
    },
    { apiVersion: "v1", kind: "ConfigMap", metadata: meta("settings"), data: { a: "1" } },
    { apiVersion: "v1", kind: "ConfigMap", metadata: { ...meta("kept"), finalizers: ["example.com/wait"] } },
    {
      apiVersion: "v1",
      kind: "Service",
      metadata: meta("web"),
      spec: { selector: { app: "wbe", tier: "front" }, ports: [{ port: 80, targetPort: "htp" }] },
    },
    {
      apiVersion: "v1",
      kind: "Node",
      metadata: {
        name: "down",
        labels: { "simulation.kubepad.dev/node": "true" },
        annotations: { "simulation.kubepad.dev/ready": "false" },
      },
      spec: { unschedulable: true },
    },
  );
  await world.delete({ apiVersion: "v1", kind: "ConfigMap", metadata: meta("kept") });
  await world.pass(20);
  const image = { spec: { template: { spec: { containers: [{ name: "app", image: "nginx:2" }] } } } };
  for (const path of ["deployments/web", "statefulsets/db"])
    await world.send(
      "PATCH",
      `/apis/apps/v1/namespaces/default/${path}`,
      image,
      "application/strategic-merge-patch+json",
    );
  await world.pass(30);
  const files = { read: async () => undefined, list: async () => undefined, write: async () => {} };
  session = createSession({ handle: recording, clock, random: () => 0.5, files, server: "http://127.0.0.1" });
}, 120_000);
afterAll(() => world.close());

async function subjectOf(kind: keyof typeof kinds, name: string): Promise<Subject> {
  const row = kinds[kind];
  const root = row.group === "" ? "/api/v1" : `/apis/${row.group}/${row.version}`;
  const target = `${root}${kind === "Node" ? "" : "/namespaces/default"}/${row.resource}/${name}`;
  const object = await sendJson(world.handle, "kubepad-ui/0.1", { method: "GET", target });
  if (!isKubeObject(object)) throw new Error(target);
  return { kind: row, object };
}

const context = () => contextOf({ handle: world.handle, clock, newId: () => "x" });
const actionOf = (id: string): Action => {
  const found = actionTable.find((action) => action.id === id);
  if (found === undefined) throw new Error(id);
  return found;
};

/** The answers that a sheet has at first, with others in their place. */
const answersOf = (action: Action, subject: Subject, given: Answers): Answers => ({
  ...Object.fromEntries((action.inputs?.(subject) ?? []).map(({ id, value }) => [id, value])),
  ...given,
});

const planOf = async (id: string, subject: Subject, given: Answers = {}): Promise<ActionPlan> =>
  actionOf(id).plan(subject, answersOf(actionOf(id), subject, given), context());

const rows: [id: string, kind: keyof typeof kinds, name: string, answers: Answers][] = [
  ["scale", "Deployment", "web", { replicas: "5" }],
  ["scale", "StatefulSet", "db", { replicas: "0" }],
  ["restart", "Deployment", "web", {}],
  ["restart", "StatefulSet", "db", {}],
  ["pause", "Deployment", "web", {}],
  ["resume", "Deployment", "held", {}],
  ["undo", "Deployment", "web", {}],
  ["undo", "StatefulSet", "db", {}],
  ["set-image", "Deployment", "web", { image: "nginx:3" }],
  ["set-image", "Pod", "bare", { image: "nginx:3" }],
  ["suspend", "CronJob", "tick", {}],
  ["unsuspend", "CronJob", "idle", {}],
  ["run-job", "CronJob", "tick", {}],
  ["set-schedule", "CronJob", "tick", { schedule: "0 3 * * *" }],
  ["cordon", "Node", "node-1", {}],
  ["uncordon", "Node", "down", {}],
  ["drain", "Node", "node-1", { force: "yes" }],
  ["drain", "Node", "node-2", { force: "yes" }],
  ["kill-node", "Node", "node-1", {}],
  ["revive-node", "Node", "down", {}],
  ["add-node", "Pod", "huge", {}],
  ["crash", "Pod", "bare", { code: "3" }],
  ["fail-probe", "Pod", "bare", {}],
  ["mend", "Pod", "bare", {}],
  ["evict", "Pod", "bare", {}],
  ["set-usage", "Pod", "bare", { cpu: "300m" }],
  ["set-load", "HorizontalPodAutoscaler", "web", {}],
  ["select-pods", "Service", "web", { labels: "app=web" }],
  ["set-target-port", "Service", "web", { target: "80" }],
  ["release", "ConfigMap", "kept", {}],
  ["delete", "ConfigMap", "settings", {}],
  ["delete", "Deployment", "web", { propagation: "Orphan" }],
  ["delete", "Pod", "bare", { propagation: "Foreground" }],
];

test.each(rows)("%s of %s %s sends what its command line sends", async (id, kind, name, answers) => {
  const subject = await subjectOf(kind, name);
  expect(actionsOn(subject).map((action) => action.id)).toContain(id);
  const plan = await planOf(id, subject, answers);
  expect(plan.refused).toBeUndefined();
  expect(plan.requests.length).toBeGreaterThan(0);
  writes.length = 0;
  let said = "";
  const output = { out: () => undefined, err: (text: string) => void (said += text) };
  const signal = AbortSignal.timeout(1500);
  const line = id === "delete" ? `${plan.kubectl} --wait=false` : plan.kubectl; // nothing is deleted, so it would wait
  await runStatement(session, { line, bodies: [] }, output, signal);
  const planned = plan.requests.map(({ method, target, body }) => ({ method, target, body: plainBody(body) }));
  expect(writes, said).toEqual(planned);
});

test.each([
  ["scale", "Deployment", "web", { replicas: "3" }],
  ["pause", "Deployment", "web", {}],
  ["suspend", "CronJob", "tick", {}],
  ["set-image", "Deployment", "web", { image: "nginx:3" }],
  ["cordon", "Node", "node-1", {}],
  ["crash", "Pod", "bare", { code: "3" }],
  ["kill-node", "Node", "node-1", {}],
  ["mend", "Pod", "bare", {}],
  ["set-usage", "Pod", "bare", { cpu: "300m" }],
  ["set-load", "HorizontalPodAutoscaler", "web", { cpu: "2" }],
  ["select-pods", "Service", "web", { labels: "app=web" }],
  ["set-target-port", "Service", "web", { target: "80" }],
] as const)("%s of %s %s is taken back by its way back", async (id, kind, name, answers) => {
  const before = await subjectOf(kind, name);
  const plan = await planOf(id, before, answers);
  const results = await perform(world.handle, plan);
  expect(results.map(({ refused }) => refused?.message)).toEqual(results.map(() => undefined));
  const changed = await subjectOf(kind, name);
  expect(essence(changed.object)).not.toEqual(essence(before.object));
  expect(plan.back.requests).toBeDefined();
  await perform(world.handle, { ...plan, requests: plan.back.requests ?? [] });
  expect(essence((await subjectOf(kind, name)).object)).toEqual(essence(before.object));
});

const essence = ({ metadata, spec }: KubeObject): unknown => ({ spec, annotations: metadata.annotations ?? {} });

test("an object that is deleted comes back from its last state", async () => {
  const before = await subjectOf("ConfigMap", "settings");
  const plan = await planOf("delete", before);
  await perform(world.handle, plan);
  await perform(world.handle, { ...plan, requests: plan.back.requests ?? [] });
  expect((await subjectOf("ConfigMap", "settings")).object["data"]).toEqual(before.object["data"]);
});

test("a drain stops at pods that nobody would make again, unless it is told to", async () => {
  const { object } = await subjectOf("Pod", "bare");
  const node = await subjectOf("Node", String((object["spec"] as Record<string, unknown>)["nodeName"]));
  expect((await planOf("drain", node)).refused).toContain("bare");
  expect((await planOf("drain", node, { force: "yes" })).refused).toBeUndefined();
});

test("a selector that no pod has, and a port that none declares, are not set", async () => {
  const service = await subjectOf("Service", "web");
  expect((await planOf("select-pods", service)).refused).toBe(
    "No pod has these labels. Pods here have app=db or app=web.",
  );
  expect((await planOf("select-pods", service, { labels: "web" })).refused).toContain("app=web,tier=front");
  const selecting = { ...service, object: { ...service.object, spec: { ports: [{ port: 80 }], selector: labels } } };
  expect((await planOf("set-target-port", selecting, { target: "htp" })).refused).toBe(
    "No port of its pods has this name. They declare http (80).",
  );
  expect((await planOf("set-target-port", selecting, { target: "http" })).refused).toBeUndefined();
});

test("actions are offered where the state is", async () => {
  const ids = async (kind: keyof typeof kinds, name: string) =>
    actionsOn(await subjectOf(kind, name)).map(({ id }) => id);
  expect(await ids("Deployment", "held")).toEqual(["scale", "resume", "set-image", "delete"]);
  expect(await ids("Deployment", "web")).toEqual(["scale", "restart", "pause", "set-image", "undo", "delete"]);
  expect(await ids("Node", "down")).toEqual(["uncordon", "drain", "revive-node", "delete"]);
  expect(await ids("Pod", "huge")).toEqual(["set-image", "add-node", "evict", "delete"]);
  expect(await ids("ConfigMap", "settings")).toEqual(["delete"]);
  expect(await ids("ConfigMap", "kept")).toEqual(["release"]);
});

test("memory is a fault only above a limit, and what is no quantity is refused", async () => {
  const bare = await subjectOf("Pod", "bare");
  const using = (limit: object) => ({
    ...bare,
    object: {
      ...bare.object,
      metadata: { ...bare.object.metadata, annotations: { "simulation.kubepad.dev/memory": "64Mi" } },
      spec: { nodeName: "node-1", containers: [{ ...container, resources: { limits: limit } }] },
    },
  });
  expect(actionsOn(using({})).map(({ id }) => id)).not.toContain("mend");
  expect(actionsOn(using({ memory: "64Mi" })).map(({ id }) => id)).not.toContain("mend");
  expect(actionsOn(using({ memory: "32Mi" })).map(({ id }) => id)).toContain("mend");
  expect((await planOf("set-usage", bare, { cpu: "much" })).refused).toContain("250m");
});

test("every action names its way back", async () => {
  for (const [id, kind, name, answers] of rows)
    expect((await planOf(id, await subjectOf(kind, name), answers)).back.words).not.toBe("");
  expect(new Set(rows.map(([id]) => id))).toEqual(new Set(actionTable.map(({ id }) => id)));
});
