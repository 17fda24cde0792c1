import type { AuditRecord } from "../component-base/audit/audit-event.ts";

/** An error or warning that the server reports about the text of a policy. */
export interface PolicyFinding {
  readonly tone: "error" | "warning";
  /** The field path as the server names it, e.g. `rules[0].level`; "" for the whole policy. */
  readonly field: string;
  readonly message: string;
  /** The line, counted from 0, if the server reports it. */
  readonly line?: number;
}

/** The audit methods of the Inspector. Arguments and results are plain data. */
export interface AuditCalls {
  /**
   * Returns the retained audit events with an id above `afterId`, oldest first. Without a policy, the server records
   * the metadata of every request from the first call until half a minute has passed without another call.
   */
  auditEvents(afterId: number): Promise<readonly AuditRecord[]>;
  /** Returns the text of the policy in effect; undefined if none is set. */
  auditPolicy(): Promise<string | undefined>;
  /**
   * Validates the text of a policy without applying it and returns all errors and warnings. If there is an error,
   * `setAuditPolicy` would reject.
   */
  checkAuditPolicy(text: string): Promise<readonly PolicyFinding[]>;
  /**
   * Applies an audit policy (audit.k8s.io/v1, YAML or JSON), or removes it. Returns warnings; rejects with a message if
   * the policy is invalid.
   */
  setAuditPolicy(text: string | undefined): Promise<readonly string[]>;
}

/** Returns an AuditCalls that forwards every call through `via`. */
export const auditCallsThrough = (via: <T>(call: (calls: AuditCalls) => Promise<T>) => Promise<T>): AuditCalls => ({
  auditEvents: (afterId) => via((calls) => calls.auditEvents(afterId)),
  auditPolicy: () => via((calls) => calls.auditPolicy()),
  checkAuditPolicy: (text) => via((calls) => calls.checkAuditPolicy(text)),
  setAuditPolicy: (text) => via((calls) => calls.setAuditPolicy(text)),
});
