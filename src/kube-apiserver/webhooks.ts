import { serviceNameLabel } from "../apimachinery/labels/well-known.ts";
import type { AdmissionPlugin } from "../apiserver/admission/admission-plugin.ts";
import { lazyPlugin, type PluginSteps } from "../apiserver/admission/lazy-plugin.ts";
import type { ObjectLister } from "../apiserver/admission/policy/hooks.ts";
import type { AdmissionWebhookServices } from "../apiserver/admission/webhook/services.ts";
import { storageRoot } from "../apiserver/registry/keys.ts";
import { loadRegexEngine } from "../apiserver/schema/cel/load-regex-engine.ts";
import type { WebhookServices } from "../apiserver/webhook/webhook-services.ts";
import type { PluginServices } from "./plugin-services.ts";
import type { StoredObjects } from "./storage/stored-objects.ts";

/** How Services of the cluster are found. */
export const serviceLookups = (objects: StoredObjects): Pick<WebhookServices, "findService" | "endpointSlices"> => ({
  findService: (namespace, name) => objects.find("services", namespace, name),
  endpointSlices: (namespace, name) =>
    objects.list("endpointslices", namespace).filter(({ metadata }) => metadata.labels?.[serviceNameLabel] === name),
});

/** Creates the plugin ValidatingAdmissionWebhook, loaded when there is a configuration. */
export const createValidatingWebhooks = (services: PluginServices): AdmissionPlugin | undefined =>
  createWebhooks("ValidatingAdmissionWebhook", "validate", "validatingwebhookconfigurations", services, async (parts) =>
    (await import("../apiserver/admission/webhook/validating-webhook.ts")).createValidatingWebhooks(parts),
  );

/** Creates the plugin MutatingAdmissionWebhook, loaded when there is a configuration. */
export const createMutatingWebhooks = (services: PluginServices): AdmissionPlugin | undefined =>
  createWebhooks("MutatingAdmissionWebhook", "admit", "mutatingwebhookconfigurations", services, async (parts) =>
    (await import("../apiserver/admission/webhook/mutating-webhook.ts")).createMutatingWebhooks(parts),
  );

function createWebhooks(
  name: string,
  step: "admit" | "validate",
  resource: string,
  services: PluginServices,
  load: (parts: AdmissionWebhookServices) => Promise<PluginSteps>,
): AdmissionPlugin | undefined {
  const { objects } = services;
  const storage = objects.storageIfAny(resource);
  if (storage === undefined) return undefined;
  const prefix = storageRoot({ resource, namespaced: false });
  return lazyPlugin({
    name,
    steps: [step],
    handles: () => true,
    needed: () => storage.stats().objects > 0,
    async load() {
      await loadRegexEngine();
      return load(
        webhookServices(services, {
          get changedRevision() {
            return storage.changedRevision;
          },
          list: () => storage.newest(prefix).map(({ object }) => object),
        }),
      );
    },
  });
}

/** Returns the dependencies of the webhooks of these configurations. */
export const webhookServices = (services: PluginServices, configurations: ObjectLister): AdmissionWebhookServices => ({
  ...serviceLookups(services.objects),
  callWebhook: services.callWebhook,
  serviceAddress: services.serviceAddress,
  routesToEndpoints: services.routesToEndpoints,
  functions: services.admissionWebhooks,
  failing: services.failing,
  configurations,
  types: services.types,
  random: services.random,
  authorizer: services.authorizer,
  conditions: services.policyObserver,
  observer: services.webhookObserver,
  findNamespace: (namespace) => services.objects.find("namespaces", "", namespace),
  monotonic: () => services.clock.monotonic(),
  after: (ms, run) => services.clock.after(ms, run),
});
