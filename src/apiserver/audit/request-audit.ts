import type { Status } from "../../apimachinery/meta.ts";
import { formatMicroTime } from "../../apimachinery/time.ts";
import type { Clock } from "../../apimachinery/clock.ts";
import type {
  AuditEvent,
  AuditObjectReference,
  AuditResponseStatus,
  AuditStage,
  AuditUser,
} from "../../component-base/audit/audit-event.ts";
import type { UserInfo } from "../request/user.ts";
import type { AuditDecision } from "./audit-policy.ts";
import { compactJson, escapeJson } from "./compact-json.ts";

/** What is known of a request from the start. */
export type AuditedRequest = Pick<
  AuditEvent,
  "auditID" | "requestURI" | "verb" | "user" | "sourceIPs" | "userAgent" | "objectRef"
>;

/** Metadata of an object in a request. */
interface NamedObject {
  readonly name?: string | undefined;
  readonly namespace?: string | undefined;
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
}

/** Where a request's events go, as JSON in one line. */
export type AuditSink = (text: string) => void;

/** Gathers what is noted of one request, and writes it out at each stage (audit.AuditContext). */
export class RequestAudit {
  readonly decision: AuditDecision;
  readonly #request: AuditedRequest;
  readonly #clock: Clock;
  readonly #sink: AuditSink;
  readonly #receivedAt: number;
  readonly #annotations = new Map<string, string>();
  #objectRef: AuditObjectReference | undefined;
  #impersonated: AuditUser | undefined;
  #status: AuditResponseStatus | undefined;
  #requestObject: string | undefined;
  #responseObject: string | undefined;

  constructor(
    request: AuditedRequest,
    options: { readonly decision: AuditDecision; readonly clock: Clock; readonly sink: AuditSink },
  ) {
    this.#request = request;
    this.decision = options.decision;
    this.#clock = options.clock;
    this.#sink = options.sink;
    this.#receivedAt = options.clock.now();
    this.#objectRef = request.objectRef;
  }

  get keepsRequests(): boolean {
    return this.decision.level === "Request" || this.decision.level === "RequestResponse";
  }

  get keepsResponses(): boolean {
    return this.decision.level === "RequestResponse";
  }

  /** Notes why something was decided; what was said first stays. */
  annotate(key: string, value: string): void {
    if (!this.#annotations.has(key)) this.#annotations.set(key, value);
  }

  impersonate(user: UserInfo): void {
    this.#impersonated = auditUser(user);
  }

  /** The object that was sent; its text is asked for only where it is kept. */
  requestObject(metadata: NamedObject, encode: () => string): void {
    const ref = this.#objectRef;
    if (ref !== undefined) {
      this.#objectRef = {
        ...ref,
        name: ref.name ?? nonEmpty(metadata.name),
        namespace: ref.namespace ?? nonEmpty(metadata.namespace),
        uid: nonEmpty(metadata.uid),
        resourceVersion: nonEmpty(metadata.resourceVersion),
      };
    }
    if (this.keepsRequests) this.#requestObject = encode();
  }

  /** The patch that was sent; one that is no JSON stands as text. */
  requestPatch(patch: string): void {
    if (this.keepsRequests) this.#requestObject = compactJson(patch) ?? escapeJson(JSON.stringify(patch));
  }

  /** The JSON of the answer. */
  responseObject(text: string | undefined): void {
    if (this.keepsResponses) this.#responseObject = text;
  }

  /** What a Status in the answer says. */
  responseStatus({ status, message, reason, details, code }: Omit<Status, "kind" | "apiVersion" | "metadata">): void {
    this.#status = { metadata: {}, status, message, reason, details, code };
  }

  responseCode(code: number): void {
    this.#status = { metadata: {}, ...this.#status, code };
  }

  /** Writes an event, if the policy does not leave out the stage. */
  stage(stage: AuditStage): void {
    if (this.decision.omitStages.has(stage)) return;
    this.#sink(this.#text(stage, stage === "RequestReceived" ? this.#receivedAt : this.#clock.now()));
  }

  /** Members stand in Go's order. */
  #text(stage: AuditStage, at: number): string {
    const { auditID, requestURI, verb, user, sourceIPs, userAgent } = this.#request;
    const opening = {
      kind: "Event",
      apiVersion: "audit.k8s.io/v1",
      level: this.decision.level,
      auditID,
      stage,
      requestURI,
      verb,
      user,
      impersonatedUser: this.#impersonated,
      sourceIPs,
      userAgent,
      objectRef: orderedRef(this.#objectRef),
      responseStatus: orderedStatus(this.#status),
    } as const;
    const closing = {
      requestReceivedTimestamp: formatMicroTime(this.#receivedAt),
      stageTimestamp: formatMicroTime(at),
      annotations: this.#sortedAnnotations(),
    };
    const objects = `${this.#requestObject === undefined ? "" : `,"requestObject":${this.#requestObject}`}${this.#responseObject === undefined ? "" : `,"responseObject":${this.#responseObject}`}`;
    return `${escapeJson(JSON.stringify(opening)).slice(0, -1)}${objects},${escapeJson(JSON.stringify(closing)).slice(1)}`;
  }

  #sortedAnnotations(): Readonly<Record<string, string>> | undefined {
    return this.#annotations.size === 0
      ? undefined
      : Object.fromEntries([...this.#annotations].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

/** A user as events name it; members that are empty are left out. */
export const auditUser = ({ name, uid, groups, extra }: UserInfo): AuditUser => ({
  username: nonEmpty(name),
  uid: nonEmpty(uid),
  groups: groups.length === 0 ? undefined : groups,
  extra: Object.keys(extra).length === 0 ? undefined : extra,
});

/** Text, or undefined where there is none. */
export const nonEmpty = (text: string | undefined): string | undefined => (text === "" ? undefined : text);

const orderedRef = (ref: AuditObjectReference | undefined): AuditObjectReference | undefined => {
  if (ref === undefined) return undefined;
  const { resource, namespace, name, uid, apiGroup, apiVersion, resourceVersion, subresource } = ref;
  return { resource, namespace, name, uid, apiGroup, apiVersion, resourceVersion, subresource };
};

const orderedStatus = (status: AuditResponseStatus | undefined): AuditResponseStatus | undefined => {
  if (status === undefined) return undefined;
  const { metadata, status: outcome, message, reason, details, code } = status;
  return { metadata, status: outcome, message, reason, details, code };
};
