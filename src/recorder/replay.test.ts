import assert from "node:assert/strict";
import { expect, test } from "vitest";
import { createTestServer } from "../envtest/test-server.ts";
import { parseLesson } from "../lessons/parse-lesson.ts";
import { createFastClock } from "../lessons/testing/fast-clock.ts";
import { runLesson } from "../node/test-lessons.ts";
import { planOf } from "./plan.ts";
import { writeLesson } from "./print-lesson.ts";
import { printNodeTest, printPlaywrightTest } from "./print-tests.ts";
import type { RecordedStep, Recording } from "./recording.ts";
import { recordSession } from "./testing/record-session.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";
const deployments = "/apis/apps/v1/namespaces/default/deployments";
const configMap = (name: string, data: Record<string, string> = {}) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name },
  data,
});
const web = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web" },
  spec: {
    replicas: 1,
    selector: { matchLabels: { app: "web" } },
    template: { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "web", image: "nginx" }] } },
  },
};
const merge = "application/merge-patch+json";
const initial = "allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan";

const node = {
  apiVersion: "v1",
  kind: "Node",
  metadata: { name: "node-1", labels: { "simulation.kubepad.dev/node": "true", "kubernetes.io/hostname": "node-1" } },
};
const role = {
  apiVersion: "rbac.authorization.k8s.io/v1",
  kind: "Role",
  metadata: { name: "reads", namespace: "default" },
  rules: [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get", "list"] }],
};
const shelf = { type: "object", properties: { spec: { type: "object", properties: { boards: { type: "integer" } } } } };
const definition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "shelves.example.com" },
  spec: {
    group: "example.com",
    names: { plural: "shelves", kind: "Shelf" },
    scope: "Namespaced",
    versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: shelf } }],
  },
};
const firstPod = (done: readonly RecordedStep[]): string =>
  /web-[a-z0-9]+-[a-z0-9]{5}/.exec(done.map((step) => (step.kind === "line" ? step.output : "")).join(""))?.[0] ?? "";

const answerOf = (step: RecordedStep | undefined) =>
  JSON.parse((step?.kind === "request" ? step.request.answer : undefined) ?? "null");

const revisionOf = (step: RecordedStep | undefined): string => answerOf(step).metadata.resourceVersion;

/** Runs what was written as a lesson; resolves with the claims that do not hold. */
async function lessonProblems(recording: Recording): Promise<readonly string[]> {
  const { text } = writeLesson(planOf(recording));
  const lesson = parseLesson("recorded.md", text);
  const reports = await runLesson(lesson, createFastClock(4));
  const missed = reports.flatMap(({ findings }) => findings.filter(({ holds }) => !holds));
  const words = missed.map(({ what, expected, got, place }) => `${place.line} ${what}: ${expected} / ${got}`);
  return words.length === 0 && reports.length === lesson.steps.length ? [] : [...words, text];
}

/** Runs what was written as a test of node:test. */
async function runNodeTest(recording: Recording): Promise<void> {
  const text = printNodeTest(planOf(recording)).replace(/^import .*\n/gm, "");
  const after: (() => unknown)[] = [];
  let done: Promise<void> = Promise.resolve();
  const t = {
    after: (end: () => unknown) => void after.push(end),
    test: async (name: string, run: () => Promise<void>) => {
      try {
        await run();
      } catch (error) {
        throw new Error(`${name}: ${String(error)}\n${text}`, { cause: error });
      }
    },
  };
  const define = (_name: string, run: (context: typeof t) => Promise<void>) => void (done = run(t));
  // the text is a module whose imports are given
  new Function("assert", "test", "createTestServer", text)(assert, define, createTestServer);
  await done;
  for (const end of after) await end();
}

