import type { AuditRecord } from "../component-base/audit/audit-event.ts";

/** Something that the server finds in the text of a policy. */
export interface PolicyFinding {
  readonly tone: "error" | "warning";
  /** The place as the server names it, `rules[0].level`; "" for the whole. */
  readonly field: string;
  readonly message: string;
  /** Where the server says so itself; counted from 0. */
  readonly line?: number;
}

/** What the Inspector knows of the audit; everything is plain data. */
export interface AuditCalls {
  /**
   * Audit events with an id above `afterId`, oldest first, as far as they are still kept. Without a policy of its own
   * the server notes the metadata of every request
   * from the first call until nobody has called for half a minute.
   */
  auditEvents(afterId: number): Promise<readonly AuditRecord[]>;
  /** The text of the policy that somebody set; undefined where none is followed. */
  auditPolicy(): Promise<string | undefined>;
  /**
   * Everything that the server minds in a policy's text; follows none of it. An error means that `setAuditPolicy` would
   * reject.
   */
  checkAuditPolicy(text: string): Promise<readonly PolicyFinding[]>;
  /**
   * Has the server note what a policy (audit.k8s.io/v1, YAML or JSON) says, or undoes that; gives warnings, rejects
   * with a sentence where it is none.
   */
  setAuditPolicy(text: string | undefined): Promise<readonly string[]>;
}

/** The calls by way of something that reaches them. */
export const auditCallsThrough = (via: <T>(call: (calls: AuditCalls) => Promise<T>) => Promise<T>): AuditCalls => ({
  auditEvents: (afterId) => via((calls) => calls.auditEvents(afterId)),
  auditPolicy: () => via((calls) => calls.auditPolicy()),
  checkAuditPolicy: (text) => via((calls) => calls.checkAuditPolicy(text)),
  setAuditPolicy: (text) => via((calls) => calls.setAuditPolicy(text)),
});
