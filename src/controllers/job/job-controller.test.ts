import { afterEach, expect, it } from "vitest";
import type { Job } from "../../api/batch/v1.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { formatTime } from "../../apimachinery/time.ts";
import { type ControlledServer, startControlled } from "../testing/controlled-server.ts";

const servers: ControlledServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function start() {
  const server = await startControlled(["job-controller", "ttl-after-finished-controller"]);
  servers.push(server);
  return server;
}

const job = (spec: object, restartPolicy = "Never") => ({
  metadata: { name: "j" },
  spec: { template: { spec: { restartPolicy, containers: [{ name: "c", image: "i" }] } }, ...spec },
});
const statusOf = async (server: ControlledServer) => {
  server.clock.advance(1000);
  return ((await server.get("jobs", "j", "batch")) as Job).status;
};
const conditions = async (server: ControlledServer) =>
  (await statusOf(server))?.conditions?.map(({ type, status, reason }) => `${type}=${status} ${reason ?? ""}`);
const live = async (server: ControlledServer) =>
  (await server.list("pods")).filter(({ metadata, status }) => {
    const { phase } = (status ?? {}) as { phase?: string };
    return phase !== "Succeeded" && phase !== "Failed" && metadata.deletionTimestamp === undefined;
  });
const count = (server: ControlledServer) => async () => (server.clock.advance(1000), (await live(server)).length);
async function end(server: ControlledServer, pod: KubeObject | undefined, phase: string, exitCode = 0) {
  const terminated = { exitCode, finishedAt: formatTime(server.clock.now()) };
  const containerStatuses = [
    { name: "c", image: "i", imageID: "", ready: false, restartCount: 0, state: { terminated } },
  ];
  await server.patchStatus("pods", pod?.metadata.name ?? "", { phase, containerStatuses });
}

it("a pod whose end has no time is counted", async () => {
  const server = await start();
  await server.create("jobs", job({}), "batch");
  await expect.poll(count(server)).toBe(1);
  const containerStatuses = [
    { name: "c", image: "i", imageID: "", ready: false, restartCount: 0, state: { terminated: { exitCode: 0 } } },
  ];
  const [pod] = await live(server);
  await server.patchStatus("pods", pod?.metadata.name ?? "", { phase: "Succeeded", containerStatuses });
  await expect.poll(() => statusOf(server)).toMatchObject({ succeeded: 1, completionTime: expect.any(String) });
});

it("a Job runs its pods to completion, and counts each once", async () => {
  const server = await start();
  await server.create("jobs", job({ completions: 3, parallelism: 2 }), "batch");
  await expect.poll(count(server)).toBe(2);
  const pods = await live(server);
  expect(pods[0]?.metadata.finalizers).toEqual(["batch.kubernetes.io/job-tracking"]);
  for (const pod of pods) await end(server, pod, "Succeeded");
  await expect.poll(count(server)).toBe(1);
  await expect.poll(() => statusOf(server)).toMatchObject({ succeeded: 2, active: 1 });
  await end(server, (await live(server))[0], "Succeeded");
  await expect
    .poll(() => conditions(server))
    .toEqual(["SuccessCriteriaMet=True CompletionsReached", "Complete=True CompletionsReached"]);
  expect(await statusOf(server)).toMatchObject({
    succeeded: 3,
    completionTime: expect.any(String),
    uncountedTerminatedPods: {},
  });
  expect((await server.list("pods")).flatMap(({ metadata }) => metadata.finalizers ?? [])).toEqual([]);
  await expect.poll(() => server.events()).toContain("Completed Job completed");
});

it("failed pods are replaced after a wait that grows, up to the limit", async () => {
  const server = await start();
  await server.create("jobs", job({ backoffLimit: 1 }), "batch");
  await expect.poll(count(server)).toBe(1);
  await end(server, (await live(server))[0], "Failed", 1);
  const failedAt = server.clock.now();
  await expect.poll(count(server)).toBe(1);
  expect(server.clock.now() - failedAt).toBeGreaterThanOrEqual(10_000);
  await end(server, (await live(server))[0], "Failed", 1);
  await expect
    .poll(() => conditions(server))
    .toEqual(["FailureTarget=True BackoffLimitExceeded", "Failed=True BackoffLimitExceeded"]);
  expect(await statusOf(server)).toMatchObject({ failed: 2 });
  await expect
    .poll(() => server.events())
    .toContain("BackoffLimitExceeded Job has reached the specified backoff limit");
});

