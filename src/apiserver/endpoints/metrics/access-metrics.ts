import { exponentialBounds, type Counter } from "../../../component-base/metrics/metric.ts";
import type { MetricsRegistry } from "../../../component-base/metrics/metrics-registry.ts";

/** Metrics of authentication and authorization (endpoints/filters/metrics). */
export interface AccessMetrics {
  /** Records an authentication; `user` is undefined on failure. As upstream, anonymous requests count as failures. */
  authenticated(user: string | undefined, ms: number): void;
  authorized(allowed: boolean, ms: number): void;
}

const knownUsers = new Set(["admin", "client", "kube_proxy", "kubelet", "system:serviceaccount:kube-system:default"]);

/** Maps user names to a few label values to limit cardinality (filters.compressUsername). */
const compressUsername = (name: string): string =>
  knownUsers.has(name) ? name : name.includes("@") ? "email_id" : "other";

export function createAccessMetrics(registry: MetricsRegistry): AccessMetrics {
  const users = registry.counter({
    name: "authenticated_user_requests",
    stability: "ALPHA",
    labels: ["username"],
    help: "Counter of authenticated requests broken out by username.",
  });
  const attempts = registry.counter({
    name: "authentication_attempts",
    stability: "ALPHA",
    labels: ["result"],
    help: "Counter of authenticated attempts.",
  });
  const decisions = registry.counter({
    name: "authorization_attempts_total",
    stability: "ALPHA",
    labels: ["result"],
    help: "Counter of authorization attempts broken down by result. It can be either 'allowed', 'denied', 'no-opinion' or 'error'.",
  });
  const bounds = exponentialBounds(0.001, 2, 15);
  const authentication = registry.histogram(
    {
      name: "authentication_duration_seconds",
      stability: "ALPHA",
      labels: ["result"],
      help: "Authentication duration in seconds broken out by result.",
    },
    bounds,
  );
  const authorization = registry.histogram(
    {
      name: "authorization_duration_seconds",
      stability: "ALPHA",
      labels: ["result"],
      help: "Authorization duration in seconds broken out by result.",
    },
    bounds,
  );
  const [successTime, failureTime, allowedTime, noOpinionTime] = [
    authentication.with("success"),
    authentication.with("failure"),
    authorization.with("allowed"),
    authorization.with("no-opinion"),
  ];
  const [success, failure, allowed, noOpinion] = [
    attempts.with("success"),
    attempts.with("failure"),
    decisions.with("allowed"),
    decisions.with("no-opinion"),
  ];
  const byName = new Map<string, Counter>();
  const counterOf = (name: string): Counter => {
    const counter = byName.get(name) ?? users.with(name);
    byName.set(name, counter);
    return counter;
  };
  return {
    authenticated(user, ms) {
      (user === undefined ? failureTime : successTime).observe(ms / 1000);
      (user === undefined ? failure : success).inc();
      if (user !== undefined) counterOf(compressUsername(user)).inc();
    },
    authorized(isAllowed, ms) {
      (isAllowed ? allowedTime : noOpinionTime).observe(ms / 1000);
      (isAllowed ? allowed : noOpinion).inc();
    },
  };
}
