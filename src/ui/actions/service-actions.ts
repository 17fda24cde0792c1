import { labelSelectorAsSelector } from "../../apimachinery/labels/label-selector.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { itemsAt, labelsAt, textAt } from "../../diagnosis/fields.ts";
import { listItems } from "../data/send.ts";
import { targetOf, withParameter } from "../kube/resource.ts";
import { nameOfSubject, type Action, type ActionContext, type Subject } from "./action.ts";
import { kubectlLine, mergePatch, patchOf, strategicPatch, typedName } from "./requests.ts";

const services = ["/Service"];

type Labels = Readonly<Record<string, string>>;

const selectorOf = (service: KubeObject): Labels => labelsAt(service, "spec.selector");
const selectorText = (labels: Labels): string => labelSelectorAsSelector({ matchLabels: labels }).toString();

/** Labels as they are written: `app=web,tier=front`. Undefined if the text is none. */
function readLabels(text: string): Labels | undefined {
  const pairs = text.split(",").map((pair) => pair.split("=").map((part) => part.trim()));
  const isLabels = pairs.every(([key = "", value, ...more]) => key !== "" && value !== undefined && more.length === 0);
  return isLabels ? Object.fromEntries(pairs.map(([key = "", value = ""]) => [key, value])) : undefined;
}

/** The pods of a Service's namespace, or those with labels. */
async function podsOf({ object }: Subject, { read }: ActionContext, labels?: Labels): Promise<readonly KubeObject[]> {
  const pods = targetOf({ group: "", version: "v1", resource: "pods", namespace: object.metadata.namespace });
  const list = await read(labels === undefined ? pods : withParameter(pods, "labelSelector", selectorText(labels)));
  return listItems(list);
}

/** Labels that controllers add to tell their own pods apart. */
const ofControllers =
  /^(?:pod-template-hash|controller-revision-hash|statefulset\.kubernetes\.io\/|apps\.kubernetes\.io\/)/;

/** How many sets of labels are named. */
const mostNamed = 4;

/** The sets of labels that pods have: `app=db or app=web`. */
function labelsInWords(pods: readonly KubeObject[]): string {
  const texts = pods.map(({ metadata: { labels = {} } }) =>
    selectorText(Object.fromEntries(Object.entries(labels).filter(([key]) => !ofControllers.test(key)))),
  );
  return [...new Set(texts)]
    .filter((text) => text !== "")
    .toSorted()
    .slice(0, mostNamed)
    .join(" or ");
}

const patched = (subject: Subject, body: unknown, type: string) => ({
  requests: [patchOf(subject, body, type)],
  kubectl: kubectlLine(
    subject,
    "patch",
    typedName(subject),
    ...(type === mergePatch ? ["--type=merge"] : []),
    "-p",
    JSON.stringify(body),
  ),
});

/** What replaces a selector by another as a merge patch. */
const replacing = (before: Labels, after: Labels) => ({
  spec: { selector: { ...Object.fromEntries(Object.keys(before).map((key) => [key, null])), ...after } },
});

const selectPods: Action = {
  id: "select-pods",
  label: "Set the selector of",
  words: "Its endpoints become the pods that have these labels.",
  icon: "filter",
  kinds: services,
  refuses: (service) => (textAt(service, "spec.type") === "ExternalName" ? "it is an alias for a name" : undefined),
  inputs: ({ object }) => [
    {
      id: "labels",
      label: "Labels of its pods",
      kind: "text",
      value: selectorText(selectorOf(object)),
      hint: "app=web",
    },
  ],
  async plan(subject, { labels: text = "" }, context) {
    const before = selectorOf(subject.object);
    const labels = readLabels(text);
    const name = nameOfSubject(subject);
    const plan = {
      ...patched(subject, replacing(before, labels ?? {}), mergePatch),
      done: `${name} selects ${text}`,
      back: {
        words: `Selecting ${selectorText(before) || "nothing"} again.`,
        requests: [patchOf(subject, replacing(labels ?? {}, before))],
      },
    };
    if (labels === undefined) return { ...plan, refused: "Labels are written as app=web,tier=front." };
    if ((await podsOf(subject, context, labels)).length > 0) return plan;
    const others = labelsInWords(await podsOf(subject, context));
    return { ...plan, refused: `No pod has these labels.${others === "" ? "" : ` Pods here have ${others}.`}` };
  },
};

const portsOf = (service: KubeObject) => itemsAt(service, "spec.ports");
const targetOfPort = (service: KubeObject, port: string): string => {
  const found = portsOf(service).find((one) => textAt(one, "port") === port);
  return textAt(found, "targetPort") || port;
};

/** A port as the API takes it: a number, or the name of a port. */
const portValue = (text: string): number | string => (/^\d+$/.test(text) ? Number(text) : text);

const retarget = (port: string, target: string) => ({
  spec: { ports: [{ port: Number(port), targetPort: portValue(target) }] },
});

/** The ports that pods declare: `http (8080)`. */
const portsInWords = (pods: readonly KubeObject[]): string => {
  const declared = pods.flatMap((pod) => itemsAt(pod, "spec.containers").flatMap((one) => itemsAt(one, "ports")));
  const texts = declared.map((one) => {
    const [name, number] = [textAt(one, "name"), textAt(one, "containerPort")];
    return name === "" ? number : `${name} (${number})`;
  });
  return [...new Set(texts)].join(", ");
};

const declares = (pods: readonly KubeObject[], target: string): boolean =>
  pods.some((pod) =>
    itemsAt(pod, "spec.containers").some((one) =>
      itemsAt(one, "ports").some((port) => textAt(port, "name") === target),
    ),
  );

const setTargetPort: Action = {
  id: "set-target-port",
  label: "Set the target port of",
  words: "Requests to the port go to this port of its pods.",
  icon: "edit",
  kinds: services,
  refuses: (service) => (portsOf(service).length === 0 ? "it has no ports" : undefined),
  inputs({ object }) {
    const ports = portsOf(object).map((port) => textAt(port, "port"));
    const [first = ""] = ports;
    return [
      { id: "port", label: "Port", kind: "choice", value: first, options: ports.map((port) => [port, port]) },
      {
        id: "target",
        label: "Port of its pods",
        kind: "text",
        value: targetOfPort(object, first),
        hint: "Name or number",
      },
    ];
  },
  async plan(subject, { port = "", target = "" }, context) {
    const before = targetOfPort(subject.object, port);
    const plan = {
      ...patched(subject, retarget(port, target), strategicPatch),
      done: `Port ${port} of ${nameOfSubject(subject)} goes to ${target}`,
      back: {
        words: `Setting it back to ${before}.`,
        requests: [patchOf(subject, retarget(port, before), strategicPatch)],
      },
    };
    if (typeof portValue(target) === "number") return plan;
    const selected = await podsOf(subject, context, selectorOf(subject.object));
    if (declares(selected, target)) return plan;
    const ports = portsInWords(selected);
    return {
      ...plan,
      refused: `No port of its pods has this name.${ports === "" ? "" : ` They declare ${ports}.`}`,
    };
  },
};

/** Actions on what leads to pods. */
export const serviceActions: readonly Action[] = [selectPods, setTargetPort];
