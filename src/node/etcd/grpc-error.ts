/** The codes of gRPC that are told apart here. */
export const grpcCodes = { deadlineExceeded: 4, resourceExhausted: 8, unavailable: 14 } as const;

const names = [
  "OK",
  "Canceled",
  "Unknown",
  "InvalidArgument",
  "DeadlineExceeded",
  "NotFound",
  "AlreadyExists",
  "PermissionDenied",
  "ResourceExhausted",
  "FailedPrecondition",
  "Aborted",
  "OutOfRange",
  "Unimplemented",
  "Internal",
  "Unavailable",
  "DataLoss",
  "Unauthenticated",
];

/**
 * A call that failed. The message is that of etcd's client (rpctypes.Error): what etcd itself says is passed on as it
 * is, everything else with its code.
 */
export class GrpcError extends Error {
  override readonly name = "GrpcError";
  readonly code: number;

  constructor(code: number, description: string, options?: ErrorOptions) {
    const isOfEtcd = description.startsWith("etcdserver: ") || description.startsWith("auth: ");
    super(isOfEtcd ? description : `rpc error: code = ${names[code] ?? code} desc = ${description}`, options);
    this.code = code;
  }
}

/** Returns the error that trailers tell of; undefined if the call succeeded. */
export function errorOfTrailers(trailers: Readonly<Record<string, unknown>>): GrpcError | undefined {
  const status = trailers["grpc-status"];
  if (status === undefined || status === "0") return undefined;
  return new GrpcError(Number(status), decodeMessage(String(trailers["grpc-message"] ?? "")));
}

/** Decodes the percent encoding of messages. One that is not valid stays as it is. */
function decodeMessage(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
