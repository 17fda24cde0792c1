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

/** The fields of an audit event that are known when the request arrives. */
export type AuditedRequest = Pick<
  AuditEvent,
  "auditID" | "requestURI" | "verb" | "user" | "sourceIPs" | "userAgent" | "objectRef"
>;

/** The metadata of an object in a request that identifies it. */
interface NamedObject {
  readonly name?: string | undefined;
  readonly namespace?: string | undefined;
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
}

/**
 * Receives audit events, each as a single line of JSON. Returns a promise if the request waits for the event: of
 * whether it was stored.
 */
export type AuditSink = (text: string) => Promise<boolean> | void;

/** Collects the audit data of one request and writes an event at each stage (audit.AuditContext). */
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

  /** Adds an annotation; an existing annotation with the same key is kept. */
  annotate(key: string, value: string): void {
    if (!this.#annotations.has(key)) this.#annotations.set(key, value);
  }

  impersonate(user: UserInfo): void {
    this.#impersonated = auditUser(user);
  }

  /** Records the object in the request body; `encode` is called only if the level includes request bodies. */
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

  /** Records the patch in the request body; a patch that is not JSON is recorded as a string. */
  requestPatch(patch: string): void {
    if (this.keepsRequests) this.#requestObject = compactJson(patch) ?? escapeJson(JSON.stringify(patch));
  }

  /** Records the JSON of the response body. */
  responseObject(text: string | undefined): void {
    if (this.keepsResponses) this.#responseObject = text;
  }

  /** Records the Status in the response. */
  responseStatus({ status, message, reason, details, code }: Omit<Status, "kind" | "apiVersion" | "metadata">): void {
    this.#status = { metadata: {}, status, message, reason, details, code };
  }

  responseCode(code: number): void {
    this.#status = { metadata: {}, ...this.#status, code };
  }

  /** Writes an event for the stage unless the policy omits the stage. Returns what the sink returns. */
  stage(stage: AuditStage): Promise<boolean> | void {
    if (this.decision.omitStages.has(stage)) return;
    return this.#sink(this.#text(stage, stage === "RequestReceived" ? this.#receivedAt : this.#clock.now()));
  }

  /** Encodes the event with its members in the order of the Go type. */
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

/** Returns the user in the form of audit events, without empty fields. */
export const auditUser = ({ name, uid, groups, extra }: UserInfo): AuditUser => ({
  username: nonEmpty(name),
  uid: nonEmpty(uid),
  groups: groups.length === 0 ? undefined : groups,
  extra: Object.keys(extra).length === 0 ? undefined : extra,
});

/** Returns the text, or undefined if it is empty. */
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
