import type { Pod, ResourceListText, Toleration } from "../../api/core/v1.ts";
import { newUnknownError } from "../../apimachinery/errors.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { PluginSteps } from "../../apiserver/admission/lazy-plugin.ts";
import type { AdmissionAttributes } from "../../apiserver/admission/attributes.ts";
import { newAdmissionForbidden } from "../../apiserver/admission/errors.ts";
import { equalResourceLists, parseResourceList } from "../../component-helpers/resource/resource-list.ts";
import { asPod } from "./core-objects.ts";
import type { Listers } from "./listers.ts";
import { pathNameProblem } from "./path-name.ts";
import { mergeTolerations } from "./tolerations.ts";

/** The fields of node/v1 RuntimeClass that pods get. */
interface RuntimeClass extends KubeObject {
  readonly overhead?: { readonly podFixed?: ResourceListText };
  readonly scheduling?: {
    readonly nodeSelector?: Readonly<Record<string, string>>;
    readonly tolerations?: readonly Toleration[];
  };
}

const overheadDiffers = "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead";

const sameOverhead = (a: ResourceListText | undefined, b: ResourceListText | undefined): boolean =>
  equalResourceLists(parseResourceList(a), parseResourceList(b));

/** Gives pods the overhead and the place that their runtime class asks for (plugin RuntimeClass). */
export function createRuntimeClass(lister: Listers): PluginSteps {
  const classOf = (attributes: AdmissionAttributes, { spec }: Pod): RuntimeClass | undefined => {
    const name = spec?.runtimeClassName;
    if (name === undefined) return undefined;
    const problem = pathNameProblem(name);
    if (problem !== undefined) throw newUnknownError(problem);
    const found = lister.find("runtimeclasses", "", name);
    if (found === undefined)
      throw newAdmissionForbidden(attributes, `pod rejected: RuntimeClass ${quoteGo(name)} not found`);
    return found;
  };
  return {
    admit(attributes) {
      const pod = asPod(attributes.object);
      const found = pod && classOf(attributes, pod);
      if (pod === undefined || found === undefined) return undefined;
      return withScheduling(attributes, withOverhead(attributes, pod, found), found);
    },
    validate(attributes) {
      const pod = asPod(attributes.object);
      if (pod === undefined) return;
      const { overhead } = classOf(attributes, pod) ?? {};
      if (overhead === undefined && pod.spec?.overhead !== undefined)
        throw newAdmissionForbidden(
          attributes,
          "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead",
        );
      if (overhead !== undefined && !sameOverhead(overhead.podFixed, pod.spec?.overhead))
        throw newAdmissionForbidden(attributes, overheadDiffers);
    },
  };
}

function withOverhead(attributes: AdmissionAttributes, pod: Pod, { overhead }: RuntimeClass): Pod {
  if (overhead === undefined) return pod;
  const { podFixed } = overhead;
  const { overhead: own, ...spec } = pod.spec ?? {};
  if (own !== undefined && Object.keys(own).length > 0 && !sameOverhead(podFixed, own))
    throw newAdmissionForbidden(attributes, overheadDiffers);
  return { ...pod, spec: { ...spec, ...(podFixed !== undefined && { overhead: podFixed }) } };
}

function withScheduling(attributes: AdmissionAttributes, pod: Pod, { scheduling }: RuntimeClass): Pod {
  if (scheduling === undefined) return pod;
  const { nodeSelector: wanted = {}, tolerations: added = [] } = scheduling;
  const { nodeSelector: own = {}, tolerations = [] } = pod.spec ?? {};
  const conflict = Object.keys(wanted).find((key) => own[key] !== undefined && own[key] !== wanted[key]);
  if (conflict !== undefined)
    throw newAdmissionForbidden(
      attributes,
      `conflict: runtimeClass.scheduling.nodeSelector[${conflict}] = ${wanted[conflict]}; pod.spec.nodeSelector[${conflict}] = ${own[conflict]}`,
    );
  const nodeSelector = { ...own, ...wanted };
  const merged = mergeTolerations(tolerations, added);
  return {
    ...pod,
    spec: {
      ...pod.spec,
      ...(Object.keys(nodeSelector).length > 0 && { nodeSelector }),
      ...(merged.length > 0 && { tolerations: merged }),
    },
  };
}
