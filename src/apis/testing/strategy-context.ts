import { createFeatureGates } from "../../component-base/features/feature-gates.ts";
import type { StrategyContext } from "../../apiserver/registry/strategy.ts";

/** Returns the context of a request by an ordinary user. */
export const testContext = (over: Partial<StrategyContext> = {}): StrategyContext => ({
  user: { name: "ann", uid: "u-1", groups: ["dev"], extra: {} },
  namespace: "ns",
  dryRun: false,
  now: "2025-01-02T03:04:05Z",
  warn: () => undefined,
  gates: createFeatureGates(),
  ...over,
});
