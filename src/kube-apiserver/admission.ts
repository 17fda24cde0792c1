import { createAdmissionChain, type AdmissionChain, type AdmissionPlugin } from "../apiserver/admission/admission.ts";
import { createNamespaceLifecycle } from "../apiserver/admission/namespace-lifecycle.ts";
import type { Metrics } from "../apiserver/endpoints/metrics/metrics.ts";
import type { StoredObjects } from "./storage/stored-objects.ts";

/** The dependencies of admission plugins. */
interface PluginServices {
  readonly objects: StoredObjects;
}

/** The admission plugins in upstream's order (kubeapiserver/options AllOrderedPlugins). */
const plugins: readonly ((services: PluginServices) => AdmissionPlugin)[] = [
  ({ objects }) => createNamespaceLifecycle((name) => objects.find("namespaces", "", name)),
];

/** Creates the admission chain of a server, with metrics. */
export const createAdmission = (
  services: PluginServices,
  { measurePlugin, steps }: Pick<Metrics, "measurePlugin" | "steps">,
): AdmissionChain =>
  createAdmissionChain(
    plugins.map((create) => measurePlugin(create(services))),
    steps,
  );
