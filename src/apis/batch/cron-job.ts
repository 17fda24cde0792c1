import { fieldPath, invalid, notSupported, type FieldError, addError } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { FeatureGates } from "../../component-base/features/feature-gates.ts";
import type { ResourceBehavior } from "../../apiserver/registry/resource-definition.ts";
import type { Strategy } from "../../apiserver/registry/strategy.ts";
import type { TableLayout } from "../../apiserver/registry/table-column.ts";
import { templateDefaults } from "../core/pod/defaults.ts";
import { defaulter, type Defaults } from "../defaulting.ts";
import { specStatusStrategy } from "../strategies/generic-strategies.ts";
import { statusStrategy } from "../strategies/object-strategy.ts";
import {
  ageColumn,
  at,
  boolean,
  containerColumns,
  integer,
  nameColumn,
  printed,
  selectorText,
  sizeOf,
  stringIn,
  text,
  timeSince,
  wide,
} from "../table-cells.ts";
import { podFailurePolicyDefaults } from "./job.ts";
import { cronJobWarnings } from "./job-warnings.ts";
import { templateOptions } from "../core/pod/template.ts";
import { recordAt, type JsonRecord } from "../record.ts";
import { nonNegative, requireMember, requireOneOf } from "../validation/checks.ts";
import {
  addInvalid,
  collectErrors,
  fieldsOf,
  flagAt,
  isSet,
  textAt,
  within,
  type Fields,
} from "../validation/fields.ts";
import { scheduleError } from "./cron-schedule.ts";
import { validateJobTemplate } from "./job-validation.ts";
import { hasTimeZone } from "./time-zone.ts";

/** batch/v1 SetDefaults_CronJob; of the job template, the pod template and the policy for failures have defaults. */
const defaults: Defaults = {
  inside: {
    spec: {
      set: { concurrencyPolicy: "Allow" },
      setPointers: { suspend: false, successfulJobsHistoryLimit: 3, failedJobsHistoryLimit: 1 },
      inside: {
        jobTemplate: {
          inside: { spec: { inside: { template: templateDefaults, podFailurePolicy: podFailurePolicyDefaults } } },
        },
      },
    },
  },
};

const specPath = fieldPath("spec");
/** The controller appends 11 characters to the name for that of a job. */
const maxNameLength = 52;

function validateSchedule(spec: Fields, old: Fields | undefined): void {
  if (!requireMember(spec, "schedule")) return;
  const schedule = textAt(spec, "schedule");
  const problem = scheduleError(schedule, hasTimeZone);
  if (problem !== undefined) addInvalid(spec, "schedule", problem);
  if (!schedule.includes("TZ")) return;
  if (old === undefined || !textAt(old, "schedule").includes("TZ"))
    addInvalid(spec, "schedule", "cannot use TZ or CRON_TZ in schedule, use timeZone field instead");
  else if (isSet(spec, "timeZone"))
    addInvalid(spec, "schedule", "cannot use both timeZone field and TZ or CRON_TZ in schedule");
}

function validateTimeZone(spec: Fields): void {
  if (!isSet(spec, "timeZone")) return;
  const name = textAt(spec, "timeZone");
  if (name === "") return addInvalid(spec, "timeZone", "timeZone must be nil or non-empty string");
  const isPart = (part: string): boolean => part !== "." && part !== ".." && /^(?!-)[A-Za-z.\-_0-9+]{1,14}$/.test(part);
  if (!name.split("/").every(isPart)) return addInvalid(spec, "timeZone", `unknown time zone ${name}`);
  if (name.toLowerCase() === "local")
    addInvalid(
      spec,
      "timeZone",
      "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones",
    );
  if (!hasTimeZone(name)) addInvalid(spec, "timeZone", `unknown time zone ${name}`);
}

const templateOf = (spec: JsonRecord): JsonRecord =>
  recordAt(recordAt(recordAt(spec, "jobTemplate"), "spec"), "template");

/** Validates a CronJob (ValidateCronJobCreate, ValidateCronJobUpdate). */
const validateCronJob = (object: KubeObject, gates: FeatureGates, old?: KubeObject): readonly FieldError[] =>
  collectErrors(recordAt(object, "spec"), specPath, (spec) => {
    const before = old === undefined ? undefined : fieldsOf(recordAt(old, "spec"), specPath, []);
    const options = templateOptions(gates, before === undefined ? undefined : templateOf(before.record));
    validateSchedule(spec, before);
    nonNegative(spec, "startingDeadlineSeconds");
    if (before === undefined || before.record["timeZone"] !== spec.record["timeZone"]) validateTimeZone(spec);
    requireOneOf(spec, "concurrencyPolicy", ["Allow", "Forbid", "Replace"]);
    const job = within(within(spec, "jobTemplate"), "spec");
    validateJobTemplate(job, options);
    if (isSet(job, "selector")) addInvalid(job, "selector", "`selector` will be auto-generated");
    if (flagAt(job, "manualSelector"))
      addError(spec.errors, notSupported(job.path.child("manualSelector"), true, ["nil", "false"]));
    nonNegative(spec, "successfulJobsHistoryLimit");
    nonNegative(spec, "failedJobsHistoryLimit");
    const { name = "" } = object.metadata;
    if (before === undefined && name.length > maxNameLength)
      addError(
        spec.errors,
        invalid(fieldPath("metadata", "name"), name, `must be no more than ${maxNameLength} characters`),
      );
  });

const suspendText = (suspend: unknown): string =>
  typeof suspend === "boolean" ? (suspend ? "True" : "False") : "<unset>";

const table: TableLayout = {
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

const strategy: Strategy = {
  ...specStatusStrategy,
  validate: (object, { gates }) => validateCronJob(object, gates),
  validateUpdate: (object, old, { gates }) => validateCronJob(object, gates, old),
  ...cronJobWarnings,
};

/** The behavior of CronJobs. */
export const cronJobBehavior: ResourceBehavior = {
  strategy,
  default: defaulter(defaults),
  table,
  subresourceBehaviors: { status: { strategy: statusStrategy(strategy) } },
};
