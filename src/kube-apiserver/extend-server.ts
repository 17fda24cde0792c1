import type { KubeObject } from "../apimachinery/meta.ts";
import type { ApiExtensions } from "../apiextensions/api-extensions.ts";
import { createConversionMetrics } from "../apiextensions/conversion/conversion-metrics.ts";
import type { Metrics } from "../apiserver/endpoints/metrics/metrics.ts";
import type { TypeRegistry } from "../apiserver/schema/type-registry.ts";
import { createCustomResources } from "./custom-resources.ts";
import type { PolicyStatusServices } from "./policy-status.ts";
import type { ApiServerOptions } from "./options.ts";
import type { ResourceParts } from "./server-resources.ts";
import { ignore } from "../component-base/ignore.ts";

/** Writes the status of a policy; the code is loaded when there is one. */
const writeStatus = async (policy: KubeObject, services: PolicyStatusServices): Promise<void> =>
  (await import("./policy-status.ts")).writePolicyStatus(policy, services);

/** Creates the custom resources, in which policies find parameters from then on. */
export function extendServer(
  { converters, callWebhook, serviceAddress, routesToEndpoints, clock, random, reportBug = ignore }: ApiServerOptions,
  parts: ResourceParts,
  { types, metrics }: { readonly types: TypeRegistry; readonly metrics: Metrics },
): ApiExtensions {
  const { admission, access, applyCache, context } = parts;
  const services = { types, clock, random, admission, access, applyCache, context };
  const extensions = createCustomResources(parts, {
    ...services,
    reportBug,
    converters,
    callWebhook,
    serviceAddress,
    routesToEndpoints,
    observeConversion: createConversionMetrics(metrics.registry, () => clock.monotonic()),
  });
  parts.params.serveCustom((kind) => extensions.findKind(kind));
  parts.late.policiesChanged = (policies) => {
    const status: PolicyStatusServices = {
      types,
      policies: parts.resources.named("validatingadmissionpolicies"),
      resources: () => [...parts.served, ...extensions.discovered()],
      context: () => parts.context(""),
    };
    for (const policy of policies) writeStatus(policy, status).catch(reportBug);
  };
  return extensions;
}
