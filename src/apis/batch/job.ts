import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Strategy } from "../../apiserver/registry/strategy.ts";
import { recordAt } from "../record.ts";
import { objectStrategy } from "../strategies/object-strategy.ts";

const base = objectStrategy({
  status: {},
  generation: ["spec"],
  validatesMetadata: true,
  defaultGarbageCollectionPolicy: "OrphanDependents",
});

const controllerUidLabel = "batch.kubernetes.io/controller-uid";
const jobNameLabel = "batch.kubernetes.io/job-name";

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
    "controller-uid": uid,
    [jobNameLabel]: name,
    "job-name": name,
    ...recordAt(metadata, "labels"),
  };
  const selector = recordAt(spec, "selector");
  const matchLabels = {
    ...recordAt(selector, "matchLabels"),
    [controllerUidLabel]: recordAt(selector, "matchLabels")[controllerUidLabel] ?? uid,
  };
  return {
    ...job,
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
  prepareForCreate: (job, ctx) => generateSelector(base.prepareForCreate?.(job, ctx) ?? job),
} satisfies Strategy;
