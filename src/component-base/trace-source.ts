import type { TraceSource } from "./trace.ts";

const controllerPrefix = "kubepad-controller-";

/**
 * Determines the sender of a request from its User-Agent: `kubepad-ui/…`, `kubepad-console/…`,
 * `kubepad-controller-NAME/…`, or any other client.
 */
export function traceSource(userAgent: string | null): TraceSource {
  if (userAgent === null || !userAgent.startsWith("kubepad-")) return { kind: "client" };
  if (userAgent.startsWith("kubepad-ui/")) return { kind: "ui" };
  if (userAgent.startsWith("kubepad-console/")) return { kind: "console" };
  const slash = userAgent.indexOf("/");
  if (!userAgent.startsWith(controllerPrefix) || slash < 0) return { kind: "client" };
  return { kind: "controller", name: userAgent.slice(controllerPrefix.length, slash) };
}
