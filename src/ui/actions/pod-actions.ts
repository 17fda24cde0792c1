import type { KubeObject } from "../../apimachinery/meta.ts";
import { parseQuantity } from "../../apimachinery/quantity-parse.ts";
import { simulationPrefix } from "../../component-helpers/simulation.ts";
import { itemsAt, textAt, valueAt } from "../../diagnosis/fields.ts";
import { controllerWords } from "./controller-words.ts";
import { nameOfSubject, pathOf, type Action, type ActionInput, type Subject } from "./action.ts";
import { kubectlLine, patchOf, postTo, quoted } from "./requests.ts";
import { asNew, targetOf } from "../kube/resource.ts";
import { createIn } from "./requests.ts";

const pods = ["/Pod"];
const hasEnded = (pod: KubeObject): boolean => ["Succeeded", "Failed"].includes(textAt(pod, "status.phase"));
const containersOf = (pod: KubeObject) => itemsAt(pod, "spec.containers");
const namesOf = (pod: KubeObject): readonly string[] => containersOf(pod).map((one) => textAt(one, "name"));

/** Why a pod does nothing on a node that could be scripted. */
export const notRunning = (pod: KubeObject): string | undefined =>
  textAt(pod, "spec.nodeName") === "" ? "it is on no node" : hasEnded(pod) ? "it has ended" : undefined;

const containerInput = (pod: KubeObject, names = namesOf(pod)): ActionInput => ({
  id: "container",
  label: "Container",
  kind: "choice",
  value: names[0] ?? "",
  options: names.map((name) => [name, name]),
});

/** Sets annotations of a subject; those that are null are removed. */
export function annotate(subject: Subject, annotations: Readonly<Record<string, string | null>>) {
  const words = Object.entries(annotations).map(([key, value]) => (value === null ? `${key}-` : `${key}=${value}`));
  const type = subject.kind.kind.toLowerCase();
  return {
    requests: [patchOf(subject, { metadata: { annotations } })],
    kubectl: kubectlLine(subject, "annotate", type, nameOfSubject(subject), ...words, "--overwrite"),
  };
}

/** The same annotations as they were. */
export const annotationsBefore = ({ object }: Subject, keys: readonly string[]) =>
  Object.fromEntries(keys.map((key) => [key, object.metadata.annotations?.[key] ?? null]));

/** Sets annotations that say what containers do, and takes them back. */
export function scripted(subject: Subject, annotations: Readonly<Record<string, string>>, done: string, words: string) {
  const before = annotationsBefore(subject, Object.keys(annotations));
  return {
    ...annotate(subject, annotations),
    done,
    back: { words, requests: annotate(subject, before).requests },
  };
}

const crash: Action = {
  id: "crash",
  label: "Crash a container of",
  words:
    "The container ends with an exit code, now and each time that it is started again, as a process that fails would.",
  icon: "stop",
  kinds: pods,
  refuses: notRunning,
  inputs: ({ object }) => [
    containerInput(object),
    { id: "code", label: "Exit code", kind: "number", value: "1", hint: "0 to 255" },
  ],
  plan: (subject, { container = "", code = "" }) => ({
    ...scripted(
      subject,
      { [`${simulationPrefix}exit-code.${container}`]: code },
      `${container} of ${nameOfSubject(subject)} crashes with exit code ${code}`,
      "Removing the annotation: the container runs when it is started the next time.",
    ),
    ...(!/^(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])$/.test(code) && { refused: "An exit code is a number, 0 to 255." }),
  }),
};

const probes = ["readiness", "liveness", "startup"] as const;
const probesOf = (container: unknown) => probes.filter((probe) => valueAt(container, `${probe}Probe`) !== undefined);

