import type { NodeSelector } from "../../api/core/scheduling.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { matchesNodeSelector } from "../../component-helpers/node-affinity.ts";
import { podClaims } from "../../component-helpers/storage/pod-claims.ts";
import { type Conclusion, field, missing, there } from "../conclude.ts";
import { itemsAt, textAt, valueAt } from "../fields.ts";
import { objectId } from "../object-id.ts";
import type { RuleContext } from "../rule.ts";
import { asNode, isFinished } from "../views.ts";
import { counted, listed } from "../words.ts";
import { elsewhere } from "./elsewhere.ts";
import { type Cluster, type NodeReason, termsText } from "./node-reasons.ts";

/** Where the scheduler writes the node that a volume is to be made for. */
const selectedNode = "volume.kubernetes.io/selected-node";

type ClaimProblem = Pick<Conclusion, "situation" | "because" | "evidence" | "causes">;

/** The claim of devices that a pod names, and that is not there or asks for a class that is not. */
export async function missingDevices(pod: KubeObject, context: RuleContext): Promise<ClaimProblem | undefined> {
  const { reading, causeOf } = context;
  for (const [i, claimed] of itemsAt(pod, "spec.resourceClaims").entries()) {
    const template = textAt(claimed, "resourceClaimTemplateName");
    const of = objectId("resource.k8s.io", "ResourceClaimTemplate", pod.metadata.namespace ?? "", template);
    if (template !== "" && (await reading.isMissing(of)))
      return {
        situation: "pod-device-claim-template-missing",
        because: `its claim of devices is made by the ResourceClaimTemplate ${template}, which does not exist${(await elsewhere(of, reading)).text}`,
        evidence: [field(pod, `spec.resourceClaims[${i}].resourceClaimTemplateName`, template), missing(of)],
      };
    const name = textAt(claimed, "resourceClaimName");
    const id = objectId("resource.k8s.io", "ResourceClaim", pod.metadata.namespace ?? "", name);
    const path = field(pod, `spec.resourceClaims[${i}].resourceClaimName`, name);
    if (await reading.isMissing(id))
      return {
        situation: "pod-device-claim-missing",
        because: `it uses the ResourceClaim ${name}, which does not exist${(await elsewhere(id, reading)).text}`,
        evidence: [path, missing(id)],
      };
    const claim = await reading.get(id);
    const cause = await causeOf(claim);
    if (claim !== undefined && cause?.level === "error")
      return {
        situation: "pod-device-claim-not-allocated",
        because: `it uses the ResourceClaim ${name}, which ${cause.predicate}`,
        evidence: [path, there(claim)],
        causes: [cause],
      };
  }
  return undefined;
}

/** `cannot allocate all claims`: what is claimed, and what the drivers offer. */
export async function devicesTaken(pod: KubeObject, { reading }: Cluster, count: number): Promise<NodeReason> {
  const namespace = pod.metadata.namespace ?? "";
  const names = itemsAt(pod, "spec.resourceClaims").map((one) => textAt(one, "resourceClaimName"));
  const claims = await Promise.all(
    names.map((name) => reading.get(objectId("resource.k8s.io", "ResourceClaim", namespace, name))),
  );
  const open = claims.find((claim) => claim !== undefined && valueAt(claim, "status.allocation") === undefined);
  const text = `${counted(count, "node")} cannot give the devices that the pod claims`;
  const situation = "pod-devices-taken";
  if (open === undefined) return { situation, text, evidence: [] };
  const wanted = itemsAt(open, "spec.devices.requests").map((request) => {
    const rules = itemsAt(request, "exactly.selectors").map((one) => textAt(one, "cel.expression"));
    return [textAt(request, "exactly.deviceClassName"), ...rules].filter((part) => part !== "").join(" with ");
  });
  const slices = await reading.all({ group: "resource.k8s.io", resource: "resourceslices" });
  const drivers = [...new Set(slices.map((slice) => textAt(slice, "spec.driver")))];
  const offered = slices.reduce((sum, slice) => sum + itemsAt(slice, "spec.devices").length, 0);
  return {
    situation,
    text: `${text}: ${open.metadata.name ?? ""} wants ${listed(wanted)}, and ${listed(drivers)} ${drivers.length === 1 ? "offers" : "offer"} ${counted(offered, "device")}, none of which is free and fits`,
    evidence: [there(open), ...slices.slice(0, 3).map(there)],
  };
}

/** `node has pod using PersistentVolumeClaim …`: a claim that one pod may use, and the pod that does. */
export async function claimTaken(pod: KubeObject, cluster: Cluster, count: number): Promise<NodeReason> {
  const names = podClaims(pod).map(({ name }) => name);
  const isUser = (other: KubeObject): boolean =>
    other.metadata.namespace === pod.metadata.namespace &&
    other.metadata.name !== pod.metadata.name &&
    !isFinished(other) &&
    textAt(other, "spec.nodeName") !== "" &&
    podClaims(other).some(({ name }) => names.includes(name));
  const user = (await cluster.pods()).find(isUser);
  const situation = "pod-claim-taken";
  if (user === undefined)
    return {
      situation,
      text: `another pod uses its ReadWriteOncePod claim on ${counted(count, "node")}`,
      evidence: [],
    };
  const claim = podClaims(user).find(({ name }) => names.includes(name))?.name ?? "";
  const text = `one pod may use the PersistentVolumeClaim ${claim}, which is ReadWriteOncePod, and ${user.metadata.name ?? ""} does`;
  return { situation, text, evidence: [there(user)] };
}

