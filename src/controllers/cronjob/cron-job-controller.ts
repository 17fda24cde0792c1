import type { CronJob, Job } from "../../api/batch/v1.ts";
import { type Controller, controllerClient } from "../../client/controller.ts";
import { objectKey } from "../../client/object-index.ts";
import type { ControllerContext } from "../framework/controller-context.ts";
import { EventRecorder } from "../framework/event-recorder.ts";
import { type ControllerKind, isControlledBy, ownerKey } from "../framework/owners.ts";
import { QueuedController } from "../framework/queued-controller.ts";
import { CronJobPass } from "./cron-job-pass.ts";

const cronJobKind: ControllerKind = {
  apiVersion: "batch/v1",
  kind: "CronJob",
  target: { group: "batch", version: "v1", resource: "cronjobs" },
};

/** Creates Jobs at the times of CronJobs (controller/cronjob). */
export function createCronJobController(context: ControllerContext): Controller {
  const { clock, informers } = context;
  const client = controllerClient("cronjob-controller", context);
  const recorder = new EventRecorder({ client, clock, component: "cronjob-controller" });
  const cronJobs = informers.of<CronJob>(cronJobKind.target);
  const jobs = informers.of<Job>({ group: "batch", version: "v1", resource: "jobs" });
  const controller = new QueuedController({
    clock,
    informers: [cronJobs, jobs],
    workers: 5,
    async process(key, signal) {
      const cronJob = cronJobs.index.get(key);
      if (cronJob === undefined) return;
      const owned = [...jobs.index.byOwner(cronJob.metadata.uid ?? "")].filter((job) => isControlledBy(job, cronJob));
      const again = (ms: number): void => controller.addAfter(key, ms);
      await new CronJobPass({ cronJob, jobs: owned, clock, client, recorder, kind: cronJobKind, signal, again }).sync();
    },
  });
  const enqueue = (cronJob: CronJob): void => controller.add(objectKey(cronJob));
  cronJobs.addHandler({ add: enqueue, update: (_before, after) => enqueue(after) });
  const enqueueOwner = (job: Job): void => {
    const key = ownerKey(job, cronJobKind, cronJobs);
    if (key !== undefined) controller.add(key);
  };
  jobs.addHandler({ add: enqueueOwner, update: (_before, after) => enqueueOwner(after), delete: enqueueOwner });
  return controller;
}
