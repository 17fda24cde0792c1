import type { MetricsRegistry } from "../../../component-base/metrics/metrics-registry.ts";

/** Counts who comes and what they may do (endpoints/filters/metrics). */
export interface AccessMetrics {
  /** Credentials were taken, or refused. Anonymous requests have none and count as failures, as upstream. */
  authenticated(user: string | undefined): void;
  authorized(allowed: boolean): void;
}

const knownUsers = new Set(["admin", "client", "kube_proxy", "kubelet", "system:serviceaccount:kube-system:default"]);

/** Few kinds of users, so that there are few series (filters.compressUsername). */
const compressUsername = (name: string): string => (knownUsers.has(name) ? name : name.includes("@") ? "email_id" : "other");

export function createAccessMetrics(registry: MetricsRegistry): AccessMetrics {
  const users = registry.counter({ name: "authenticated_user_requests", stability: "ALPHA", labels: ["username"], help: "Counter of authenticated requests broken out by username." });
  const attempts = registry.counter({ name: "authentication_attempts", stability: "ALPHA", labels: ["result"], help: "Counter of authenticated attempts." });
  const decisions = registry.counter({
    name: "authorization_attempts_total", stability: "ALPHA", labels: ["result"],
    help: "Counter of authorization attempts broken down by result. It can be either 'allowed', 'denied', 'no-opinion' or 'error'.",
  });
  const [success, failure, allowed, noOpinion] = [attempts.with("success"), attempts.with("failure"), decisions.with("allowed"), decisions.with("no-opinion")];
  return {
    authenticated(user) {
      (user === undefined ? failure : success).inc();
      if (user !== undefined) users.with(compressUsername(user)).inc();
    },
    authorized: (isAllowed) => (isAllowed ? allowed : noOpinion).inc(),
  };
}
