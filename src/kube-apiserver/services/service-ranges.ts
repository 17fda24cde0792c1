import { isFour, maskPrefix, parsePrefix, formatPrefix, AddressError } from "../../apimachinery/net-address.ts";
import { ConfigurationError } from "../../component-base/configuration-error.ts";

/** The ports of nodes that Services get. */
export interface PortRange {
  readonly first: number;
  readonly size: number;
}

/** The addresses and ports of Services. */
export interface ServiceRanges {
  /** One or two networks; the family of the first is the default one. */
  readonly cidrs: readonly string[];
  readonly nodePorts: PortRange;
}

const defaultCidrs = "10.0.0.0/24";
const defaultNodePorts = "30000-32767";
const longestCidrs = 2;

/** Options by upstream's names of flags. */
export interface ServiceRangeOptions {
  /** `--service-cluster-ip-range`: one network, or one of each family; 10.0.0.0/24 by default. */
  readonly serviceClusterIpRange?: string | undefined;
  /** `--service-node-port-range`: 30000-32767 by default. */
  readonly serviceNodePortRange?: string | undefined;
}

/** Parses the options; throws a ConfigurationError if they are invalid. */
export const serviceRangesOf = ({
  serviceClusterIpRange,
  serviceNodePortRange,
}: ServiceRangeOptions): ServiceRanges => ({
  cidrs: parseCidrs(serviceClusterIpRange ?? defaultCidrs),
  nodePorts: parsePortRange(serviceNodePortRange ?? defaultNodePorts),
});

function parseCidrs(text: string): readonly string[] {
  const parts = text.split(",").map((part) => part.trim());
  if (parts.length > longestCidrs)
    throw new ConfigurationError("--service-cluster-ip-range must not contain more than two entries");
  const prefixes = parts.map((part, at) => {
    try {
      return maskPrefix(parsePrefix(part));
    } catch (error) {
      if (!(error instanceof AddressError)) throw error;
      throw new ConfigurationError(`service-cluster-ip-range[${at}] is not a valid cidr`, { cause: error });
    }
  });
  const [first, second] = prefixes;
  if (first !== undefined && second !== undefined && isFour(first.address) === isFour(second.address))
    throw new ConfigurationError(
      "--service-cluster-ip-range[0] and --service-cluster-ip-range[1] must be of different IP family",
    );
  for (const [at, prefix] of prefixes.entries())
    if (prefix.address.bytes.length * bitsOfByte - prefix.bits < fewestBits)
      throw new ConfigurationError(
        `error determining service IP ranges for ${at === 0 ? "primary" : "secondary"} service cidr: the service cluster IP range must be at least 8 IP addresses`,
      );
  return prefixes.map(formatPrefix);
}

const bitsOfByte = 8;
const fewestBits = 3;

const highestPort = 65_535;

/** Parses `30000-32767`, `30000+2767` or a single port (utilnet.ParsePortRange). */
function parsePortRange(text: string): PortRange {
  const refuse = (detail: string): never => {
    throw new ConfigurationError(`--service-node-port-range ${text}: ${detail}`);
  };
  const [, firstText = "", sign, secondText = ""] = /^\s*(\d+)(?:([-+])(\d+))?\s*$/.exec(text) ?? [];
  if (firstText === "") return refuse("unable to parse port range");
  const first = Number(firstText);
  const last =
    sign === undefined ? first : sign === "-" ? Number(secondText) : Math.min(first + Number(secondText), highestPort);
  if (first > highestPort || last > highestPort) return refuse("the port range cannot be greater than 65535");
  if (last < first) return refuse("end port cannot be less than start port");
  return { first, size: last - first + 1 };
}

export const formatPortRange = ({ first, size }: PortRange): string => `${first}-${first + size - 1}`;
