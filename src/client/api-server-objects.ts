import type { KubeObject } from "../apimachinery/meta.ts";

type NamedObject = KubeObject & { readonly apiVersion: string; readonly kind: string };

/**
 * Returns the objects by which a function is registered as the API server of an APIService with this name,
 * `VERSION.GROUP`: a Service that stands for the function, and the APIService. The Service has no addresses; the server
 * calls the function in its place.
 */
export function apiServerObjects(name: string): readonly [service: NamedObject, apiService: NamedObject] {
  const dot = name.indexOf(".");
  const [version, group] = [name.slice(0, dot), name.slice(dot + 1)];
  const service = { namespace: "kube-system", name: name.replaceAll(".", "-") };
  return [
    {
      apiVersion: "v1",
      kind: "Service",
      metadata: service,
      spec: { type: "ExternalName", externalName: name },
    },
    {
      apiVersion: "apiregistration.k8s.io/v1",
      kind: "APIService",
      metadata: { name },
      spec: { service, group, version, groupPriorityMinimum: 1000, versionPriority: 15, insecureSkipTLSVerify: true },
    },
  ];
}
