import { quoteGo } from "./go-strings.ts";
import { formatGroupResource, type GroupResource } from "./gvk.ts";
import type { Status, StatusCause, StatusDetails } from "./meta.ts";

/** The error type that clients see: a failure Status (k8s.io/apimachinery api/errors.StatusError). */
export class StatusError extends Error {
  readonly status: Status;

  constructor(status: Status, options?: ErrorOptions) {
    super(status.message ?? "", options);
    this.name = "StatusError";
    this.status = status;
  }

  /** Returns the seconds after which a client may retry; 0 if the server does not say (SuggestsClientDelay). */
  get retryAfterSeconds(): number {
    return this.status.details?.retryAfterSeconds ?? 0;
  }

  get code(): number {
    return this.status.code ?? 0;
  }

  get reason(): string {
    return this.status.reason ?? "";
  }
}

/** The `details` of a Status; empty members are omitted. */
export interface DetailFields {
  readonly name?: string;
  readonly group?: string;
  readonly kind?: string;
  readonly uid?: string;
  readonly causes?: readonly StatusCause[];
  readonly retryAfterSeconds?: number;
}

/** Returns a cause with its members ordered and omitted as in Go's output. */
export const statusCause = (reason: string, message: string, field = ""): StatusCause => ({
  ...(reason !== "" && { reason }),
  ...(message !== "" && { message }),
  ...(field !== "" && { field }),
});

const statusDetails = (fields: DetailFields): StatusDetails => ({
  ...(fields.name && { name: fields.name }),
  ...(fields.group && { group: fields.group }),
  ...(fields.kind && { kind: fields.kind }),
  ...(fields.uid && { uid: fields.uid }),
  ...(fields.causes && fields.causes.length > 0 && { causes: fields.causes }),
  ...(fields.retryAfterSeconds && { retryAfterSeconds: fields.retryAfterSeconds }),
});

/** Returns a failure Status with its members in Go's order; given but empty `details` are printed as `{}`. */
export const failureStatus = (code: number, reason: string, message: string, details?: DetailFields): Status => ({
  kind: "Status",
  apiVersion: "v1",
  metadata: {},
  status: "Failure",
  ...(message !== "" && { message }),
  ...(reason !== "" && { reason }),
  ...(details && { details: statusDetails(details) }),
  ...(code !== 0 && { code }),
});

/** Creates an error from the parts of its Status. */
export const failure = (code: number, reason: string, message: string, details?: DetailFields): StatusError =>
  new StatusError(failureStatus(code, reason, message, details));

const ofResource = ({ group, resource }: GroupResource, name: string): DetailFields => ({
  name,
  group,
  kind: resource,
});
const isEmptyResource = ({ group, resource }: GroupResource): boolean => group === "" && resource === "";

/** Returns the name of an object as in most messages: `pods "a"`. */
const objectName = (resource: GroupResource, name: string): string =>
  `${formatGroupResource(resource)} ${quoteGo(name)}`;

const textOf = (error: string | Error): string => (typeof error === "string" ? error : error.message);

export const newNotFound = (resource: GroupResource, name: string): StatusError =>
  failure(404, "NotFound", `${objectName(resource, name)} not found`, ofResource(resource, name));

export const newAlreadyExists = (resource: GroupResource, name: string): StatusError =>
  failure(409, "AlreadyExists", `${objectName(resource, name)} already exists`, ofResource(resource, name));

/** Reports that no free name was found for a generateName (NewGenerateNameConflict). */
export const newGenerateNameConflict = (
  resource: GroupResource,
  name: string,
  retryAfterSeconds: number,
): StatusError =>
  failure(
    409,
    "AlreadyExists",
    `${objectName(resource, name)} already exists, the server was not able to generate a unique name for the object`,
    {
      ...ofResource(resource, name),
      retryAfterSeconds,
    },
  );

export const newUnauthorized = (reason: string): StatusError =>
  failure(401, "Unauthorized", reason === "" ? "not authorized" : reason);

export function newForbidden(resource: GroupResource, name: string, error: string | Error): StatusError {
  const about = name === "" ? formatGroupResource(resource) : objectName(resource, name);
  const head = isEmptyResource(resource) ? "forbidden" : `${about} is forbidden`;
  return failure(403, "Forbidden", `${head}: ${textOf(error)}`, ofResource(resource, name));
}

export const newConflict = (resource: GroupResource, name: string, error: string | Error): StatusError =>
  failure(
    409,
    "Conflict",
    `Operation cannot be fulfilled on ${objectName(resource, name)}: ${textOf(error)}`,
    ofResource(resource, name),
  );

