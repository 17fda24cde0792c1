import type { GroupVersionKind } from "../../apimachinery/gvk.ts";
import type { ResourceScope } from "../../apiserver/endpoints/resource-scope.ts";
import type { StrategyContext } from "../../apiserver/registry/strategy.ts";
import type { TraceRing } from "../../component-base/trace-ring.ts";
import type { KnownResources } from "../policy-status.ts";
import type { InstalledResources } from "../resources/installed-resources.ts";
import type { WrittenPolicyServices } from "./written-policy.ts";

/** The dependencies of the Inspector's calls about policies. */
export interface PolicyCallsOptions extends WrittenPolicyServices, KnownResources {
  readonly installed: InstalledResources;
  /** Returns the scope of a custom resource; undefined if no definition serves the kind. */
  findCustom(kind: GroupVersionKind): Promise<ResourceScope | undefined>;
  readonly traces: TraceRing;
  context(namespace: string): StrategyContext;
}
