import type { Clock } from "../../../apimachinery/clock.ts";
import { AuditRing } from "../../../component-base/audit/audit-ring.ts";
import {
  createPolicyEvaluator,
  type AuditPolicy,
  type AuditDecision,
  type AuditedAttributes,
} from "../../audit/audit-policy.ts";
import { auditUser, nonEmpty, RequestAudit, type AuditSink } from "../../audit/request-audit.ts";
import { sourceIps } from "../../audit/source-ips.ts";
import type { UserInfo } from "../../request/user.ts";
import { authorizationAttributes } from "../filters/with-authorization.ts";
import type { AuditMetrics } from "../metrics/audit-metrics.ts";
import type { RequestContext } from "../request-context.ts";

/** How to audit. */
export interface AuditOptions {
  readonly policy: AuditPolicy;
  /** Takes each event as JSON in one line; without it events are kept in memory, the newest only. */
  readonly log?: AuditSink | undefined;
}

/** What is noted for who asks without a policy: that there were requests, and how they ended. */
const watchedPolicy: AuditPolicy = {
  omitStages: ["RequestReceived"],
  omitManagedFields: false,
  rules: [
    {
      level: "Metadata",
      users: [],
      userGroups: [],
      verbs: [],
      resources: [],
      namespaces: [],
      nonResourceURLs: [],
      omitStages: [],
      omitManagedFields: undefined,
    },
  ],
};

/** Who reads events is gone when they have not asked for this long. */
const attentionMs = 30_000;

const mostUserAgent = 1024;

/**
 * Decides what is noted of requests, and keeps it. Nothing is done while there is neither a policy nor somebody who
 * reads.
 */
export class Auditor {
  readonly #clock: Clock;
  readonly #metrics: AuditMetrics;
  readonly #log: AuditSink | undefined;
  readonly #ring = new AuditRing();
  #evaluate: ((attributes: AuditedAttributes) => AuditDecision) | undefined;
  readonly #evaluateWatched = createPolicyEvaluator(watchedPolicy);
  /** Until when somebody reads; 0 where nobody ever did. */
  #watchedUntil = 0;

  constructor(clock: Clock, metrics: AuditMetrics, options: AuditOptions | undefined) {
    this.#clock = clock;
    this.#metrics = metrics;
    this.#log = options?.log;
    if (options !== undefined) this.setPolicy(options.policy);
  }

  get active(): boolean {
    return this.#evaluate !== undefined || (this.#watchedUntil > 0 && this.#isWatched());
  }

  setPolicy(policy: AuditPolicy | undefined): void {
    this.#evaluate = policy === undefined ? undefined : createPolicyEvaluator(policy);
  }

  events(afterId: number): ReturnType<AuditRing["after"]> {
    this.#watchedUntil = this.#clock.monotonic() + attentionMs;
    return this.#ring.after(afterId);
  }

  /**
   * Starts to note a request of somebody, or of nobody where they were refused; undefined where nothing is to be noted.
   */
  begin(ctx: RequestContext, user: UserInfo | undefined): RequestAudit | undefined {
    const decision = (this.#evaluate ?? this.#evaluateWatched)({ ...authorizationAttributes(ctx), user });
    this.#metrics.decided(decision.level);
    return decision.level === "None"
      ? undefined
      : new RequestAudit(auditedRequest(ctx, user), { decision, clock: this.#clock, sink: this.#keep });
  }

  readonly #keep = (text: string): void => {
    this.#metrics.noted();
    this.#log?.(text);
    if (this.#log === undefined || this.#isWatched()) this.#ring.add(text);
  };

  #isWatched(): boolean {
    return this.#clock.monotonic() < this.#watchedUntil;
  }
}

function auditedRequest({ exchange, info, auditId }: RequestContext, user: UserInfo | undefined) {
  const { headers, target, remoteAddress } = exchange;
  const ips = sourceIps(headers, remoteAddress);
  const userAgent = headers.get("User-Agent") ?? "";
  return {
    auditID: auditId,
    requestURI: target,
    verb: info.verb,
    user: user === undefined ? {} : auditUser(user),
    sourceIPs: ips.length === 0 ? undefined : ips,
    userAgent: nonEmpty(
      userAgent.length > mostUserAgent ? `${userAgent.slice(0, mostUserAgent)}...TRUNCATED` : userAgent,
    ),
    objectRef: info.isResourceRequest
      ? {
          resource: nonEmpty(info.resource),
          namespace: nonEmpty(info.namespace),
          name: nonEmpty(info.name),
          apiGroup: nonEmpty(info.apiGroup),
          apiVersion: nonEmpty(info.apiVersion),
          subresource: nonEmpty(info.subresource),
        }
      : undefined,
  };
}
