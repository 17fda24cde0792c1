import type { PluginSteps } from "../../../apiserver/admission/lazy-plugin.ts";
import { createEvaluatorRegistry, type RegistryOptions } from "../../../quota/registry.ts";
import { QuotaEvaluator, type QuotaAccessor } from "./quota-evaluator.ts";

/** Refuses what exceeds the quotas of its namespace, and counts what does not (plugin ResourceQuota). */
export function createResourceQuota(accessor: QuotaAccessor, options: RegistryOptions): PluginSteps {
  const evaluator = new QuotaEvaluator(accessor, createEvaluatorRegistry(options));
  return { validate: (attributes) => evaluator.evaluate(attributes) };
}
