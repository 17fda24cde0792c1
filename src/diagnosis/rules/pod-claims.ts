import type { KubeObject } from "../../apimachinery/meta.ts";
import { podClaims } from "../../component-helpers/storage/pod-claims.ts";
import { type Conclusion, field, missing, there } from "../conclude.ts";
import { textAt } from "../fields.ts";
import { objectId } from "../object-id.ts";
import type { RuleContext } from "../rule.ts";
import { asPod, isFinished } from "../views.ts";
import { counted } from "../words.ts";
import type { Cluster, NodeReason } from "./node-reasons.ts";

type ClaimProblem = Pick<Conclusion, "situation" | "because" | "evidence" | "causes">;

/** The claim of devices that a pod names, and that is not there or asks for a class that is not. */
export async function missingDevices(pod: KubeObject, context: RuleContext): Promise<ClaimProblem | undefined> {
  const { reading, causeOf } = context;
  for (const [i, { resourceClaimName: name = "" }] of (asPod(pod).spec?.resourceClaims ?? []).entries()) {
    const id = objectId("resource.k8s.io", "ResourceClaim", pod.metadata.namespace ?? "", name);
    const path = field(pod, `spec.resourceClaims[${i}].resourceClaimName`, name);
    if (await reading.isMissing(id))
      return {
        situation: "pod-device-claim-missing",
        because: `it uses the ResourceClaim ${name}, which does not exist`,
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
  if (!/persistentvolumeclaim|PersistentVolumeClaim|persistent volumes? to bind|unbound|FailedMount/.test(message))
    return undefined;
  for (const { name } of podClaims(pod)) {
    const id = objectId("", "PersistentVolumeClaim", pod.metadata.namespace ?? "", name);
    if (await reading.isMissing(id))
      return {
        situation: "pod-claim-missing",
        because: `it uses the PersistentVolumeClaim ${name}, which does not exist`,
        evidence: [missing(id)],
      };
    const claim = await reading.get(id);
    if (claim === undefined || textAt(claim, "status.phase") === "Bound") continue;
    const cause = await causeOf(claim);
    const because = `it waits for the PersistentVolumeClaim ${name}, which ${cause?.predicate ?? "is not bound"}`;
    return { situation: "pod-claim-unbound", because, evidence: [there(claim)], causes: [cause] };
  }
  return undefined;
}
