import type { KubeObject } from "../../apimachinery/meta.ts";
import type { RegistryAccess } from "../../apiserver/registry/resource-definition.ts";
import type { StrategyContext } from "../../apiserver/registry/strategy.ts";

/** Who asks, as the server sees it (registry/authentication/selfsubjectreview). */
export async function reviewSelf(review: KubeObject, _access: RegistryAccess, { user, now }: StrategyContext): Promise<KubeObject> {
  const userInfo = {
    username: user.name,
    ...(user.uid !== "" && { uid: user.uid }),
    ...(user.groups.length > 0 && { groups: user.groups }),
    ...(Object.keys(user.extra).length > 0 && { extra: user.extra }),
  };
  return { ...review, metadata: { creationTimestamp: now }, status: { userInfo } };
}
