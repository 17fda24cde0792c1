import { fieldPath } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Strategy } from "../../apiserver/registry/strategy.ts";
import { controllerNameWarning, labelNameWarnings, templateWarnings } from "../core/pod/warnings.ts";
import { recordAt, numberAt, stringAt, type JsonRecord } from "../record.ts";

type Warnings = Pick<Strategy, "warningsOnCreate" | "warningsOnUpdate">;

const manyIndexes =
  "In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of indexes fail";

/** Returns warnings for the spec of a job, given by its path (WarningsForJobSpec). */
function specWarnings(object: KubeObject, path: readonly string[]): readonly string[] {
  let spec: JsonRecord = object;
  for (const member of path) spec = recordAt(spec, member);
  const isLarge =
    spec["completionMode"] === "Indexed" &&
    (numberAt(spec, "completions") ?? 0) > 100000 &&
    (numberAt(spec, "parallelism") ?? 0) > 10000;
  return [
    ...(isLarge ? [`${fieldPath(...path).toString()}: ${manyIndexes}`] : []),
    ...templateWarnings(object, [...path, "template"]),
  ];
}

/** Returns the warnings of a kind with the spec of a job at a path. */
export const jobWarnings = (path: readonly string[]): Warnings => ({
  warningsOnCreate: (object) => [...labelNameWarnings(controllerNameWarning, object), ...specWarnings(object, path)],
  warningsOnUpdate: (object, old) =>
    object.metadata.generation === old.metadata.generation ? [] : specWarnings(object, path),
});

const ofTemplate = jobWarnings(["spec", "jobTemplate", "spec"]);

/** The warnings of CronJobs; a time zone in the schedule is one more on update. */
export const cronJobWarnings: Warnings = {
  ...ofTemplate,
  warningsOnUpdate: (object, old) => [
    ...(ofTemplate.warningsOnUpdate?.(object, old) ?? []),
    ...(stringAt(recordAt(object, "spec"), "schedule").includes("TZ")
      ? [
          "cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details",
        ]
      : []),
  ],
};
