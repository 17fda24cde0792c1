import { copyWithout } from "../../apimachinery/json/members.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { humanDuration } from "../../apimachinery/human-duration.ts";
import type { DeleteOptions } from "../../apiserver/registry/delete-options.ts";
import type { ResourceBehavior } from "../../apiserver/registry/resource-definition.ts";
import type { Strategy } from "../../apiserver/registry/strategy.ts";
import type { TableLayout } from "../../apiserver/registry/table-column.ts";
import { mergedMaps } from "../../component-base/long-map-keys.ts";
import { phase } from "../../component-base/work.ts";
import { templateDefaults } from "../core/pod/defaults.ts";
import { defaulter, type Defaults, type Fill } from "../defaulting.ts";
import { stringsOf } from "../label-selectors.ts";
import { recordAt, recordsAt, stringAt } from "../record.ts";
import {
  controllerUidLabel,
  jobNameLabel,
  legacyControllerUidLabel,
  legacyJobNameLabel,
  takesTemplateLabels,
} from "./job-labels.ts";
import { jobWarnings } from "./job-warnings.ts";
import { validateJob, validateJobUpdate } from "./job-validation.ts";
import { validateJobStatus } from "./job-status-validation.ts";
import { objectStrategy, statusStrategy } from "../strategies/object-strategy.ts";
import { ageColumn, at, containerColumns, nameColumn, numberIn, selectorText, text, wide } from "../table-cells.ts";

/** Defaults parallelism and, if it is unset too, completions to 1. */
const counts: Fill = (spec) => {
  if (spec["parallelism"] !== undefined) return spec;
  return { ...spec, parallelism: 1, ...(spec["completions"] === undefined && { completions: 1 }) };
};

const backoff: Fill = (spec) =>
  spec["backoffLimit"] === undefined
    ? { ...spec, backoffLimit: spec["backoffLimitPerIndex"] === undefined ? 6 : 2147483647 }
    : spec;

const replacement: Fill = (spec) =>
  spec["podReplacementPolicy"] === undefined
    ? { ...spec, podReplacementPolicy: spec["podFailurePolicy"] === undefined ? "TerminatingOrFailed" : "Failed" }
    : spec;

/** Defaults the labels of a job to those of its pod template. */
const labels: Fill = (job) => {
  const metadata = recordAt(job, "metadata");
  const own = recordAt(metadata, "labels");
  const template = recordAt(recordAt(recordAt(recordAt(job, "spec"), "template"), "metadata"), "labels");
  return Object.keys(own).length > 0 || Object.keys(template).length === 0
    ? job
    : { ...job, metadata: { ...metadata, labels: template } };
};

/** batch/v1 SetDefaults_PodFailurePolicyOnPodConditionsPattern. */
export const podFailurePolicyDefaults: Defaults = {
  each: { rules: { each: { onPodConditions: { set: { status: "True" } } } } },
};

/** batch/v1 SetDefaults_Job. */
const defaults: Defaults = {
  inside: {
    spec: {
      setPointers: { completionMode: "NonIndexed", suspend: false, manualSelector: false },
      inside: {
        template: templateDefaults,
        podFailurePolicy: podFailurePolicyDefaults,
      },
      rules: [counts, backoff, replacement],
    },
  },
  rules: [labels],
};

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

const table: TableLayout = {
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

const base = objectStrategy({
  status: {},
  generation: ["spec"],
  validatesMetadata: true,
  defaultGarbageCollectionPolicy: "OrphanDependents",
});

const keepsPods =
  "child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning";

/** Warns of the default that leaves the pods of a job (registry/batch/job REST.Delete, REST.DeleteCollection). */
const warningsOnDelete = ({ propagationPolicy, orphanDependents }: DeleteOptions): readonly string[] =>
  propagationPolicy === undefined && orphanDependents === undefined ? [keepsPods] : [];

/**
 * Generates the selector and template labels that tie pods to their job (registry/batch/job generateSelector). Existing
 * labels are kept.
 */
function generateSelector(job: KubeObject): KubeObject {
  const spec = recordAt(job, "spec");
  if (spec["manualSelector"] === true) return job;
  const { uid = "", name = "" } = job.metadata;
  const template = recordAt(spec, "template");
  const metadata = recordAt(template, "metadata");
  const generated = {
    [controllerUidLabel]: uid,
    [legacyControllerUidLabel]: uid,
    [jobNameLabel]: name,
    [legacyJobNameLabel]: name,
  };
  const labels = phase(() => mergedMaps<unknown>(generated, recordAt(metadata, "labels")));
  // Defaults give a job without labels those of its template: upstream the same map, which gets the generated ones.
  const takesLabels = job.metadata.labels !== undefined && job.metadata.labels === metadata["labels"];
  const selector = recordAt(spec, "selector");
  const matchLabels = {
    ...recordAt(selector, "matchLabels"),
    [controllerUidLabel]: recordAt(selector, "matchLabels")[controllerUidLabel] ?? uid,
  };
  return {
    ...job,
    ...(takesLabels && { metadata: { ...job.metadata, labels: phase(() => stringsOf(labels)) } }),
    spec: {
      ...spec,
      selector: { ...selector, matchLabels },
      template: { ...template, metadata: { ...metadata, labels } },
    },
  };
}

/** Gives a valid job without labels those of its template, as defaults do upstream when the stored job is read. */
const canonicalize = (job: KubeObject): KubeObject => labels(job) as unknown as KubeObject; // a copy with labels

/** Strategy of Jobs: generates the selector unless manualSelector is set. */
const strategy = {
  ...base,
  warningsOnDelete,
  canonicalize,
  ...jobWarnings(["spec"]),
  validate: (job, { gates }) => validateJob(job, gates),
  validateUpdate: (job, old, { gates }) => validateJobUpdate(job, old, gates),
  prepareForCreate: (job, ctx) => generateSelector(base.prepareForCreate?.(job, ctx) ?? job),
} satisfies Strategy;

/** Returns a new job as it is stored. */
const createdWithout = (job: KubeObject): KubeObject =>
  takesTemplateLabels(job) ? { ...job, metadata: copyWithout(job.metadata, "labels") } : job;

/** The behavior of Jobs. */
export const jobBehavior: ResourceBehavior = {
  strategy,
  default: defaulter(defaults),
  createdWithout,
  table,
  subresourceBehaviors: {
    status: {
      strategy: statusStrategy(strategy, "writable", (job, old, { gates }) => validateJobStatus(job, old, gates)),
    },
  },
};