const sessions: Record<string, Parameters<typeof recordSession>[0]> = {
  "creates, a scale, an apply, a delete and a refusal": {
    before: [web, configMap("other")],
    deeds: [
      { method: "POST", target: configMaps, body: configMap("a", { mode: "dark", "file.sh": "echo ${HOME} `x`" }) },
      { method: "POST", target: configMaps, body: configMap("a") },
      { method: "PATCH", target: `${deployments}/web/scale`, body: { spec: { replicas: 3 } }, type: merge },
      {
        line: "kubectl apply -f shop.yaml",
        files: { "shop.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: shop}\ndata: {open: 'yes'}\n" },
      },
      { line: "kubectl get configmaps" },
      { line: "kubectl get configmap nothing" },
      { method: "GET", target: configMaps },
      { method: "GET", target: `${deployments}/web` },
      { method: "DELETE", target: `${configMaps}/a` },
    ],
  },
  "generated names and revisions": {
    deeds: [
      { method: "POST", target: configMaps, body: { ...configMap(""), metadata: { generateName: "settings-" } } },
      (done) => ({ method: "GET", target: `${configMaps}/${answerOf(done[0]).metadata.name}` }),
      (done) => ({
        method: "PUT",
        target: `${configMaps}/${answerOf(done[0]).metadata.name}`,
        body: { ...answerOf(done[1]), data: { a: "1" } },
      }),
      (done) => ({
        method: "PUT",
        target: `${configMaps}/${answerOf(done[0]).metadata.name}`,
        body: { ...answerOf(done[1]), data: { a: "2" } },
      }),
      (done) => ({ line: `kubectl delete configmap ${answerOf(done[0]).metadata.name}` }),
    ],
  },
  "an update of what was there before": {
    before: [configMap("old", { a: "0" })],
    deeds: [
      { method: "PATCH", target: `${configMaps}/old`, body: { data: { a: "1" } }, type: merge },
      (done) => {
        const { metadata, ...rest } = answerOf(done[0]);
        return { method: "PUT", target: `${configMaps}/old`, body: { ...rest, metadata, data: { a: "2" } } };
      },
    ],
  },
  "a quota that refuses": {
    before: [
      { apiVersion: "v1", kind: "Namespace", metadata: { name: "shop" } },
      {
        apiVersion: "v1",
        kind: "ResourceQuota",
        metadata: { name: "few", namespace: "shop" },
        spec: { hard: { "count/configmaps": "1" } },
      },
    ],
    deeds: [
      { line: `kubectl wait -n shop --for=jsonpath='{.status.hard.count/configmaps}'=1 resourcequota/few` },
      { method: "POST", target: "/api/v1/namespaces/shop/configmaps", body: configMap("a") },
      { method: "POST", target: "/api/v1/namespaces/shop/configmaps", body: configMap("b") },
      { method: "GET", target: "/api/v1/namespaces/shop" },
    ],
  },
  "a definition, and an object of its kind": {
    deeds: [
      { method: "POST", target: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", body: definition },
      { line: "kubectl wait --for=condition=established crd/shelves.example.com" },
      { line: "kubectl get shelves" },
      {
        method: "POST",
        target: "/apis/example.com/v1/namespaces/default/shelves",
        body: { apiVersion: "example.com/v1", kind: "Shelf", metadata: { name: "a" }, spec: { boards: 3 } },
      },
    ],
  },
  "another user, and what lets it": {
    before: [
      role,
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "RoleBinding",
        metadata: { name: "reads", namespace: "default" },
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "reads" },
        subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "jane" }],
      },
    ],
    deeds: [
      { method: "GET", target: configMaps, as: "jane" },
      { method: "POST", target: configMaps, body: configMap("a"), as: "jane" },
      { line: "kubectl auth can-i create configmaps --as jane" },
    ],
  },
  "a world that lives": {
    before: [node, { ...web, metadata: { name: "old" } }, configMap("other")],
    settings: { controllers: ["*"], pace: { paused: false, speed: 20 } },
    deeds: [
      { method: "POST", target: deployments, body: web },
      { line: "kubectl rollout status deployment web" },
      { line: "kubectl get pods -l app=web -o name | grep pod/web" },
      { line: "kubectl get deployments" },
      (done) => ({ method: "DELETE", target: `/api/v1/namespaces/default/pods/${firstPod(done)}` }),
      { line: "kubectl rollout status deployment web" },
      { method: "GET", target: deployments },
      { line: "kubectl scale deployment old --replicas=2" },
    ],
  },
  "watches and their events": {
    before: [configMap("old", { a: "0" }), { ...configMap(""), kind: "Secret", metadata: { name: "key" } }],
    deeds: [
      { method: "GET", target: `${configMaps}?watch=1` },
      { method: "GET", target: `${configMaps}?watch=true&fieldSelector=metadata.name%3Dold` },
      { method: "GET", target: `${configMaps}?watch=true&${initial}` },
      {
        method: "POST",
        target: configMaps,
        body: { ...configMap("", { a: "1" }), metadata: { generateName: "new-" } },
      },
      { method: "PATCH", target: `${configMaps}/old`, body: { data: { a: "2" } }, type: merge },
      { method: "DELETE", target: `${configMaps}/old` },
      { events: 4, of: 0 },
      { events: 3, of: 1 },
      { events: 4, of: 2 },
    ],
  },
  "a watch from the revision of a list": {
    before: [configMap("old", { a: "0" })],
    deeds: [
      { method: "PATCH", target: `${configMaps}/old`, body: { data: { a: "1" } }, type: merge },
      { method: "GET", target: configMaps },
      (done) => ({ method: "GET", target: `${configMaps}?resourceVersion=${revisionOf(done.at(-1))}&watch=true` }),
      { method: "PATCH", target: `${configMaps}/old`, body: { data: { a: "2" } }, type: merge },
      { events: 1, of: 2 },
    ],
  },
  "a watch from the revision of a list that was not recorded": {
    before: [configMap("old", { a: "0" })],
    deeds: [
      { method: "PATCH", target: `${configMaps}/old`, body: { data: { a: "1" } }, type: merge },
      (done) => ({ method: "GET", target: `${configMaps}?watch=true&resourceVersion=${revisionOf(done[0])}` }),
      { method: "PATCH", target: `${configMaps}/old`, body: { data: { a: "2" } }, type: merge },
      { events: 1, of: 1 },
    ],
  },
  "a watch of what lives": {
    before: [node],
    settings: { controllers: ["*"], pace: { paused: false, speed: 20 } },
    deeds: [
      { method: "GET", target: `${deployments}?watch=1` },
      { method: "POST", target: deployments, body: web },
      { events: 2, of: 0 },
    ],
  },
  "Services with addresses and ports": {
    deeds: [
      {
        method: "POST",
        target: "/api/v1/namespaces/default/services",
        body: {
          apiVersion: "v1",
          kind: "Service",
          metadata: { name: "web" },
          spec: { type: "NodePort", selector: { app: "web" }, ports: [{ port: 80 }] },
        },
      },
      { method: "GET", target: "/api/v1/namespaces/default/services/web" },
      { line: "kubectl get services" },
      { line: "kubectl describe service web" },
    ],
  },
};

