import type { TraceSource } from "./trace.ts";

const controllerPrefix = "kubepad-controller-";

/**
 * Determines the sender of a request from its User-Agent: `kubepad-ui/…`, `kubepad-console/…`,
 * `kubepad-controller-NAME/…`, or any other client, which may name itself: `kubectl/…`.
 */
export function traceSource(userAgent: string | null): TraceSource {
  if (userAgent === null || !userAgent.startsWith("kubepad-")) return clientSource(userAgent);
  if (userAgent.startsWith("kubepad-ui/")) return { kind: "ui" };
  if (userAgent.startsWith("kubepad-console/")) return { kind: "console" };
  const slash = userAgent.indexOf("/");
  if (!userAgent.startsWith(controllerPrefix) || slash < 0) return { kind: "client" };
  return { kind: "controller", name: userAgent.slice(controllerPrefix.length, slash) };
}

/** Every browser calls itself Mozilla, so that is no name. */
function clientSource(userAgent: string | null): TraceSource {
  const slash = userAgent?.indexOf("/") ?? -1;
  const name = slash > 0 ? (userAgent ?? "").slice(0, slash) : "";
  return name === "" || name === "Mozilla" || name.includes(" ") ? { kind: "client" } : { kind: "client", name };
}