it("an indexed Job gives each pod its index, and completes them all", async () => {
  const server = await start();
  await server.create("jobs", job({ completions: 3, parallelism: 3, completionMode: "Indexed" }), "batch");
  await expect.poll(count(server)).toBe(3);
  const pods = await live(server);
  expect(pods.map(({ spec }) => (spec as { hostname?: string }).hostname ?? "").toSorted()).toEqual([
    "j-0",
    "j-1",
    "j-2",
  ]);
  const second = pods.find(
    ({ metadata }) => metadata.annotations?.["batch.kubernetes.io/job-completion-index"] === "1",
  );
  await end(server, second, "Succeeded");
  await expect.poll(() => statusOf(server)).toMatchObject({ completedIndexes: "1", succeeded: 1 });
  for (const pod of await live(server)) await end(server, pod, "Succeeded");
  await expect.poll(() => statusOf(server)).toMatchObject({ completedIndexes: "0-2", succeeded: 3 });
});

it("indexes that fail beyond their own limit fail alone", async () => {
  const server = await start();
  const spec = { completions: 2, parallelism: 2, completionMode: "Indexed", backoffLimitPerIndex: 0 };
  await server.create("jobs", job(spec), "batch");
  await expect.poll(count(server)).toBe(2);
  const [first, second] = await live(server);
  await end(server, first, "Failed", 1);
  await expect
    .poll(() => statusOf(server))
    .toMatchObject({ failed: 1, failedIndexes: expect.stringMatching(/^[01]$/) });
  await end(server, second, "Succeeded");
  await expect
    .poll(() => conditions(server))
    .toEqual(["FailureTarget=True FailedIndexes", "Failed=True FailedIndexes"]);
});

it("the pod failure policy ends a Job at once, or ignores failures", async () => {
  const server = await start();
  const rules = [
    { action: "Ignore", onExitCodes: { operator: "In", values: [7] } },
    { action: "FailJob", onExitCodes: { operator: "In", values: [42] } },
  ];
  await server.create("jobs", job({ backoffLimit: 0, podFailurePolicy: { rules } }), "batch");
  await expect.poll(count(server)).toBe(1);
  await end(server, (await live(server))[0], "Failed", 7);
  await expect.poll(count(server)).toBe(1);
  await end(server, (await live(server))[0], "Failed", 42);
  await expect.poll(() => conditions(server)).toContain("Failed=True PodFailurePolicy");
  const failed = (await statusOf(server))?.conditions?.find(({ type }) => type === "Failed");
  expect(failed?.message).toMatch(
    /^Container c for pod default\/j-\w+ failed with exit code 42 matching FailJob rule at index 1$/,
  );
});

it("the success policy ends a Job early", async () => {
  const server = await start();
  const successPolicy = { rules: [{ succeededIndexes: "0" }] };
  await server.create(
    "jobs",
    job({ completions: 2, parallelism: 2, completionMode: "Indexed", successPolicy }),
    "batch",
  );
  await expect.poll(count(server)).toBe(2);
  const leader = (await live(server)).find(
    ({ metadata }) => metadata.labels?.["batch.kubernetes.io/job-completion-index"] === "0",
  );
  await end(server, leader, "Succeeded");
  await expect
    .poll(() => conditions(server))
    .toEqual(["SuccessCriteriaMet=True SuccessPolicy", "Complete=True SuccessPolicy"]);
  expect(await live(server)).toEqual([]);
});

it("a suspended Job has no pods, and starts anew when it is resumed", async () => {
  const server = await start();
  await server.create("jobs", job({}), "batch");
  await expect.poll(count(server)).toBe(1);
  await server.patch("jobs", "j", { spec: { suspend: true } }, "batch");
  await expect.poll(count(server)).toBe(0);
  await expect.poll(() => conditions(server)).toEqual(["Suspended=True JobSuspended"]);
  const suspended = await statusOf(server);
  expect(suspended).not.toHaveProperty("failed");
  expect(suspended).toMatchObject({ startTime: expect.any(String) });
  await server.patch("jobs", "j", { spec: { suspend: false } }, "batch");
  await expect.poll(count(server)).toBe(1);
  await expect.poll(() => conditions(server)).toEqual(["Suspended=False JobResumed"]);
  expect((await statusOf(server))?.startTime).not.toBe(suspended?.startTime);
});

