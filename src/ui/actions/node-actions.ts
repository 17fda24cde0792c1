import type { KubeObject } from "../../apimachinery/meta.ts";
import { isSimulatedNode, simulationPrefix } from "../../component-helpers/simulation.ts";
import { itemsAt, textAt, valueAt } from "../../diagnosis/fields.ts";
import { listItems } from "../data/send.ts";
import { simulatedNode } from "../kube/simulated-node.ts";
import { nameOfSubject, type Action, type ActionPlan, type Subject } from "./action.ts";
import { controllerWords } from "./controller-words.ts";
import { annotate, evictionOf } from "./pod-actions.ts";
import { createIn, createLine, deleteOf, kubectlLine, patchOf, postTo, strategicPatch } from "./requests.ts";

const nodes = ["/Node"];
const podKind = { group: "", version: "v1", resource: "pods", kind: "Pod" };
const nodePath = { group: "", version: "v1", resource: "nodes" };
const isCordoned = (node: KubeObject): boolean => valueAt(node, "spec.unschedulable") === true;

const setUnschedulable = (subject: Subject, unschedulable: boolean) =>
  patchOf(subject, { spec: { unschedulable: unschedulable ? true : null } }, strategicPatch);

const cordoning = (cordon: boolean): Action => ({
  id: cordon ? "cordon" : "uncordon",
  label: cordon ? "Cordon" : "Uncordon",
  words: cordon ? "No new pods are put on the node; those on it stay." : "New pods are put on the node again.",
  icon: cordon ? "pin" : "check",
  kinds: nodes,
  refuses: (node) => (isCordoned(node) === cordon ? (cordon ? "it is cordoned" : "it is not cordoned") : undefined),
  plan: (subject) => ({
    requests: [setUnschedulable(subject, cordon)],
    kubectl: kubectlLine(subject, cordon ? "cordon" : "uncordon", nameOfSubject(subject)),
    done: `${nameOfSubject(subject)} is ${cordon ? "cordoned" : "uncordoned"}`,
    back: { words: cordon ? "Uncordoning it." : "Cordoning it again.", requests: [setUnschedulable(subject, !cordon)] },
  }),
});

/** Reports whether a drain leaves a pod where it is: those of DaemonSets, and those of the node itself. */
const staysOn = (pod: KubeObject): boolean =>
  pod.metadata.ownerReferences?.some(({ controller, kind }) => controller === true && kind === "DaemonSet") === true ||
  pod.metadata.annotations?.["kubernetes.io/config.mirror"] !== undefined;

const isBare = (pod: KubeObject): boolean =>
  controllerWords(pod) === "" && !["Succeeded", "Failed"].includes(textAt(pod, "status.phase"));

const drainFlags = ["--ignore-daemonsets", "--delete-emptydir-data"];

function drainPlan(subject: Subject, found: readonly KubeObject[], force: boolean): ActionPlan {
  const name = nameOfSubject(subject);
  const leaving = found.filter((pod) => !staysOn(pod));
  const bare = leaving.filter(isBare).map(({ metadata }) => metadata.name ?? "");
  return {
    requests: [
      ...(isCordoned(subject.object) ? [] : [setUnschedulable(subject, true)]),
      ...leaving.map((object) => postTo({ kind: podKind, object }, "eviction", evictionOf(object))),
    ],
    independent: true,
    kubectl: kubectlLine(subject, "drain", name, ...drainFlags, ...(force ? ["--force"] : [])),
    done: `${name} is drained`,
    back: {
      words:
        "Uncordoning it. Controllers make the evicted pods anew elsewhere" +
        (bare.length > 0 && force ? `, but not ${bare.join(", ")}.` : "."),
      requests: [setUnschedulable(subject, false)],
    },
    ...(bare.length > 0 &&
      !force && {
        refused: `No controller would make ${bare.join(", ")} again: choose to evict such pods, too, or keep the node.`,
      }),
  };
}

