/** The request that was answered. */
export interface SentRequest {
  readonly method: string;
  /** The path with its query. */
  readonly target: string;
  /** The body as it was written, in JSON or YAML. */
  readonly body: string;
}

/** What is changed of a request; `isSent` if it is sent at once. */
export interface RequestChange extends Partial<SentRequest> {
  /** The media types of its body and of its answer. */
  readonly contentType?: string | undefined;
  readonly accept?: string | undefined;
  readonly isSent: boolean;
}
