import type { KubeObject } from "../../apimachinery/meta.ts";
import { recordAt } from "../record.ts";
import { semanticEqual } from "../strategies/semantic-equal.ts";

/** The labels that tie pods to their job; the older ones have no domain. */
export const controllerUidLabel = "batch.kubernetes.io/controller-uid";
export const jobNameLabel = "batch.kubernetes.io/job-name";
export const legacyControllerUidLabel = "controller-uid";
export const legacyJobNameLabel = "job-name";

/**
 * Whether a Job has the labels of its template with the uid that the server has made: it is stored without them, and
 * defaults give it them whenever it is read.
 */
export function takesTemplateLabels(job: KubeObject): boolean {
  const { labels, uid } = job.metadata;
  const template = recordAt(recordAt(recordAt(recordAt(job, "spec"), "template"), "metadata"), "labels");
  return uid !== undefined && labels?.[controllerUidLabel] === uid && semanticEqual(labels, template);
}
