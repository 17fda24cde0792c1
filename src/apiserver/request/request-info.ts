/** Information about a request, derived from its method and target (k8s.io/apiserver request.RequestInfo). */
export interface RequestInfo {
  readonly isResourceRequest: boolean;
  /** Decoded path without query. */
  readonly path: string;
  /**
   * get, list, watch, create, update, patch, delete, deletecollection, or the lower-case method of a non-resource
   * request.
   */
  readonly verb: string;
  readonly apiPrefix: string;
  readonly apiGroup: string;
  readonly apiVersion: string;
  readonly namespace: string;
  readonly resource: string;
  readonly subresource: string;
  readonly name: string;
  /** Decoded path segments after group and version (or after the namespace), resource first. */
  readonly parts: readonly string[];
  /** The error for a malformed path (500); the other fields then hold what was parsed before the error. */
  readonly failure?: string;
}
