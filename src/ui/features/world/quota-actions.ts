import { isRecord } from "../../../apimachinery/is-record.ts";
import { textAt } from "../../../diagnosis/fields.ts";
import { nameOfSubject, type Action } from "../../actions/action.ts";
import { createIn, createLine, deleteOf, kubectlLine } from "../../actions/requests.ts";

const quotas = { group: "", version: "v1", resource: "resourcequotas" };
/** The quota that the page makes, and that it offers to remove. */
const quotaName = "no-more-pods";

const countOf = (list: unknown): number =>
  isRecord(list) && Array.isArray(list["items"])
    ? list["items"].filter((pod) => !["Succeeded", "Failed"].includes(textAt(pod, "status.phase"))).length
    : 0;

const fillQuota: Action = {
  id: "fill-quota",
  label: "Fill a quota of",
  words: "Limits the namespace to the pods that it has: a pod that is deleted is replaced, one more is refused.",
  icon: "policies",
  kinds: ["/Namespace"],
  async plan(subject, _answers, { read }) {
    const namespace = nameOfSubject(subject);
    const count = countOf(await read(`/api/v1/namespaces/${namespace}/pods`));
    const quota = {
      apiVersion: "v1",
      kind: "ResourceQuota",
      metadata: { name: quotaName, namespace },
      spec: { hard: { pods: String(count) } },
    };
    const path = { ...quotas, namespace, name: quotaName };
    return {
      requests: [createIn(path, quota)],
      kubectl: createLine(quota),
      done: `${namespace} has room for no more than ${count} pods`,
      back: { words: "Deleting the quota.", requests: [deleteOf(path)] },
    };
  },
};

const removeQuota: Action = {
  id: "remove-quota",
  label: "Remove",
  words: "Deletes the quota: the namespace takes pods again.",
  icon: "check",
  kinds: ["/ResourceQuota"],
  refuses: ({ metadata: { name } }) => (name === quotaName ? undefined : "it is not one that was made to be filled"),
  plan(subject) {
    const { namespace, name } = subject.object.metadata;
    const path = { ...quotas, namespace, name };
    const { hard } = Object(subject.object["spec"]);
    const quota = { apiVersion: "v1", kind: "ResourceQuota", metadata: { name, namespace }, spec: { hard } };
    return {
      requests: [deleteOf(path)],
      kubectl: kubectlLine(subject, "delete", "resourcequota", nameOfSubject(subject)),
      done: `${nameOfSubject(subject)} is removed`,
      back: { words: "Creating the quota again.", requests: [createIn(path, quota)] },
    };
  },
};

/** Fills a quota of a namespace, and removes it. */
export const quotaActions: readonly Action[] = [removeQuota, fillQuota];