const drain: Action = {
  id: "drain",
  label: "Drain",
  words: "Cordons the node and evicts its pods, as far as disruption budgets allow. Pods of DaemonSets stay.",
  icon: "up",
  tone: "danger",
  kinds: nodes,
  inputs: () => [
    {
      id: "force",
      label: "Pods without a controller",
      kind: "choice",
      value: "no",
      options: [
        ["no", "Keep the node if there are any"],
        ["yes", "Evict them for good"],
      ],
    },
  ],
  async plan(subject, { force }, { read }) {
    const list = await read(`/api/v1/pods?fieldSelector=spec.nodeName%3D${nameOfSubject(subject)}`);
    const items = listItems(list);
    return drainPlan(subject, items, force === "yes");
  },
};

const readyAnnotation = `${simulationPrefix}ready`;
const isDown = (node: KubeObject): boolean => node.metadata.annotations?.[readyAnnotation] === "false";

const killing = (kill: boolean): Action => ({
  id: kill ? "kill-node" : "revive-node",
  label: kill ? "Kill" : "Revive",
  words: kill
    ? "Its container runtime goes down: the node is not ready, and its pods are evicted when their tolerations end."
    : "Its container runtime is up again: the node becomes ready.",
  icon: kill ? "stop" : "play",
  ...(kill && { tone: "danger" }),
  kinds: nodes,
  refuses: (node) =>
    !isSimulatedNode(node)
      ? "it is no simulated node"
      : isDown(node) === kill
        ? kill
          ? "it is down"
          : "it is up"
        : undefined,
  plan: (subject) => ({
    ...annotate(subject, { [readyAnnotation]: kill ? "false" : null }),
    done: `${nameOfSubject(subject)} is ${kill ? "down" : "up again"}`,
    back: {
      words: kill ? "Reviving it; pods that were evicted by then stay where they are." : "Killing it again.",
      requests: annotate(subject, { [readyAnnotation]: kill ? null : "false" }).requests,
    },
  }),
});

const isUnscheduled = (pod: KubeObject): boolean =>
  itemsAt(pod, "status.conditions").some(({ type, status }) => type === "PodScheduled" && status === "False");

/** Plans the creation of a simulated node. */
export function addNodePlan(name: string, cpu: string, memory: string): ActionPlan {
  const bare = simulatedNode(name);
  const capacity = { [`${simulationPrefix}capacity.cpu`]: cpu, [`${simulationPrefix}capacity.memory`]: memory };
  const node = { ...bare, metadata: { ...bare.metadata, annotations: capacity } };
  return {
    requests: [createIn(nodePath, node)],
    kubectl: createLine(node),
    done: `The node ${name} is there`,
    back: { words: "Deleting the node.", requests: [deleteOf({ ...nodePath, name })] },
  };
}

/** What is asked of a node to add. */
const nodeInputs = (name: string) =>
  [
    { id: "name", label: "Name", kind: "text", value: name },
    { id: "cpu", label: "CPUs", kind: "text", value: "8" },
    { id: "memory", label: "Memory", kind: "text", value: "16Gi" },
  ] as const;

const addNode: Action = {
  id: "add-node",
  label: "Add a node for",
  words: "Creates a simulated node, on which pods that find no room can run.",
  icon: "plus",
  kinds: ["/Pod"],
  refuses: (pod) => (isUnscheduled(pod) ? undefined : "it has a node"),
  inputs: ({ object }) => {
    const cpus = itemsAt(object, "spec.containers").map((one) => Number(textAt(one, "resources.requests.cpu")) || 0);
    const wanted = Math.ceil(cpus.reduce((sum, cpu) => sum + cpu, 0));
    return nodeInputs(`for-${object.metadata.name ?? "pod"}`.slice(0, 63)).map((input) =>
      input.id === "cpu" ? { ...input, value: String(Math.max(8, wanted)) } : input,
    );
  },
  plan: (_subject, { name = "", cpu = "", memory = "" }) => addNodePlan(name, cpu, memory),
};

/** Actions on nodes, and on pods without one. */
export const nodeActions: readonly Action[] = [
  addNode,
  cordoning(false),
  cordoning(true),
  drain,
  killing(false),
  killing(true),
];
