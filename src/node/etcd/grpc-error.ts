/** The names of gRPC's codes in messages. */
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
