import { humanDuration } from "../../apimachinery/human-duration.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { TableLayout } from "../../apiserver/registry/table-column.ts";
import { recordAt, recordsAt, stringAt } from "../record.ts";
import {
  ageColumn,
  at,
  boolean,
  containerColumns,
  integer,
  nameColumn,
  numberIn,
  printed,
  selectorText,
  sizeOf,
  stringIn,
  text,
  timeSince,
  wide,
} from "../table-cells.ts";

const holds = (job: KubeObject, type: string): boolean =>
  recordsAt(recordAt(job, "status"), "conditions").some(
    (condition) => stringAt(condition, "type") === type && condition["status"] === "True",
  );

/** Returns the status text: the first condition that holds (printers printJob). */
function statusText(job: KubeObject): string {
  if (holds(job, "Complete")) return "Complete";
  if (holds(job, "Failed")) return "Failed";
  if (job.metadata.deletionTimestamp !== undefined) return "Terminating";
  if (holds(job, "Suspended")) return "Suspended";
  return ["FailureTarget", "SuccessCriteriaMet"].find((type) => holds(job, type)) ?? "Running";
}

function completionsText(job: KubeObject): string {
  const [wanted, parallel, succeeded] = [
    at(job, "spec", "completions"),
    numberIn(job, "spec", "parallelism"),
    numberIn(job, "status", "succeeded"),
  ];
  if (typeof wanted === "number") return `${succeeded}/${wanted}`;
  return parallel > 1 ? `${succeeded}/1 of ${parallel}` : `${succeeded}/1`;
}

function durationText(job: KubeObject, now: number): string {
  const [start, end] = [at(job, "status", "startTime"), at(job, "status", "completionTime")];
  if (typeof start !== "string") return "";
  return humanDuration((typeof end === "string" ? Date.parse(end) : now) - Date.parse(start));
}

export const jobTable: TableLayout = {
  columns: [
    nameColumn,
    text("Status", "Status of the job.", statusText),
    text("Completions", "How many of the wanted pods have succeeded.", completionsText),
    text("Duration", "Time required to complete the job.", durationText),
    ageColumn,
    ...containerColumns("spec", "template"),
    wide(text("Selector", "Which pods belong to it.", (job) => selectorText(recordAt(job, "spec"), "selector"))),
  ],
};

const suspendText = (suspend: unknown): string =>
  typeof suspend === "boolean" ? (suspend ? "True" : "False") : "<unset>";

export const cronJobTable: TableLayout = {
  columns: [
    nameColumn,
    text("Schedule", "When it makes jobs.", (object) => stringIn("", object, "spec", "schedule")),
    text("Timezone", "In which time zone that is.", (object) => printed("<none>", at(object, "spec", "timeZone"))),
    boolean("Suspend", "Whether it makes none for now.", (object) => suspendText(at(object, "spec", "suspend"))),
    integer("Active", "How many of its jobs run.", (object) => sizeOf(at(object, "status", "active"))),
    text("Last Schedule", "How long ago it last made a job.", (object, now) =>
      typeof at(object, "status", "lastScheduleTime") === "string"
        ? timeSince(at(object, "status", "lastScheduleTime"), now)
        : "<none>",
    ),
    ageColumn,
    ...containerColumns("spec", "jobTemplate", "spec", "template"),
    wide(
      text("Selector", "Which pods belong to its jobs.", (object) =>
        selectorText(recordAt(recordAt(recordAt(object, "spec"), "jobTemplate"), "spec"), "selector"),
      ),
    ),
  ],
};