/** Reports the conflicts of a server-side apply, one cause per field (NewApplyConflict). */
export const newApplyConflict = (causes: readonly StatusCause[], message: string): StatusError =>
  failure(409, "Conflict", message, { causes });

/** Reports that the requested history has been compacted (NewResourceExpired). */
export const newResourceExpired = (message: string): StatusError => failure(410, "Expired", message);

export const newBadRequest = (reason: string): StatusError => failure(400, "BadRequest", reason);

export const newTooManyRequests = (message: string, retryAfterSeconds: number): StatusError =>
  failure(429, "TooManyRequests", message, { retryAfterSeconds });

/**
 * Returns the Status of an error without one: a 500 without a reason, with the error text as message
 * (responsewriters.ErrorToAPIStatus).
 */
export const newUnknownError = (message: string): StatusError => failure(500, "", message);

export const newServiceUnavailable = (reason: string): StatusError => failure(503, "ServiceUnavailable", reason);

export const newMethodNotSupported = (resource: GroupResource, action: string): StatusError =>
  failure(
    405,
    "MethodNotAllowed",
    `${action} is not supported on resources of kind ${quoteGo(formatGroupResource(resource))}`,
    ofResource(resource, ""),
  );

export const newServerTimeout = (resource: GroupResource, operation: string, retryAfterSeconds: number): StatusError =>
  failure(
    500,
    "ServerTimeout",
    `The ${operation} operation against ${formatGroupResource(resource)} could not be completed at this time, please try again.`,
    {
      ...ofResource(resource, operation),
      retryAfterSeconds,
    },
  );

export function newInternalError(error: string | Error): StatusError {
  const message = textOf(error);
  const status = failureStatus(500, "InternalError", `Internal error occurred: ${message}`, {
    causes: [statusCause("", message)],
  });
  return new StatusError(status, typeof error === "string" ? undefined : { cause: error });
}

export const newTimeoutError = (message: string, retryAfterSeconds: number): StatusError =>
  failure(504, "Timeout", `Timeout: ${message}`, { retryAfterSeconds });

/** Reports a resourceVersion that the server has not reached yet (storage.NewTooLargeResourceVersionError). */
export const newTooLargeResourceVersion = (
  requested: bigint | number,
  current: bigint | number,
  retryAfterSeconds: number,
): StatusError =>
  failure(504, "Timeout", `Timeout: Too large resource version: ${requested}, current: ${current}`, {
    causes: [statusCause("ResourceVersionTooLarge", "Too large resource version")],
    ...(retryAfterSeconds > 0 && { retryAfterSeconds }),
  });

export const newRequestEntityTooLarge = (message: string): StatusError =>
  failure(413, "RequestEntityTooLarge", `Request entity too large: ${message}`);

/** How the client of etcd begins to refuse what is too large for it (google.golang.org/grpc). */
export const tooLargeToSend = "rpc error: code = ResourceExhausted desc = trying to send message larger than max";

/** The error of that client. The size is that of what has been made so far, where upstream tells that of the object. */
export const tooLargeToSendText = (size: number): string => `${tooLargeToSend} (${size} vs. 2097152)`;

/** Reports that no media type of the Accept header can be served (negotiation.NewNotAcceptableError). */
export const newNotAcceptable = (accepted: readonly string[]): StatusError =>
  failure(406, "NotAcceptable", `only the following media types are accepted: ${accepted.join(", ")}`);

/** Reports an unsupported media type of a request body (negotiation.NewUnsupportedMediaTypeError). */
export const newUnsupportedMediaType = (accepted: readonly string[]): StatusError =>
  failure(
    415,
    "UnsupportedMediaType",
    `the body of the request was in an unknown format - accepted media types include: ${accepted.join(", ")}`,
  );

const genericResponses: Readonly<Record<number, readonly [reason: string, message: string]>> = {
  400: ["BadRequest", "the server rejected our request for an unknown reason"],
  401: ["Unauthorized", "the server has asked for the client to provide credentials"],
  404: ["NotFound", "the server could not find the requested resource"],
  405: ["MethodNotAllowed", "the server does not allow this method on the requested resource"],
  422: ["Invalid", "the server rejected our request due to an error in our request"],
  429: ["TooManyRequests", "the server has received too many requests and has asked us to try again later"],
  503: ["ServiceUnavailable", "the server is currently unable to handle the request"],
  504: [
    "Timeout",
    "the server was unable to return a response in the time allotted, but may still be processing the request",
  ],
};

