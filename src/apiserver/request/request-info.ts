/** What a request is about, read off method and target alone (k8s.io/apiserver request.RequestInfo). */
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
  /** Why the path makes no sense, as the 500 names it; the rest is then as far as it was read. */
  readonly failure?: string;
}
