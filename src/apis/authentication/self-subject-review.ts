import type { KubeObject } from "../../apimachinery/meta.ts";
import type { RegistryAccess } from "../../apiserver/registry/resource-definition.ts";
import type { StrategyContext } from "../../apiserver/registry/strategy.ts";
import { printUser } from "./user-info.ts";

/** Who asks, as the server sees it (registry/authentication/selfsubjectreview). */
export const reviewSelf = async (
  review: KubeObject,
  _access: RegistryAccess,
  { user, now }: StrategyContext,
): Promise<KubeObject> => ({
  ...review,
  metadata: { creationTimestamp: now },
  status: { userInfo: printUser(user) },
});
