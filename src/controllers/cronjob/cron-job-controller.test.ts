import { afterEach, expect, it } from "vitest";
import type { CronJob } from "../../api/batch/v1.ts";
import { FakeClock } from "../../component-base/testing/fake-clock.ts";
import { type ControlledServer, startControlled } from "../testing/controlled-server.ts";

const servers: ControlledServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function start() {
  const server = await startControlled(["cronjob-controller"], new FakeClock(Date.UTC(2026, 0, 1)));
  servers.push(server);
  return server;
}

const minute = 60_000;
const cronJob = (more: object = {}) => ({
  metadata: { name: "c" },
  spec: {
    schedule: "*/10 * * * *",
    jobTemplate: { spec: { template: { spec: { restartPolicy: "Never", containers: [{ name: "c", image: "i" }] } } } },
    ...more,
  },
});
const names = async (server: ControlledServer) =>
  (await server.list("jobs", "batch")).map(({ metadata }) => metadata.name);
const statusOf = async (server: ControlledServer) => ((await server.get("cronjobs", "c", "batch")) as CronJob).status;
const jobAt = (minutes: number) => `c-${Date.UTC(2026, 0, 1) / minute + minutes}`;
/** Lets time pass until something holds, at most to so many minutes after the start, and not a millisecond more. */
async function pass(server: ControlledServer, minutes: number) {
  const left = Date.UTC(2026, 0, 1) + minutes * minute - server.clock.now();
  server.clock.advance(Math.max(0, Math.min(left, minute)));
}
async function finish(server: ControlledServer, name: string) {
  const at = new Date(server.clock.now()).toISOString().replace(/\.\d+Z$/, "Z");
  const condition = (type: string) => ({ type, status: "True", lastTransitionTime: at });
  const conditions = [condition("SuccessCriteriaMet"), condition("Complete")];
  await server.patchStatus("jobs", name, { startTime: at, completionTime: at, conditions }, "batch");
}

it("a Job is created when its time comes, and noted until it has ended", async () => {
  const server = await start();
  await server.create("cronjobs", cronJob(), "batch");
  await expect.poll(async () => (await pass(server, 10), names(server))).toEqual([jobAt(10)]);
  await expect
    .poll(() => statusOf(server))
    .toMatchObject({ active: [{ kind: "Job", name: jobAt(10) }], lastScheduleTime: "2026-01-01T00:10:00Z" });
  expect((await server.list("jobs", "batch"))[0]?.metadata.annotations).toMatchObject({
    "batch.kubernetes.io/cronjob-scheduled-timestamp": "2026-01-01T00:10:00Z",
  });
  await finish(server, jobAt(10));
  await expect.poll(() => statusOf(server)).toMatchObject({ lastSuccessfulTime: expect.any(String) });
  expect(await statusOf(server)).not.toHaveProperty("active");
  await expect
    .poll(() => server.events())
    .toEqual(
      expect.arrayContaining([
        `SuccessfulCreate Created job ${jobAt(10)}`,
        `SawCompletedJob Saw completed job: ${jobAt(10)}, condition: Complete`,
      ]),
    );
});

it.each([
  ["Allow", [jobAt(10), jobAt(20)]],
  ["Forbid", [jobAt(10)]],
  ["Replace", [jobAt(20)]],
])(
  "with %s, the next Job comes beside, not at all, or in place of one that runs",
  async (concurrencyPolicy, expected) => {
    const server = await start();
    await server.create("cronjobs", cronJob({ concurrencyPolicy }), "batch");
    await expect.poll(async () => (await pass(server, 10), names(server))).toEqual([jobAt(10)]);
    await expect.poll(() => statusOf(server)).toMatchObject({ active: [{ name: jobAt(10) }] });
    const told = /SuccessfulDelete|JobAlreadyActive/;
    const isTold = async () => (await server.events()).some((event) => told.test(event));
    await expect
      .poll(async () => (await pass(server, 20), concurrencyPolicy === "Allow" || (await isTold())))
      .toBe(true);
    await expect.poll(async () => (await pass(server, 20), names(server))).toEqual(expected);
  },
);

