import type { Job } from "../../api/batch/v1.ts";
import { isConflict, isNotFound } from "../../apimachinery/errors.ts";
import { parseTime } from "../../apimachinery/time.ts";
import { type Controller, controllerClient } from "../../client/controller.ts";
import { objectKey } from "../../client/object-index.ts";
import type { ControllerContext } from "../framework/controller-context.ts";
import { QueuedController } from "../framework/queued-controller.ts";

const jobs = { group: "batch", version: "v1", resource: "jobs" };

/** Deletes finished Jobs after their time to live (controller/ttlafterfinished). */
export function createTtlAfterFinishedController(context: ControllerContext): Controller {
  const { clock, informers } = context;
  const client = controllerClient("ttl-after-finished-controller", context);
  const informer = informers.of<Job>(jobs);
  const controller = new QueuedController({
    clock,
    informers: [informer],
    workers: 5,
    async process(key, signal) {
      const job = informer.index.get(key);
      const expiry = job === undefined ? undefined : expiryOf(job);
      if (job === undefined || expiry === undefined) return;
      if (expiry > clock.now()) return controller.addAfter(key, expiry - clock.now());
      const { name = "", namespace = "", uid = "", resourceVersion = "" } = job.metadata;
      const preconditions = { uid, resourceVersion };
      try {
        await client.delete({ ...jobs, namespace }, name, { propagationPolicy: "Foreground", preconditions }, signal);
      } catch (error) {
        // the watch delivers the newer object
        if (!isNotFound(error) && !isConflict(error)) throw error;
      }
    },
  });
  const enqueue = (job: Job): void => {
    if (expiryOf(job) !== undefined) controller.add(objectKey(job));
  };
  informer.addHandler({ add: enqueue, update: (_before, after) => enqueue(after) });
  return controller;
}

/** When a finished job is to be deleted; undefined if it is not. */
function expiryOf({ metadata, spec, status }: Job): number | undefined {
  const seconds = spec?.ttlSecondsAfterFinished;
  if (seconds === undefined || metadata.deletionTimestamp !== undefined) return undefined;
  const end = status?.conditions?.find(
    (condition) => (condition.type === "Complete" || condition.type === "Failed") && condition.status === "True",
  );
  return end?.lastTransitionTime === undefined ? undefined : parseTime(end.lastTransitionTime) + seconds * 1000;
}
