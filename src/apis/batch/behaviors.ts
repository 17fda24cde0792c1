import type { GroupBehaviors } from "../define-resource.ts";
import { defaulter } from "../defaulting.ts";
import type { Strategy } from "../../apiserver/registry/strategy.ts";
import { specStatusStrategy } from "../strategies/generic-strategies.ts";
import { statusStrategy } from "../strategies/object-strategy.ts";
import { cronJobTable, jobTable } from "./columns.ts";
import { cronJobDefaults, jobDefaults } from "./defaults.ts";
import { validateCronJob } from "./cron-job.ts";
import { validateJobStatus } from "./job-status-validation.ts";
import { cronJobWarnings } from "./job-warnings.ts";
import { jobStrategy } from "./job.ts";

const cronJobStrategy: Strategy = {
  ...specStatusStrategy,
  validate: (object, { gates }) => validateCronJob(object, gates),
  validateUpdate: (object, old, { gates }) => validateCronJob(object, gates, old),
  ...cronJobWarnings,
};

/** The behaviors of batch. */
export const batchBehaviors: GroupBehaviors = {
  cronjobs: {
    strategy: cronJobStrategy,
    default: defaulter(cronJobDefaults),
    table: cronJobTable,
    subresourceBehaviors: { status: { strategy: statusStrategy(cronJobStrategy) } },
  },
  jobs: {
    strategy: jobStrategy,
    default: defaulter(jobDefaults),
    table: jobTable,
    subresourceBehaviors: {
      status: {
        strategy: statusStrategy(jobStrategy, "writable", (job, old, { gates }) => validateJobStatus(job, old, gates)),
      },
    },
  },
};
