import type { TraceSource } from "./trace.ts";

/** What upstream runs by itself, and what it runs in kube-apiserver. All else is part of kube-controller-manager. */
const components: Readonly<Record<string, string>> = {
  "kube-scheduler": "kube-scheduler",
  kubelet: "kubelet",
  "event-expiry": "kube-apiserver",
  "flow-schema-condition": "kube-apiserver",
};

const ofControllers = "/v1.34 (kubepad) kubernetes/";

/**
 * The User-Agent of a controller: as client-go's `rest.AddUserAgent` makes it, the component up to the first slash, the
 * controller behind the last one.
 */
export const controllerUserAgent = (name: string): string =>
  `${components[name] ?? "kube-controller-manager"}${ofControllers}${name}`;

/**
 * Determines the sender of a request from its User-Agent: `kubepad-ui/…`, `kubepad-console/…`, that of a controller, or
 * any other client, which may name itself: `kubectl/…`.
 */
export function traceSource(userAgent: string | null): TraceSource {
  if (userAgent === null) return { kind: "client" };
  const at = userAgent.indexOf(ofControllers);
  if (at > 0) return { kind: "controller", name: userAgent.slice(at + ofControllers.length) };
  if (!userAgent.startsWith("kubepad-")) return clientSource(userAgent);
  if (userAgent.startsWith("kubepad-ui/")) return { kind: "ui" };
  return { kind: userAgent.startsWith("kubepad-console/") ? "console" : "client" };
}

/** Every browser calls itself Mozilla, so that is no name. */
function clientSource(userAgent: string): TraceSource {
  const slash = userAgent.indexOf("/");
  const name = slash > 0 ? userAgent.slice(0, slash) : "";
  return name === "" || name === "Mozilla" || name.includes(" ") ? { kind: "client" } : { kind: "client", name };
}
