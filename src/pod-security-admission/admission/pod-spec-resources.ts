import type { GroupResource } from "../../apimachinery/gvk.ts";

const template = ["spec", "template"];

/** Where the kinds that make pods keep the template (admission.DefaultPodSpecExtractor). */
const templatePaths: Readonly<Record<string, readonly string[]>> = {
  "/pods": [],
  "/podtemplates": ["template"],
  "/replicationcontrollers": template,
  "apps/replicasets": template,
  "apps/deployments": template,
  "apps/statefulsets": template,
  "apps/daemonsets": template,
  "batch/jobs": template,
  "batch/cronjobs": ["spec", "jobTemplate", "spec", "template"],
};

/** Returns the path of the pod or template in an object; undefined if there is none. */
export const podSpecPath = ({ group, resource }: GroupResource): readonly string[] | undefined =>
  templatePaths[`${group}/${resource}`];

/** Reports whether the objects of a resource are pods or have a template of pods. */
export const hasPodSpec = (resource: GroupResource): boolean => podSpecPath(resource) !== undefined;
