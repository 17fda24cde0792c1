import type { KubeObject } from "../../apimachinery/meta.ts";
import { podClaims } from "../../component-helpers/storage/pod-claims.ts";
import { type Conclusion, missing, there } from "../conclude.ts";
import { textAt } from "../fields.ts";
import { objectId } from "../object-id.ts";
import type { RuleContext } from "../rule.ts";

type ClaimProblem = Pick<Conclusion, "situation" | "because" | "evidence" | "causes">;

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
