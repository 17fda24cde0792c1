import type { GroupVersionKind, GroupVersionResource } from "../../apimachinery/gvk.ts";
import type { KubeObject, Status } from "../../apimachinery/meta.ts";

/** What is known about a request (api.Attributes). */
export interface PodSecurityAttributes {
  readonly name: string;
  readonly namespace: string;
  readonly resource: GroupVersionResource;
  readonly kind: GroupVersionKind;
  readonly subresource: string;
  readonly operation: string;
  readonly object?: KubeObject | undefined;
  readonly oldObject?: KubeObject | undefined;
  readonly userName: string;
}

/** The answer to a request (admission/v1 AdmissionResponse). */
export interface PodSecurityResponse {
  /** Why the request is refused; undefined if it is allowed. */
  readonly refused?: Status;
  readonly warnings?: readonly string[];
  /** Annotations of the audit event, without their prefix. */
  readonly auditAnnotations?: Readonly<Record<string, string>>;
}
