import { newUnknownError } from "../../apimachinery/errors.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { recordAt, stringAt } from "../../apis/record.ts";
import type { AdmissionAttributes } from "../../apiserver/admission/attributes.ts";
import { mirrorPodAnnotation } from "../node-identity.ts";
import type { Listers } from "./listers.ts";

const specOf = (object: KubeObject | undefined) => recordAt(object ?? {}, "spec");

/**
 * Returns why a node may not ask for a certificate of a pod: it asks for pods of its own alone, by what they are. What
 * it names wrongly is told as an error of the server (admitPodCertificateRequest).
 */
export function podCertificateProblem(
  node: string,
  { operation, subresource, namespace, object }: AdmissionAttributes,
  objects: Listers,
): string | undefined {
  if (operation !== "CREATE") return `unexpected operation ${operation}`;
  if (subresource !== "") return `unexpected subresource ${subresource}`;
  const spec = specOf(object);
  const named = (member: string): string => stringAt(spec, member);
  const quoted = (member: string): string => quoteGo(named(member));
  const found = (
    what: string,
    resource: string,
    told: string,
    [within, name]: readonly [string, string],
  ): KubeObject => {
    const one = objects.find(resource, within, name);
    if (one !== undefined) return one;
    const shown = quoteGo(within === "" ? name : `${within}/${name}`);
    const words = `while retrieving ${what} ${shown} named in the PodCertificateRequest`;
    throw newUnknownError(`${words}: ${told} ${quoteGo(name)} not found`);
  };
  if (named("nodeName") !== node)
    return `PodCertificateRequest.Spec.NodeName=${quoted("nodeName")}, which is not the requesting node ${quoteGo(node)}`;
  const forPod = `PodCertificateRequest for pod ${quoteGo(`${namespace}/${named("podName")}`)}`;
  const { uid: nodeUid = "" } = found("node", "nodes", "node", ["", node]).metadata;
  if (nodeUid !== named("nodeUID"))
    throw newUnknownError(
      `${forPod} names node UID ${quoted("nodeUID")}, inconsistent with the running node (${quoteGo(nodeUid)})`,
    );
  const pod = found("pod", "pods", "pod", [namespace, named("podName")]);
  const { uid: podUid = "", annotations = {} } = pod.metadata;
  if (podUid !== named("podUID"))
    throw newUnknownError(
      `${forPod} contains pod UID (${quoted("podUID")}) which differs from running pod ${quoteGo(podUid)}`,
    );
  const shownPod = `pod ${quoteGo(`${namespace}/${named("podName")}`)}`;
  if (stringAt(specOf(pod), "nodeName") !== node)
    return `${shownPod} is not running on node ${quoted("nodeName")} named in the PodCertificateRequest`;
  if (Object.hasOwn(annotations, mirrorPodAnnotation)) return `${shownPod} is a mirror pod`;
  const account = stringAt(specOf(pod), "serviceAccountName");
  if (account !== named("serviceAccountName"))
    return `${forPod} contains serviceAccountName (${quoted("serviceAccountName")}) that differs from running pod (${quoteGo(account)})`;
  const { metadata } = found("service account", "serviceaccounts", "serviceaccount", [namespace, account]);
  if (metadata.uid !== named("serviceAccountUID"))
    throw newUnknownError(
      `${forPod} names service account UID ${quoted("serviceAccountUID")}, which differs from the running service account (${quoteGo(metadata.uid ?? "")})`,
    );
  return undefined;
}
