import type { JsonValue } from "../../apimachinery/json/value.ts";
import type { StatusDetails } from "../../apimachinery/meta.ts";

/** How much is noted of a request, least first. */
export const auditLevels = ["None", "Metadata", "Request", "RequestResponse"] as const;
export type AuditLevel = (typeof auditLevels)[number];

/** The points at which an event is noted. */
export const auditStages = ["RequestReceived", "ResponseStarted", "ResponseComplete", "Panic"] as const;
export type AuditStage = (typeof auditStages)[number];

/** Whoever asked, or is acted as (authentication/v1 UserInfo). */
export interface AuditUser {
  readonly username?: string | undefined;
  readonly uid?: string | undefined;
  readonly groups?: readonly string[] | undefined;
  readonly extra?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** What a request is about. */
export interface AuditObjectReference {
  readonly resource?: string | undefined;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  readonly uid?: string | undefined;
  readonly apiGroup?: string | undefined;
  readonly apiVersion?: string | undefined;
  readonly resourceVersion?: string | undefined;
  readonly subresource?: string | undefined;
}

/** How a request was answered; the text and the rest are there for failures. */
export interface AuditResponseStatus {
  readonly metadata: Readonly<Record<string, never>>;
  readonly status?: string | undefined;
  readonly message?: string | undefined;
  readonly reason?: string | undefined;
  readonly details?: StatusDetails | undefined;
  readonly code?: number | undefined;
}

/** One event of the audit (audit.k8s.io/v1 Event), as its JSON says it. */
export interface AuditEvent {
  readonly kind: "Event";
  readonly apiVersion: "audit.k8s.io/v1";
  readonly level: AuditLevel;
  readonly auditID: string;
  readonly stage: AuditStage;
  readonly requestURI: string;
  readonly verb: string;
  readonly user: AuditUser;
  readonly impersonatedUser?: AuditUser | undefined;
  readonly sourceIPs?: readonly string[] | undefined;
  readonly userAgent?: string | undefined;
  readonly objectRef?: AuditObjectReference | undefined;
  readonly responseStatus?: AuditResponseStatus | undefined;
  /** The object or the patch that was sent; a patch that is no JSON stands as text. */
  readonly requestObject?: JsonValue | undefined;
  readonly responseObject?: JsonValue | undefined;
  readonly requestReceivedTimestamp: string;
  readonly stageTimestamp: string;
  readonly annotations?: Readonly<Record<string, string>> | undefined;
}

/** An event as it is kept: its JSON in one line. */
export interface AuditRecord {
  readonly id: number;
  /** JSON of an AuditEvent. */
  readonly text: string;
}
