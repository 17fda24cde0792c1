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

/** The audit options of a server. */
export interface AuditOptions {
  readonly policy: AuditPolicy;
  /** Receives each event as compact JSON. If undefined, only the newest events are kept in memory. */
  readonly log?: AuditSink | undefined;
}

/** The policy for readers of a server without a policy: the metadata of requests and responses. */
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

/** A reader is considered gone after this time without a request, in milliseconds. */
const attentionMs = 30_000;

const mostUserAgent = 1024;

/** Evaluates the audit policy and keeps the events. Inactive if there is neither a policy nor a reader. */
export class Auditor {
  readonly #clock: Clock;
  readonly #metrics: AuditMetrics;
  readonly #log: AuditSink | undefined;
  readonly #ring = new AuditRing();
  #evaluate: ((attributes: AuditedAttributes) => AuditDecision) | undefined;
  readonly #evaluateWatched = createPolicyEvaluator(watchedPolicy);
  /** The time until which a reader is considered present; 0 if there was none. */
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
   * Starts the audit of a request; `user` is undefined if authentication failed. Returns undefined if the request is
   * not audited.
   */
  begin(ctx: RequestContext, user: UserInfo | undefined): RequestAudit | undefined {
    const decision = (this.#evaluate ?? this.#evaluateWatched)({ ...authorizationAttributes(ctx), user });
    this.#metrics.decided(decision.level);
    return decision.level === "None"
      ? undefined
      : new RequestAudit(auditedRequest(ctx, user), { decision, clock: this.#clock, sink: this.#keep });
  }

  readonly #keep = (text: string): Promise<boolean> | void => {
    this.#metrics.noted();
    if (this.#log === undefined || this.#isWatched()) this.#ring.add(text);
    return this.#log?.(text);
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
