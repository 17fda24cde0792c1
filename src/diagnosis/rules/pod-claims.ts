import type { KubeObject } from "../../apimachinery/meta.ts";
import { podClaims } from "../../component-helpers/storage/pod-claims.ts";
import { type Conclusion, field, missing, there } from "../conclude.ts";
import { textAt } from "../fields.ts";
import { objectId } from "../object-id.ts";
import type { RuleContext } from "../rule.ts";
import { asPod } from "../views.ts";

type ClaimProblem = Pick<Conclusion, "situation" | "because" | "evidence" | "causes">;

/** The claim of devices that a pod names, and that is not there. */
export async function missingDevices(pod: KubeObject, { reading }: RuleContext): Promise<ClaimProblem | undefined> {
  for (const [i, { resourceClaimName: name = "" }] of (asPod(pod).spec?.resourceClaims ?? []).entries()) {
    const id = objectId("resource.k8s.io", "ResourceClaim", pod.metadata.namespace ?? "", name);
    if (!(await reading.isMissing(id))) continue;
    return {
      situation: "pod-device-claim-missing",
      because: `it uses the ResourceClaim ${name}, which does not exist`,
      evidence: [field(pod, `spec.resourceClaims[${i}].resourceClaimName`, name), missing(id)],
    };
  }
  return undefined;
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
