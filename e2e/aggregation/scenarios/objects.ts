import type { Body, Step } from "../scenario.ts";

/** The path of APIServices. */
export const services = "/apis/apiregistration.k8s.io/v1/apiservices";

/** An APIService of a group version, `VERSION.GROUP`, with more or other members of its spec. */
export function apiService(name: string, spec: Readonly<Record<string, unknown>> = {}): Body {
  const [version = "", ...group] = name.split(".");
  return {
    apiVersion: "apiregistration.k8s.io/v1",
    kind: "APIService",
    metadata: { name },
    spec: { group: group.join("."), version, groupPriorityMinimum: 1000, versionPriority: 15, ...spec },
  };
}

/** The members of a spec by which an APIService names the extension server. */
export const behind = (name: string, port: string = "${port}") => ({
  service: { namespace: "default", name, port: `#${port}` },
  insecureSkipTLSVerify: true,
});

/** A Service that stands for an address of this machine. */
export const externalService = (name: string): Body => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name, namespace: "default" },
  spec: { type: "ExternalName", externalName: "127.0.0.1" },
});

/** Creates an object. */
export const create = (id: string, target: string, body: Body): Step => ({ id, method: "POST", target, body });

/** Creates an object; its answer is not compared. */
export const prepare = (id: string, target: string, body: Body): Step => ({ ...create(id, target, body), quiet: true });

/** Creates the Service `name` and an APIService that names it, and waits until that is available. */
export const register = (service: string, name: string, spec: Readonly<Record<string, unknown>> = {}): Step[] => [
  prepare(`create ${name}`, services, apiService(name, { ...behind(service), ...spec })),
  available(name),
];

/** Waits until an APIService is available. */
export const available = (name: string): Step => ({
  id: `${name} is available`,
  method: "GET",
  target: `${services}/${name}`,
  until: /"reason":\s*"Passed"/,
  quiet: true,
});

export const coreServices = "/api/v1/namespaces/default/services";

/** Merges a patch into an object. */
export const patch = (id: string, target: string, body: object): Step => ({
  id,
  method: "PATCH",
  target,
  headers: [["Content-Type", "application/merge-patch+json"]],
  body: body as Readonly<Record<string, unknown>>,
});