it("a Job says its time in the zone of the CronJob", async () => {
  const server = await start();
  await server.create("cronjobs", cronJob({ timeZone: "America/New_York" }), "batch");
  await expect.poll(async () => (await pass(server, 10), names(server))).toEqual([jobAt(10)]);
  expect((await server.list("jobs", "batch"))[0]?.metadata.annotations).toEqual({
    "batch.kubernetes.io/cronjob-scheduled-timestamp": "2025-12-31T19:10:00-05:00",
  });
});

it("a schedule without a time is told, and causes nothing else", async () => {
  const server = await start();
  await server.create("cronjobs", cronJob({ schedule: "59 23 31 2 *" }), "batch");
  const problem = "time difference between two schedules is less than 1 second";
  await expect.poll(() => server.events()).toEqual([`InvalidSchedule invalid schedule: 59 23 31 2 * : ${problem}`]);
});

it("a schedule of an interval goes on from its last time, whatever happens meanwhile", async () => {
  const server = await start();
  await server.create("cronjobs", cronJob({ schedule: "@every 10m" }), "batch");
  await expect.poll(async () => (await pass(server, 10), names(server))).toEqual([jobAt(10)]);
  await expect.poll(() => statusOf(server)).toMatchObject({ active: [{ name: jobAt(10) }] });
  await pass(server, 15);
  await finish(server, jobAt(10));
  await expect.poll(() => statusOf(server)).not.toHaveProperty("active");
  await expect.poll(async () => (await pass(server, 20), names(server))).toEqual([jobAt(10), jobAt(20)]);
});

it("a Job of the name that belongs to nobody is left alone, and the next one is started", async () => {
  const server = await start();
  await server.create("cronjobs", cronJob(), "batch");
  await expect.poll(() => server.list("cronjobs", "batch")).toHaveLength(1);
  const { spec } = cronJob().spec.jobTemplate;
  await server.create("jobs", { metadata: { name: jobAt(10) }, spec }, "batch");
  await expect.poll(async () => (await pass(server, 20), names(server))).toEqual([jobAt(10), jobAt(20)]);
  expect((await server.events()).filter((event) => event.startsWith("Failed"))).toEqual([]);
  await expect.poll(() => statusOf(server)).toMatchObject({ active: [{ name: jobAt(20) }] });
});

it("a suspended CronJob creates nothing, and the history is kept short", async () => {
  const server = await start();
  await server.create("cronjobs", cronJob({ successfulJobsHistoryLimit: 1 }), "batch");
  for (const at of [10, 20, 30]) {
    await expect.poll(async () => (await pass(server, at), names(server))).toContain(jobAt(at));
    await expect.poll(() => statusOf(server)).toMatchObject({ active: [{ name: jobAt(at) }] });
    await finish(server, jobAt(at));
  }
  await expect.poll(() => names(server)).toEqual([jobAt(30)]);
  await server.patch("cronjobs", "c", { spec: { suspend: true } }, "batch");
  for (let at = 31; at < 90; at++) {
    await pass(server, at);
    await statusOf(server);
  }
  expect(await names(server)).toEqual([jobAt(30)]);
});

it("a Job whose starting deadline has passed is not started", async () => {
  const server = await start();
  await server.create("cronjobs", cronJob({ startingDeadlineSeconds: 60, suspend: true }), "batch");
  await expect.poll(() => statusOf(server)).toBeDefined();
  server.clock.advance(15 * minute);
  await server.patch("cronjobs", "c", { spec: { suspend: false } }, "batch");
  await expect.poll(async () => (await pass(server, 20), names(server))).toEqual([jobAt(20)]);
});

it("a CronJob that has missed more than a hundred times is told so, and starts the last one", async () => {
  const server = await start();
  await server.create("cronjobs", cronJob({ suspend: true }), "batch");
  await expect.poll(() => statusOf(server)).toBeDefined();
  server.clock.advance(1100 * minute);
  await server.patch("cronjobs", "c", { spec: { suspend: false } }, "batch");
  // A watch that the time has ended is begun anew after a moment of the same time.
  await expect.poll(async () => (server.clock.advance(1000), names(server))).toEqual([jobAt(1100)]);
  await expect
    .poll(() => server.events())
    .toContain(
      "TooManyMissedTimes too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check clock skew",
    );
});