const failProbe: Action = {
  id: "fail-probe",
  label: "Fail a probe of",
  words: "The probe fails from now on: without readiness the pod gets no traffic, without liveness it is restarted.",
  icon: "warning",
  kinds: pods,
  refuses: (pod) =>
    notRunning(pod) ?? (containersOf(pod).every((one) => probesOf(one).length === 0) ? "it has no probes" : undefined),
  inputs: ({ object }) => [
    {
      id: "probe",
      label: "Probe",
      kind: "choice",
      value: probeOptions(object)[0]?.[0] ?? "",
      options: probeOptions(object),
    },
  ],
  plan(subject, { probe = "" }) {
    const [which = "", container = ""] = probe.split(" ");
    return scripted(
      subject,
      { [`${simulationPrefix}${which}.${container}`]: "failure" },
      `The ${which} probe of ${nameOfSubject(subject)} fails`,
      "Removing the annotation: the probe succeeds again.",
    );
  },
};

const probeOptions = (pod: KubeObject) =>
  containersOf(pod).flatMap((container) =>
    probesOf(container).map((probe) => {
      const name = textAt(container, "name");
      return [`${probe} ${name}`, `${probe} of ${name}`] as const;
    }),
  );

/** What annotations of a pod make it fail. */
const faults = /^simulation\.kubepad\.dev\/(?:exit-code|run-seconds|readiness|liveness|startup|pull|memory)(?:\.|$)/;

const faultsOf = (pod: KubeObject): readonly string[] =>
  Object.entries(pod.metadata.annotations ?? {})
    .filter(([key, value]) => faults.test(key) && (!key.startsWith(memoryKey) || isAboveLimit(pod, value)))
    .map(([key]) => key);

const memoryKey = `${simulationPrefix}memory`;

/** Whether so much memory is more than a container of a pod may use: then it is killed. */
const isAboveLimit = (pod: KubeObject, memory: string): boolean =>
  containersOf(pod).some((one) => {
    const limit = textAt(one, "resources.limits.memory");
    return limit !== "" && bytesOf(memory) > bytesOf(limit);
  });

function bytesOf(text: string): number {
  try {
    return parseQuantity(text).asApproximateFloat64();
  } catch {
    return 0;
  }
}

const mend: Action = {
  id: "mend",
  label: "Stop the faults of",
  words: "Removes what makes its containers crash and its probes fail.",
  icon: "check",
  kinds: pods,
  refuses: (pod) => (faultsOf(pod).length === 0 ? "nothing makes it fail" : undefined),
  plan(subject) {
    const keys = faultsOf(subject.object);
    return {
      ...annotate(subject, Object.fromEntries(keys.map((key) => [key, null]))),
      done: `${nameOfSubject(subject)} does what its spec says`,
      back: {
        words: "Setting the annotations again.",
        requests: annotate(subject, annotationsBefore(subject, keys)).requests,
      },
    };
  },
};

/** An eviction as the API takes it. */
export const evictionOf = ({ metadata: { name, namespace } }: KubeObject) => ({
  apiVersion: "policy/v1",
  kind: "Eviction",
  metadata: { name, namespace },
});

const evict: Action = {
  id: "evict",
  label: "Evict",
  words: "Deletes the pod if its disruption budgets allow it.",
  icon: "up",
  tone: "danger",
  kinds: pods,
  plan(subject) {
    const { object } = subject;
    const request = postTo(subject, "eviction", evictionOf(object));
    const controller = controllerWords(object);
    return {
      requests: [request],
      kubectl: `echo ${quoted(JSON.stringify(request.body))} | kubectl create --raw ${quoted(`${targetOf(pathOf(subject))}/eviction`)} -f -`,
      done: `${nameOfSubject(subject)} is evicted`,
      back:
        controller === ""
          ? { words: "Creating it again from its last state.", requests: [createIn(pathOf(subject), asNew(object))] }
          : { words: `${controller} makes another pod in its place.` },
    };
  },
};

/** Actions on pods. */
export const podActions: readonly Action[] = [mend, crash, failProbe, evict];
