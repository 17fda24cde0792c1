import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Strategy } from "../../apiserver/registry/strategy.ts";
import { stringsOf } from "../label-selectors.ts";
import { recordAt } from "../record.ts";
import { controllerUidLabel, jobNameLabel, legacyControllerUidLabel, legacyJobNameLabel } from "./job-labels.ts";
import { jobWarnings } from "./job-warnings.ts";
import { validateJob, validateJobUpdate } from "./job-validation.ts";
import { objectStrategy } from "../strategies/object-strategy.ts";

const base = objectStrategy({
  status: {},
  generation: ["spec"],
  validatesMetadata: true,
  defaultGarbageCollectionPolicy: "OrphanDependents",
});

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
  const labels = {
    [controllerUidLabel]: uid,
    [legacyControllerUidLabel]: uid,
    [jobNameLabel]: name,
    [legacyJobNameLabel]: name,
    ...recordAt(metadata, "labels"),
  };
  // Defaults give a job without labels those of its template, upstream again when the stored job is read: with the
  // generated ones.
  const own = job.metadata.labels ?? {};
  const takesLabels = own === metadata["labels"] || Object.keys(own).length === 0;
  const selector = recordAt(spec, "selector");
  const matchLabels = {
    ...recordAt(selector, "matchLabels"),
    [controllerUidLabel]: recordAt(selector, "matchLabels")[controllerUidLabel] ?? uid,
  };
  return {
    ...job,
    ...(takesLabels && { metadata: { ...job.metadata, labels: stringsOf(labels) } }),
    spec: {
      ...spec,
      selector: { ...selector, matchLabels },
      template: { ...template, metadata: { ...metadata, labels } },
    },
  };
}

/** Strategy of Jobs: generates the selector unless manualSelector is set. */
export const jobStrategy = {
  ...base,
  ...jobWarnings(["spec"]),
  validate: (job, { gates }) => validateJob(job, gates),
  validateUpdate: (job, old, { gates }) => validateJobUpdate(job, old, gates),
  prepareForCreate: (job, ctx) => generateSelector(base.prepareForCreate?.(job, ctx) ?? job),
} satisfies Strategy;
