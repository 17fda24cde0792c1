import { membersAt } from "../../diagnosis/fields.ts";
import { nameOfSubject, type Action } from "./action.ts";
import { createIn, deleteOf, kubectlLine } from "./requests.ts";

const jobs = { group: "batch", version: "v1", resource: "jobs" };

/** Runs a Job of a CronJob at once. */
export const runJobAction: Action = {
  id: "run-job",
  label: "Run a Job of",
  words: "Makes a Job of its template now, beside its schedule.",
  icon: "play",
  kinds: ["batch/CronJob"],
  inputs: ({ object }) => [
    {
      id: "name",
      label: "Name of the Job",
      kind: "text",
      value: `${object.metadata.name ?? "job"}-manual`.slice(0, 63),
    },
  ],
  plan(subject, { name = "" }) {
    const { object } = subject;
    const { namespace, uid } = object.metadata;
    const template = membersAt(object, "spec.jobTemplate");
    const labels = membersAt(template, "metadata.labels");
    const annotations = {
      ...membersAt(template, "metadata.annotations"),
      "cronjob.kubernetes.io/instantiate": "manual",
    };
    const owner = { apiVersion: "batch/v1", kind: "CronJob", name: nameOfSubject(subject), uid, controller: true };
    const job = {
      apiVersion: "batch/v1",
      kind: "Job",
      metadata: {
        name,
        namespace,
        annotations,
        ...(Object.keys(labels).length > 0 && { labels }),
        ownerReferences: [owner],
      },
      spec: membersAt(template, "spec"),
    };
    return {
      requests: [createIn({ ...jobs, namespace }, job)],
      kubectl: kubectlLine(subject, "create", "job", name, `--from=cronjob/${nameOfSubject(subject)}`),
      done: `The Job ${name} is made`,
      back: { words: "Deleting the Job with its pods.", requests: [deleteOf({ ...jobs, namespace, name })] },
    };
  },
};
