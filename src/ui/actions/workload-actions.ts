import { formatTime } from "../../apimachinery/time.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { itemsAt, numberAt, textAt, valueAt } from "../../diagnosis/fields.ts";
import { nameOfSubject, type Action, type Subject } from "./action.ts";
import { kubectlLine, patchOf, strategicPatch, typedName } from "./requests.ts";

export const rolling = ["apps/Deployment", "apps/StatefulSet", "apps/DaemonSet"];

const replicasOf = (object: KubeObject): number => numberAt(object, "spec.replicas") ?? 1;
const isPaused = (object: KubeObject): boolean => valueAt(object, "spec.paused") === true;
const isSuspended = (object: KubeObject): boolean => valueAt(object, "spec.suspend") === true;

const setReplicas = (subject: Subject, replicas: number) =>
  patchOf(subject, { spec: { replicas } }, undefined, "scale");

const scale: Action = {
  id: "scale",
  label: "Scale",
  words: "Changes how many pods it has.",
  icon: "world",
  kinds: ["apps/Deployment", "apps/StatefulSet", "apps/ReplicaSet", "/ReplicationController"],
  inputs: ({ object }) => [
    { id: "replicas", label: "Replicas", kind: "number", value: String(replicasOf(object)), hint: "0 or more" },
  ],
  plan(subject, { replicas = "" }) {
    const wanted = Number(replicas);
    const before = replicasOf(subject.object);
    const isCount = /^\d+$/.test(replicas);
    return {
      requests: [setReplicas(subject, wanted)],
      kubectl: kubectlLine(subject, "scale", typedName(subject), `--replicas=${replicas}`),
      done: `${nameOfSubject(subject)} is scaled from ${before} to ${replicas}`,
      back: { words: `Scaling it back to ${before}.`, requests: [setReplicas(subject, before)] },
      ...(!isCount && { refused: "The number of replicas is a whole number, 0 or more." }),
    };
  },
};

const restart: Action = {
  id: "restart",
  label: "Restart",
  words: "Replaces its pods by new ones of the same template, as its update strategy says.",
  icon: "refresh",
  kinds: rolling,
  refuses: (object) => (isPaused(object) ? "it is paused" : undefined),
  plan(subject, _answers, { now }) {
    const annotations = { "kubectl.kubernetes.io/restartedAt": formatTime(now) };
    return {
      requests: [patchOf(subject, { spec: { template: { metadata: { annotations } } } }, strategicPatch)],
      kubectl: kubectlLine(subject, "rollout", "restart", typedName(subject)),
      done: `${nameOfSubject(subject)} is restarted`,
      back: { words: "Undo goes back to the template before; the pods that were replaced are gone either way." },
    };
  },
};

const setPaused = (subject: Subject, paused: boolean) =>
  patchOf(subject, { spec: { paused: paused ? true : null } }, strategicPatch);

const pausing = (paused: boolean): Action => ({
  id: paused ? "pause" : "resume",
  label: paused ? "Pause" : "Resume",
  words: paused
    ? "Holds its rollout: changes of its template wait until it is resumed."
    : "Lets its rollout go on, with all that was changed meanwhile.",
  icon: paused ? "pause" : "play",
  kinds: ["apps/Deployment"],
  refuses: (object) =>
    isPaused(object) === paused ? (paused ? "it is paused already" : "it is not paused") : undefined,
  plan: (subject) => ({
    requests: [setPaused(subject, paused)],
    kubectl: kubectlLine(subject, "rollout", paused ? "pause" : "resume", typedName(subject)),
    done: `${nameOfSubject(subject)} is ${paused ? "paused" : "resumed"}`,
    back: { words: paused ? "Resuming it." : "Pausing it again.", requests: [setPaused(subject, !paused)] },
  }),
});

const setSuspended = (subject: Subject, suspend: boolean) => patchOf(subject, { spec: { suspend } }, strategicPatch);

const suspending = (suspend: boolean): Action => ({
  id: suspend ? "suspend" : "unsuspend",
  label: suspend ? "Suspend" : "Resume",
  words: suspend
    ? "A CronJob starts no more Jobs; the pods of a Job are deleted until it is resumed."
    : "Lets it go on: a CronJob by its schedule, a Job with new pods.",
  icon: suspend ? "pause" : "play",
  kinds: ["batch/CronJob", "batch/Job"],
  refuses(object) {
    const ended = itemsAt(object, "status.conditions").find(
      ({ type, status }) => (type === "Complete" || type === "Failed") && status === "True",
    );
    if (ended !== undefined) return "it has ended";
    if (isSuspended(object) !== suspend) return undefined;
    return suspend ? "it is suspended already" : "it is not suspended";
  },
  plan: (subject) => ({
    requests: [setSuspended(subject, suspend)],
    kubectl: kubectlLine(subject, "patch", typedName(subject), "-p", JSON.stringify({ spec: { suspend } })),
    done: `${nameOfSubject(subject)} is ${suspend ? "suspended" : "resumed"}`,
    back: { words: suspend ? "Resuming it." : "Suspending it again.", requests: [setSuspended(subject, !suspend)] },
  }),
});

const containersOf = ({ kind, object }: Subject) =>
  itemsAt(object, `${kind.kind === "Pod" ? "spec" : "spec.template.spec"}.containers`);

function setImageBody({ kind }: Subject, name: string, image: string): unknown {
  const spec = { containers: [{ name, image }] };
  return kind.kind === "Pod" ? { spec } : { spec: { template: { spec } } };
}

const setImage: Action = {
  id: "set-image",
  label: "Set image of",
  words: "Changes the image of a container. A workload replaces its pods; a pod restarts the container.",
  icon: "edit",
  kinds: [...rolling, "/Pod"],
  inputs(subject) {
    const containers = containersOf(subject);
    const names = containers.map((container) => textAt(container, "name"));
    const waiting = itemsAt(subject.object, "status.containerStatuses").find(
      (status) => textAt(status, "state.waiting.reason") !== "",
    );
    const first = textAt(waiting, "name") || (names[0] ?? "");
    const image = textAt(
      containers.find((container) => textAt(container, "name") === first),
      "image",
    );
    return [
      { id: "container", label: "Container", kind: "choice", value: first, options: names.map((name) => [name, name]) },
      { id: "image", label: "Image", kind: "text", value: image },
    ];
  },
  plan(subject, { container = "", image = "" }) {
    const before = textAt(
      containersOf(subject).find((one) => textAt(one, "name") === container),
      "image",
    );
    return {
      requests: [patchOf(subject, setImageBody(subject, container, image), strategicPatch)],
      kubectl: kubectlLine(subject, "set", "image", typedName(subject), `${container}=${image}`),
      done: `${container} of ${nameOfSubject(subject)} has the image ${image}`,
      back: {
        words: `Setting the image back to ${before}.`,
        requests: [patchOf(subject, setImageBody(subject, container, before), strategicPatch)],
      },
      ...(image === before && { refused: "It is the image that the container has." }),
    };
  },
};

/** Actions on what makes pods. */
export const workloadActions: readonly Action[] = [
  scale,
  restart,
  pausing(false),
  pausing(true),
  suspending(false),
  suspending(true),
  setImage,
];
