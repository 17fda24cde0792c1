import type { AuditRecord } from "../component-base/audit/audit-event.ts";

/** What the Inspector knows of the audit; everything is plain data. */
export interface AuditCalls {
  /**
   * Audit events with an id above `afterId`, oldest first, as far as they are still kept. Without a policy of its own the server notes the metadata of every request
   * from the first call until nobody has called for half a minute.
   */
  auditEvents(afterId: number): Promise<readonly AuditRecord[]>;
  /** Has the server note what a policy (audit.k8s.io/v1, YAML or JSON) says, or undoes that; gives warnings, rejects with a sentence where it is none. */
  setAuditPolicy(text: string | undefined): Promise<readonly string[]>;
}

/** The calls by way of something that reaches them. */
export const auditCallsThrough = (via: <T>(call: (calls: AuditCalls) => Promise<T>) => Promise<T>): AuditCalls => ({
  auditEvents: (afterId) => via((calls) => calls.auditEvents(afterId)),
  setAuditPolicy: (text) => via((calls) => calls.setAuditPolicy(text)),
});