/** The claim that a pod waits for: one that is missing, or that is not bound; undefined if all are bound. */
export async function unboundClaim(
  pod: KubeObject,
  message: string,
  { reading, causeOf }: RuleContext,
): Promise<ClaimProblem | undefined> {
  if (
    !/was not created for pod|persistentvolumeclaim|PersistentVolumeClaim|persistent volumes? to bind|unbound|FailedMount/.test(
      message,
    )
  )
    return undefined;
  const taken = /PVC [^/\s]+\/(\S+) was not created for pod/.exec(message)?.[1];
  for (const { name } of podClaims(pod)) {
    const id = objectId("", "PersistentVolumeClaim", pod.metadata.namespace ?? "", name);
    if (name === taken)
      return {
        situation: "pod-ephemeral-claim-taken",
        because: `the claim of its ephemeral volume is to be called ${name}, and a PersistentVolumeClaim that is not the pod's has that name`,
        evidence: [{ kind: "object", object: id }],
      };
    if (await reading.isMissing(id)) {
      const other = await elsewhere(id, reading);
      return {
        situation: "pod-claim-missing",
        because: `it uses the PersistentVolumeClaim ${name}, which does not exist${other.text}`,
        evidence: [missing(id), ...other.evidence],
      };
    }
    const claim = await reading.get(id);
    if (claim === undefined || textAt(claim, "status.phase") === "Bound") continue;
    const cause = await causeOf(claim);
    const because = `it waits for the PersistentVolumeClaim ${name}, which ${cause?.predicate ?? "is not bound"}`;
    return { situation: "pod-claim-unbound", because, evidence: [there(claim)], causes: [cause] };
  }
  return undefined;
}

/** A claim that the scheduler has chosen a node for, and whose volume it waits for before it binds the pod. */
export async function awaitedVolume(pod: KubeObject, context: RuleContext): Promise<ClaimProblem | undefined> {
  for (const { name } of podClaims(pod)) {
    const id = objectId("", "PersistentVolumeClaim", pod.metadata.namespace ?? "", name);
    const claim = await context.reading.get(id);
    const node = claim?.metadata.annotations?.[selectedNode];
    if (node !== undefined && textAt(claim, "status.phase") !== "Bound") return unboundClaim(pod, "unbound", context);
  }
  return undefined;
}

/** The volume of a claim, which may be gone, or be reached from other nodes only. */
export async function volumeElsewhere(
  pod: KubeObject,
  { nodes, reading }: Cluster,
  count: number,
): Promise<NodeReason> {
  for (const { name } of podClaims(pod)) {
    const claim = await reading.get(objectId("", "PersistentVolumeClaim", pod.metadata.namespace ?? "", name));
    const volumeName = textAt(claim, "spec.volumeName");
    const id = objectId("", "PersistentVolume", "", volumeName);
    if (claim === undefined || volumeName === "") continue;
    const path = field(claim, "spec.volumeName");
    if (await reading.isMissing(id))
      return {
        situation: "pod-volume-gone",
        text: `the PersistentVolume ${volumeName} of its claim ${name} does not exist`,
        evidence: [path, missing(id)],
      };
    const volume = await reading.get(id);
    const required = asVolume(volume).spec?.nodeAffinity?.required;
    if (volume === undefined || required === undefined) continue;
    const isNowhere = !nodes.some((node) => matchesNodeSelector(required, asNode(node)));
    const terms = termsText(required.nodeSelectorTerms ?? []);
    return {
      situation: "pod-volume-elsewhere",
      text: `the PersistentVolume ${volumeName} of its claim ${name} is reached from nodes with ${terms} only, ${isNowhere ? "of which there are none" : `which ${counted(count, "node does", "nodes do")} not have`}`,
      evidence: [path, field(volume, "spec.nodeAffinity.required", terms)],
    };
  }
  return {
    situation: "pod-volume-elsewhere",
    text: `${counted(count, "node")} cannot reach the pod's volume`,
    evidence: [],
  };
}

/** The fields of a PersistentVolume that tell where it is. */
interface PlacedVolume extends KubeObject {
  readonly spec?: { readonly nodeAffinity?: { readonly required?: NodeSelector } };
}

const asVolume = (object: KubeObject | undefined): PlacedVolume => (object ?? { metadata: {} }) as PlacedVolume;

/** A volume that is attached to another node, where the pods are that use its claim. */
export async function attachedElsewhere(
  pod: KubeObject,
  message: string,
  { reading }: RuleContext,
): Promise<ClaimProblem | undefined> {
  const volume = /^Multi-Attach error for volume "([^"]+)"/.exec(message)?.[1];
  if (volume === undefined) return undefined;
  const names = podClaims(pod).map(({ name }) => name);
  const all = await reading.all({ group: "", resource: "pods", namespace: pod.metadata.namespace });
  const users = all.filter(
    (other) =>
      other.metadata.name !== pod.metadata.name &&
      !isFinished(other) &&
      !["", textAt(pod, "spec.nodeName")].includes(textAt(other, "spec.nodeName")) &&
      podClaims(other).some(({ name }) => names.includes(name)),
  );
  const who = users.map((user) => `${user.metadata.name ?? ""} on ${textAt(user, "spec.nodeName")}`);
  return {
    situation: "pod-volume-attached-elsewhere",
    because: `its volume ${volume} is attached to another node, and can be attached to one at a time${who.length === 0 ? "" : `: ${listed(who)} ${who.length === 1 ? "uses" : "use"} it`}`,
    evidence: users.slice(0, 3).map(there),
  };
}