/** Keeps a pod that is being deleted, as a kubelet does. */
const hold = (server: ControlledServer, pod: KubeObject | undefined) =>
  server.patch("pods", pod?.metadata.name ?? "", {
    metadata: { finalizers: ["batch.kubernetes.io/job-tracking", "example.com/kubelet"] },
  });
const letGo = (server: ControlledServer, pod: KubeObject | undefined) =>
  server.patch("pods", pod?.metadata.name ?? "", { metadata: { finalizers: null } });

it("a Job that fails counts its pods as failed at once, and ends when they are gone", async () => {
  const server = await start();
  await server.create("jobs", job({ activeDeadlineSeconds: 30, podReplacementPolicy: "Failed" }), "batch");
  await expect.poll(count(server)).toBe(1);
  const [pod] = await live(server);
  await hold(server, pod);
  await server.ready(pod?.metadata.name ?? "");
  await expect.poll(() => statusOf(server)).toMatchObject({ active: 1, ready: 1, terminating: 0 });
  server.clock.advance(30_000);
  await expect
    .poll(() => statusOf(server))
    .toMatchObject({ failed: 1, ready: 0, terminating: 1, conditions: [{ type: "FailureTarget" }] });
  expect(await statusOf(server)).not.toHaveProperty("active");
  await letGo(server, pod);
  await expect.poll(() => conditions(server)).toContain("Failed=True DeadlineExceeded");
  expect(await statusOf(server)).toMatchObject({ failed: 1, terminating: 0 });
});

it("a failed pod of an index keeps its finalizer until it is replaced, and ignored failures delay that too", async () => {
  const server = await start();
  const rules = [{ action: "Ignore", onExitCodes: { operator: "In", values: [7] } }];
  const spec = { completions: 1, completionMode: "Indexed", backoffLimitPerIndex: 1, podFailurePolicy: { rules } };
  await server.create("jobs", job(spec), "batch");
  await expect.poll(count(server)).toBe(1);
  const [first] = await live(server);
  const failedAt = server.clock.now();
  await end(server, first, "Failed", 7);
  await expect.poll(() => statusOf(server)).not.toHaveProperty("active");
  expect((await server.get("pods", first?.metadata.name ?? "")).metadata.finalizers).toHaveLength(1);
  await expect.poll(count(server)).toBe(1);
  expect(server.clock.now() - failedAt).toBeGreaterThanOrEqual(10_000);
  expect((await live(server))[0]?.metadata.annotations).toMatchObject({
    "batch.kubernetes.io/job-index-failure-count": "0",
    "batch.kubernetes.io/job-index-ignored-failure-count": "1",
  });
  const finalizers = async () => (await server.get("pods", first?.metadata.name ?? "")).metadata.finalizers;
  await expect.poll(async () => (server.clock.advance(1000), finalizers())).toBeUndefined();
});

it("without completions, no pod is deleted once one has succeeded", async () => {
  const server = await start();
  await server.create("jobs", job({ parallelism: 3 }), "batch");
  await expect.poll(count(server)).toBe(3);
  await end(server, (await live(server))[0], "Succeeded");
  await expect.poll(() => statusOf(server)).toMatchObject({ succeeded: 1, active: 2 });
  await server.patch("jobs", "j", { spec: { parallelism: 1 } }, "batch");
  for (let i = 0; i < 5; i++) await statusOf(server);
  expect(await live(server)).toHaveLength(2);
});

it("a deadline ends a Job, and its time to live deletes it", async () => {
  const server = await start();
  await server.create("jobs", job({ activeDeadlineSeconds: 5, ttlSecondsAfterFinished: 60 }), "batch");
  await expect
    .poll(() => conditions(server))
    .toEqual(["FailureTarget=True DeadlineExceeded", "Failed=True DeadlineExceeded"]);
  const deleted = async () => {
    server.clock.advance(10_000);
    return (await server.list("jobs", "batch")).every(({ metadata }) => metadata.deletionTimestamp !== undefined);
  };
  await expect.poll(deleted).toBe(true);
});
