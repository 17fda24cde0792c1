import type { GroupBehaviors } from "../define-resource.ts";
import { cronJobBehavior } from "./cron-job.ts";
import { jobBehavior } from "./job.ts";

/** The behaviors of batch. */
export const batchBehaviors: GroupBehaviors = { cronjobs: cronJobBehavior, jobs: jobBehavior };
