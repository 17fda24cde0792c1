import { parseQuantity } from "../../apimachinery/quantity-parse.ts";
import { simulationPrefix } from "../../component-helpers/simulation.ts";
import { textAt } from "../../diagnosis/fields.ts";
import { nameOfSubject, type Action, type ActionInput, type Subject } from "./action.ts";
import { notRunning, scripted } from "./pod-actions.ts";

const cpuKey = `${simulationPrefix}cpu`;
const memoryKey = `${simulationPrefix}memory`;
const loadKey = `${simulationPrefix}load.cpu`;

const isQuantity = (text: string): boolean => {
  try {
    return parseQuantity(text).sign >= 0;
  } catch {
    return false;
  }
};

const quantityInput = (
  { object }: Subject,
  { id, label, key, value, hint }: Readonly<Record<"id" | "label" | "key" | "value" | "hint", string>>,
): ActionInput => ({ id, label, kind: "text", value: object.metadata.annotations?.[key] ?? value, hint });

const refusedUnless = (isRight: boolean) =>
  isRight ? {} : { refused: "A quantity is a number with a unit: 250m, 64Mi." };

const setUsage: Action = {
  id: "set-usage",
  label: "Set the usage of",
  words: "Each of its containers uses so much from now on, as metrics-server measures it and autoscalers see it.",
  icon: "edit",
  kinds: ["/Pod"],
  refuses: notRunning,
  inputs: (subject) => [
    quantityInput(subject, { id: "cpu", label: "CPU", key: cpuKey, value: "250m", hint: "250m is a quarter of a CPU" }),
    quantityInput(subject, {
      id: "memory",
      label: "Memory",
      key: memoryKey,
      value: "64Mi",
      hint: "above its limit, a container is killed",
    }),
  ],
  plan: (subject, { cpu = "", memory = "" }) => ({
    ...scripted(
      subject,
      { [cpuKey]: cpu, [memoryKey]: memory },
      `Containers of ${nameOfSubject(subject)} use ${cpu} CPU and ${memory} of memory`,
      "Removing the annotations: they use what they did before.",
    ),
    ...refusedUnless(isQuantity(cpu) && isQuantity(memory)),
  }),
};

const setLoad: Action = {
  id: "set-load",
  label: "Set the load of",
  words: "The ready pods of its target share this load of CPU from now on: more pods have less each.",
  icon: "edit",
  kinds: ["autoscaling/HorizontalPodAutoscaler"],
  refuses: (autoscaler) => (textAt(autoscaler, "spec.scaleTargetRef.name") === "" ? "it has no target" : undefined),
  inputs: (subject) => [
    quantityInput(subject, { id: "cpu", label: "CPU of all pods", key: loadKey, value: "600m", hint: "600m, 2" }),
  ],
  plan: (subject, { cpu = "" }) => ({
    ...scripted(
      subject,
      { [loadKey]: cpu },
      `The pods of ${nameOfSubject(subject)} share a load of ${cpu}`,
      "Removing the annotation: the pods use what they did before.",
    ),
    ...refusedUnless(isQuantity(cpu)),
  }),
};

/** Actions that set by hand what is measured. */
export const usageActions: readonly Action[] = [setUsage, setLoad];
