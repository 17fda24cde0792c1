import { networkInterfaces } from "node:os";
import { UsageError } from "./usage-error.ts";

/** How servers become the endpoints of the Service `kubernetes`. */
export interface EndpointOptions {
  readonly type: "lease" | "master-count";
  /** How many servers there are at most, for `master-count`. */
  readonly count: number;
  /** The address of this server. */
  readonly ip: string;
}

/**
 * Returns the options of `--endpoint-reconciler-type`, `--apiserver-count` and `--advertise-address`; undefined if
 * endpoints are not reconciled. Throws a UsageError with upstream's text.
 */
export function endpointOptions(last: (name: string) => string | undefined): EndpointOptions | undefined {
  const count = Number(last("apiserver-count") ?? "1");
  if (!(count >= 1))
    throw new UsageError(`--apiserver-count should be a positive number, but value '${count}' provided`);
  const type = last("endpoint-reconciler-type") ?? "lease";
  if (type === "none") return undefined;
  if (type !== "lease" && type !== "master-count") throw new UsageError(`Reconciler not implemented: ${type}`);
  const ip = addressOf(last("advertise-address") ?? "", last("bind-address") ?? "");
  return ip === undefined ? undefined : { type, count, ip };
}

/** The address that is advertised, that is listened on, or of this machine, whichever leads here from elsewhere. */
function addressOf(advertised: string, bound: string): string | undefined {
  if (advertised !== "") return advertised;
  if (bound !== "" && !isOfThisMachineOnly(bound)) return bound;
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ internal, family }) => !internal && family === "IPv4")?.address;
}

const isOfThisMachineOnly = (address: string): boolean =>
  address === "0.0.0.0" || address === "::" || address === "::1" || address.startsWith("127.");