test("a replay fails where the server answers otherwise than it was recorded", async () => {
  const recording = await recordSession({
    deeds: [{ method: "POST", target: configMaps, body: configMap("a", { b: "c" }) }],
  });
  const [step] = recording.steps;
  const wrong = [
    { status: 200 },
    { answer: JSON.stringify({ ...answerOf(step), data: { b: "d" } }) },
    { answer: JSON.stringify({ ...answerOf(step), metadata: { name: "x" } }) },
  ];
  for (const part of wrong) {
    const steps = recording.steps.map((each) =>
      each.kind === "request" ? { ...each, request: { ...each.request, ...part } } : each,
    );
    expect(await lessonProblems({ ...recording, steps })).not.toEqual([]);
    await expect(runNodeTest({ ...recording, steps })).rejects.toThrow("Create ConfigMap a");
  }
});

test("only what the steps need of the world before begins the replay", async () => {
  const session = sessions["a world that lives"];
  const { objects } = await recordSession({ ...session, deeds: session?.deeds.slice(-1) ?? [] });
  expect(objects.map(({ kind, metadata: { name } }) => `${kind} ${name}`)).toEqual(["Node node-1", "Deployment old"]);
  expect(objects[1]).not.toHaveProperty("status");
});

test.each(Object.entries(sessions))("%s replay as a lesson and as a test of node:test", async (_name, session) => {
  const recording = await recordSession(session);
  expect(await lessonProblems(recording)).toEqual([]);
  await runNodeTest(recording);
  expect(printPlaywrightTest(planOf(recording))).toContain("kubepad.fetch(");
});