function genericResponse(
  code: number,
  verb: string,
  serverMessage: string,
): readonly [reason: string, message: string] {
  const known = genericResponses[code];
  if (known !== undefined) return known;
  const silent = serverMessage === "" || serverMessage === "unknown";
  if (code === 409) return [verb === "POST" ? "AlreadyExists" : "Conflict", "the server reported a conflict"];
  if (code === 403) return ["Forbidden", serverMessage];
  if (code === 406)
    return [
      "NotAcceptable",
      silent ? "the server was unable to respond with a content type that the client supports" : serverMessage,
    ];
  if (code === 415) return ["UnsupportedMediaType", serverMessage];
  if (code >= 500)
    return [
      "InternalError",
      `an error on the server (${quoteGo(serverMessage)}) has prevented the request from succeeding`,
    ];
  return ["", `the server responded with the status code ${code} but did not return more information`];
}

/** Returns the error of a response of which only the status code is known (NewGenericServerResponse). */
export function newGenericServerResponse(
  code: number,
  verb: string,
  resource: GroupResource,
  name: string,
  serverMessage: string,
  retryAfterSeconds: number,
  isUnexpectedResponse: boolean,
): StatusError {
  const [reason, message] = genericResponse(code, verb, serverMessage);
  const about = isEmptyResource(resource)
    ? ""
    : ` (${verb.toLowerCase()} ${formatGroupResource(resource)}${name === "" ? "" : ` ${name}`})`;
  const causes = isUnexpectedResponse ? [statusCause("UnexpectedServerResponse", serverMessage)] : [];
  return failure(code, reason, message + about, { ...ofResource(resource, name), causes, retryAfterSeconds });
}

/** The status code of each known reason, used to classify a Status by code when its reason is unknown or empty. */
const knownReasons: Readonly<Record<string, number>> = {
  Unauthorized: 401,
  Forbidden: 403,
  NotFound: 404,
  AlreadyExists: 0,
  Conflict: 409,
  Gone: 410,
  Invalid: 422,
  ServerTimeout: 0,
  StorageReadError: 0,
  Timeout: 504,
  TooManyRequests: 429,
  BadRequest: 400,
  MethodNotAllowed: 405,
  NotAcceptable: 406,
  RequestEntityTooLarge: 413,
  UnsupportedMediaType: 415,
  InternalError: 500,
  Expired: 0,
  ServiceUnavailable: 503,
};

function hasReason(error: unknown, reason: string): boolean {
  if (!(error instanceof StatusError)) return false;
  if (error.reason === reason) return true;
  const code = knownReasons[reason] ?? 0;
  return code !== 0 && error.code === code && !Object.hasOwn(knownReasons, error.reason);
}

/** Returns the first cause of that type in an error's details. */
export const findStatusCause = (error: unknown, reason: string): StatusCause | undefined =>
  error instanceof StatusError ? error.status.details?.causes?.find((cause) => cause.reason === reason) : undefined;

/** Reports whether an error has the reason NotFound: what was asked for is not there. */
export const isNotFound = (error: unknown): boolean => hasReason(error, "NotFound");
/** Returns undefined for an error with the reason NotFound, and throws any other: for `catch` of what may be gone. */
export function noneIfNotFound(error: unknown): undefined {
  if (!isNotFound(error)) throw error;
  return undefined;
}
/** Reports whether an error has the reason AlreadyExists: an object of this name is there already. */
export const isAlreadyExists = (error: unknown): boolean => hasReason(error, "AlreadyExists");
/** Reports whether an error has the reason Conflict: the object has changed, or managers disagree about fields. */
export const isConflict = (error: unknown): boolean => hasReason(error, "Conflict");
/** Reports whether an error has the reason Invalid: the object breaks rules of its kind. */
export const isInvalid = (error: unknown): boolean => hasReason(error, "Invalid");
/** Reports whether an error has the reason Gone: what was asked for will not come back. */
export const isGone = (error: unknown): boolean => hasReason(error, "Gone");
/** Reports whether an error has the reason Expired: the revision or the continue token is too old to go on from. */
export const isResourceExpired = (error: unknown): boolean => hasReason(error, "Expired");
export const isUnsupportedMediaType = (error: unknown): boolean => hasReason(error, "UnsupportedMediaType");
export const isMethodNotSupported = (error: unknown): boolean => hasReason(error, "MethodNotAllowed");
/** Reports whether an error has the reason Forbidden: the user may not do this, or admission has refused it. */
export const isForbidden = (error: unknown): boolean => hasReason(error, "Forbidden");
const isTimeout = (error: unknown): boolean => hasReason(error, "Timeout");
export const isTooManyRequests = (error: unknown): boolean =>
  hasReason(error, "TooManyRequests") || (error instanceof StatusError && error.code === 429);
/** Reports whether a resourceVersion is too large (storage.IsTooLargeResourceVersion). */
export const isTooLargeResourceVersion = (error: unknown): boolean =>
  isTimeout(error) && findStatusCause(error, "ResourceVersionTooLarge") !== undefined;
