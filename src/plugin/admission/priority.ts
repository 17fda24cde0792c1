import type { Pod } from "../../api/core/v1.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { PluginSteps } from "../../apiserver/admission/lazy-plugin.ts";
import type { AdmissionAttributes } from "../../apiserver/admission/attributes.ts";
import { newAdmissionForbidden } from "../../apiserver/admission/errors.ts";
import { asPod } from "./core-objects.ts";
import type { Listers } from "./listers.ts";
import { concernsPods, concernsPriorityClasses } from "./request-matches.ts";

/** The fields of scheduling/v1 PriorityClass. */
interface PriorityClass extends KubeObject {
  readonly value?: number;
  readonly globalDefault?: boolean;
  readonly preemptionPolicy?: string;
}

/** Returns the class of pods that name none: the least of those that are marked. */
function defaultPriorityClass(classes: readonly PriorityClass[]): PriorityClass | undefined {
  return classes
    .filter(({ globalDefault }) => globalDefault === true)
    .reduce<PriorityClass | undefined>(
      (least, one) => (least === undefined || (least.value ?? 0) > (one.value ?? 0) ? one : least),
      undefined,
    );
}

/** What pods get where no class is the default one. */
const withoutClass: PriorityClass = { metadata: {}, preemptionPolicy: "PreemptLowerPriority" };

/** Fills in the number of a pod's priority class, and lets only one class be the default (plugin Priority). */
export function createPriority(lister: Listers): PluginSteps {
  const classes = (): readonly PriorityClass[] => lister.list("priorityclasses", "");
  const classOf = (attributes: AdmissionAttributes, name: string): PriorityClass => {
    if (name === "") return defaultPriorityClass(classes()) ?? withoutClass;
    const found = lister.find("priorityclasses", "", name);
    if (found === undefined) throw newAdmissionForbidden(attributes, `no PriorityClass with name ${name} was found`);
    return found;
  };
  return {
    admit(attributes) {
      const pod = asPod(attributes.object);
      if (pod === undefined || !concernsPods(attributes)) return undefined;
      if (attributes.operation === "UPDATE") return withPriorityOf(asPod(attributes.oldObject), pod);
      return withPriority(attributes, pod, classOf(attributes, pod.spec?.priorityClassName ?? ""));
    },
    validate(attributes) {
      const { object, operation } = attributes;
      if (!concernsPriorityClasses(attributes) || object?.["globalDefault"] !== true) return;
      const { name } = defaultPriorityClass(classes())?.metadata ?? {};
      if (name !== undefined && (operation === "CREATE" || name !== object.metadata.name))
        throw newAdmissionForbidden(
          attributes,
          `PriorityClass ${name} is already marked as default. Only one default can exist`,
        );
    },
  };
}

/** Keeps what older clients leave out. */
function withPriorityOf(old: Pod | undefined, pod: Pod): Pod | undefined {
  const { priority, preemptionPolicy } = old?.spec ?? {};
  const kept = {
    ...(pod.spec?.priority === undefined && priority !== undefined && { priority }),
    ...(pod.spec?.preemptionPolicy === undefined && preemptionPolicy !== undefined && { preemptionPolicy }),
  };
  return Object.keys(kept).length === 0 ? undefined : { ...pod, spec: { ...pod.spec, ...kept } };
}

function withPriority(attributes: AdmissionAttributes, pod: Pod, found: PriorityClass): Pod {
  const { spec } = pod;
  const { value: priority = 0, preemptionPolicy, metadata } = found;
  if (spec?.priority !== undefined && spec.priority !== priority)
    throw newAdmissionForbidden(
      attributes,
      `the integer value of priority (${spec.priority}) must not be provided in pod spec; priority admission controller computed ${priority} from the given PriorityClass name`,
    );
  if (
    preemptionPolicy !== undefined &&
    spec?.preemptionPolicy !== undefined &&
    spec.preemptionPolicy !== preemptionPolicy
  )
    throw newAdmissionForbidden(
      attributes,
      `the string value of PreemptionPolicy (${spec.preemptionPolicy}) must not be provided in pod spec; priority admission controller computed ${preemptionPolicy} from the given PriorityClass name`,
    );
  return {
    ...pod,
    spec: {
      ...spec,
      ...(metadata.name !== undefined && { priorityClassName: metadata.name }),
      priority,
      ...(preemptionPolicy !== undefined && { preemptionPolicy }),
    },
  };
}
