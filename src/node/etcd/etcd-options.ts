import { messageOf } from "../../apimachinery/message-of.ts";
import { parseDuration } from "../../apimachinery/duration.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import type { GroupResource } from "../../apimachinery/gvk.ts";
import { groupBy } from "../../apimachinery/group-by.ts";
import type { StorageMediaType } from "../../kube-apiserver/storage/stored-values.ts";
import { listed } from "../access-options.ts";
import type { ServeValues } from "../serve-flags.ts";
import { UsageError } from "../usage-error.ts";

/** How an etcd is used as storage. */
export interface EtcdOptions {
  readonly servers: readonly string[];
  readonly caFile: string | undefined;
  readonly certFile: string | undefined;
  readonly keyFile: string | undefined;
  readonly prefix: string;
  /** How often states of the past are compacted, in milliseconds; 0 for never. */
  readonly compactionIntervalMs: number;
  readonly mediaType: StorageMediaType;
  /** Servers that have the objects of some resources in place of `servers`. */
  readonly overrides: readonly EtcdOverride[];
  /** How long events are kept after their last write; 0 for always. */
  readonly eventTtlSeconds: number;
  /** How much longer events may be kept, so that their keys share a lease. */
  readonly leaseReuseSeconds: number;
}

/** Where the objects of some resources are kept. */
export interface EtcdOverride {
  readonly servers: readonly string[];
  readonly resources: readonly GroupResource[];
}

/** The flags of etcd. */
export type EtcdValues = Pick<
  ServeValues,
  | "etcd-servers"
  | "etcd-cafile"
  | "etcd-certfile"
  | "etcd-keyfile"
  | "etcd-prefix"
  | "etcd-servers-overrides"
  | "etcd-compaction-interval"
  | "storage-media-type"
  | "event-ttl"
  | "lease-reuse-duration-seconds"
>;

const mediaTypes: readonly StorageMediaType[] = ["application/json", "application/vnd.kubernetes.protobuf"];

/** Returns the options of the flags of etcd; undefined without `--etcd-servers`. */
export function etcdOptions(values: EtcdValues): EtcdOptions | undefined {
  const servers = listed(values["etcd-servers"])
    .filter((server) => server !== "")
    .map(urlOf);
  const mediaType = mediaTypeOf(values["storage-media-type"]);
  if (servers.length === 0) return undefined;
  return {
    servers,
    caFile: values["etcd-cafile"],
    certFile: values["etcd-certfile"],
    keyFile: values["etcd-keyfile"],
    prefix: values["etcd-prefix"],
    compactionIntervalMs: durationMs("--etcd-compaction-interval", values["etcd-compaction-interval"]),
    mediaType,
    overrides: overridesOf(listed(values["etcd-servers-overrides"])),
    eventTtlSeconds: Math.trunc(durationMs("--event-ttl", values["event-ttl"] ?? defaultEventTtl) / 1000),
    leaseReuseSeconds: leaseReuse(values["lease-reuse-duration-seconds"]),
  };
}

function mediaTypeOf(text: string): StorageMediaType {
  const mediaType = mediaTypes.find((type) => type === text);
  if (mediaType !== undefined) return mediaType;
  if (text === "application/yaml")
    throw new UsageError(`--storage-media-type ${text} is not supported: there are ${mediaTypes.join(", ")}`);
  throw new UsageError(
    `--storage-media-type ${quoteGo(text)} invalid, allowed values: application/json, application/vnd.kubernetes.protobuf, application/yaml`,
  );
}

const overrideMessage =
  "--etcd-servers-overrides invalid, must be of format: group/resource#servers, where servers are URLs, semicolon separated";

/** Reads `GROUP/RESOURCE#URL;URL`. Resources of the same servers share a connection; the last that is said holds. */
function overridesOf(texts: readonly string[]): readonly EtcdOverride[] {
  const byResource = new Map<string, { readonly resource: GroupResource; readonly servers: string }>();
  for (const text of texts) {
    const [named = "", servers = "", ...more] = text.split("#");
    const [group = "", resource, ...rest] = named.split("/");
    if (servers === "" || more.length > 0 || resource === undefined || rest.length > 0)
      throw new UsageError(overrideMessage);
    byResource.set(named, { resource: { group, resource }, servers });
  }
  return [...groupBy([...byResource.values()], ({ servers }) => servers)].map(([servers, rows]) => ({
    servers: servers.split(";").map(urlOf),
    resources: rows.map(({ resource }) => resource),
  }));
}

const defaultEventTtl = "1h0m0s";

function leaseReuse(text: string): number {
  const seconds = Number(text);
  if (!/^-?\d+$/.test(text)) throw new UsageError(`--lease-reuse-duration-seconds ${text} is not a number`);
  return Math.max(0, seconds);
}

/** Returns the URL of a server, which may be given as host:port alone. */
function urlOf(text: string): string {
  const url = text.includes("://") ? text : `http://${text}`;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError(`--etcd-servers ${text} is not a URL of http or https`);
  return url;
}

function durationMs(flag: string, text: string): number {
  try {
    return Number(parseDuration(text)) / 1e6;
  } catch (error) {
    throw new UsageError(`${flag}: ${messageOf(error)}`, { cause: error });
  }
}
