import type { JsonValue } from "../../apimachinery/json/value.ts";
import type { StatusDetails } from "../../apimachinery/meta.ts";

/** The audit levels, from the least to the most detailed (audit.Level). */
export const auditLevels = ["None", "Metadata", "Request", "RequestResponse"] as const;
export type AuditLevel = (typeof auditLevels)[number];

/** The stages of a request at which audit events are generated (audit.Stage). */
export const auditStages = ["RequestReceived", "ResponseStarted", "ResponseComplete", "Panic"] as const;
export type AuditStage = (typeof auditStages)[number];

/** The requesting or the impersonated user (authentication/v1 UserInfo). */
export interface AuditUser {
  readonly username?: string | undefined;
  readonly uid?: string | undefined;
  readonly groups?: readonly string[] | undefined;
  readonly extra?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** The object that a request refers to (audit.ObjectReference). */
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

/** The status of the response; its message, reason and details are set only for failures. */
export interface AuditResponseStatus {
  readonly metadata: Readonly<Record<string, never>>;
  readonly status?: string | undefined;
  readonly message?: string | undefined;
  readonly reason?: string | undefined;
  readonly details?: StatusDetails | undefined;
  readonly code?: number | undefined;
}

/** One audit event in its JSON form (audit.k8s.io/v1 Event). */
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
  /** The object or patch of the request; a patch that is not JSON is a string. */
  readonly requestObject?: JsonValue | undefined;
  readonly responseObject?: JsonValue | undefined;
  readonly requestReceivedTimestamp: string;
  readonly stageTimestamp: string;
  readonly annotations?: Readonly<Record<string, string>> | undefined;
}

/** A retained audit event as one line of JSON. */
export interface AuditRecord {
  readonly id: number;
  /** The JSON of an AuditEvent. */
  readonly text: string;
}
