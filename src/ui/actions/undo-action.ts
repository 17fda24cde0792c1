import { labelSelectorAsSelector } from "../../apimachinery/labels/label-selector.ts";
import { messageOf } from "../../apimachinery/message-of.ts";
import { asJson, type KubeObject } from "../../apimachinery/meta.ts";
import { membersAt, textAt, valueAt } from "../../diagnosis/fields.ts";
import type { History } from "../../kubectl/commands/rollout/revisions.ts";
import { listItems } from "../data/send.ts";
import { withParameter } from "../kube/resource.ts";
import { nameOfSubject, type Action, type ActionContext, type ActionPlan, type Subject } from "./action.ts";
import { kubectlLine, patchOf, typedName } from "./requests.ts";
import { rolling } from "./workload-actions.ts";

/** Reads what is kept of a workload's earlier templates. */
async function historyOf({ kind, object }: Subject, { read }: ActionContext): Promise<History> {
  const { ofControllerRevision, ofReplicaSet } = await import("../../kubectl/commands/rollout/revisions.ts");
  const workload = asJson({ ...object, kind: kind.kind, apiVersion: "apps/v1" });
  const records = kind.kind === "Deployment" ? "replicasets" : "controllerrevisions";
  const selector = labelSelectorAsSelector(membersAt(object, "spec.selector")).toString();
  const collection = `/apis/apps/v1/namespaces/${object.metadata.namespace ?? ""}/${records}`;
  const list = await read(withParameter(collection, "labelSelector", selector));
  const items = listItems(list);
  const own = items.filter(
    ({ metadata }) =>
      metadata.ownerReferences?.some(({ controller, uid }) => controller === true && uid === object.metadata.uid) ===
      true,
  );
  return {
    workload,
    revisions: own.map((record) =>
      kind.kind === "Deployment" ? ofReplicaSet(asJson(record)) : ofControllerRevision(workload, asJson(record)),
    ),
  };
}

const impossible = (subject: Subject, kubectl: string, refused: string): ActionPlan => ({
  requests: [],
  kubectl,
  done: `${nameOfSubject(subject)} is as it was`,
  back: { words: "Nothing is changed." },
  refused,
});

const imageOf = (object: KubeObject | undefined): string => {
  const containers = valueAt(object, "spec.template.spec.containers");
  const [first] = Array.isArray(containers) ? containers : [];
  return textAt(first, "image");
};

async function planUndo(subject: Subject, context: ActionContext): Promise<ActionPlan> {
  const { hasTemplateOf, revisionToRestore, rollbackPatch } =
    await import("../../kubectl/commands/rollout/rollback.ts");
  const name = nameOfSubject(subject);
  const kubectl = kubectlLine(subject, "rollout", "undo", typedName(subject));
  const history = await historyOf(subject, context);
  try {
    const target = revisionToRestore(history, 0);
    if (hasTemplateOf(history.workload, target))
      return impossible(subject, kubectl, `Its template is that of revision ${target.number} already.`);
    const { body, contentType } = rollbackPatch(history.workload, target);
    const image = imageOf(target.object as unknown as KubeObject);
    return {
      requests: [patchOf(subject, body, contentType)],
      kubectl,
      done: `${name} goes back to revision ${target.number}${image === "" ? "" : `, with the image ${image}`}`,
      back: { words: "Undoing once more: that goes back to the template of now." },
    };
  } catch (error) {
    return impossible(subject, kubectl, `${messageOf(error)}.`);
  }
}

/** Rolls a workload back to the template before. */
export const undoAction: Action = {
  id: "undo",
  label: "Undo the rollout of",
  words: "Goes back to the template before the latest change, as a new rollout.",
  icon: "history",
  kinds: rolling,
  refuses: (object) => (valueAt(object, "spec.paused") === true ? "it is paused" : undefined),
  plan: (subject, _answers, context) => planUndo(subject, context),
};
