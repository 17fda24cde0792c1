import { messageOf } from "../apimachinery/message-of.ts";
import { type AddonName, addonNames, isAddonName } from "../client/addons.ts";
import { parseDuration } from "../apimachinery/duration.ts";
import {
  createFeatureGates,
  gateWarnings,
  parseFeatureGates,
  type FeatureSettings,
} from "../component-base/features/feature-gates.ts";
import {
  binaryRelease,
  formatRelease,
  parseEmulatedVersion,
  type Release,
} from "../component-base/versions/release.ts";
import { parseRuntimeConfig, type RuntimeConfig } from "../component-base/versions/runtime-config.ts";
import { auditWebhookOptions, type AuditWebhookOptions } from "./audit/audit-webhook-options.ts";
import { configurationFiles, type ConfigurationFiles } from "./configuration-files.ts";
import { accessOptions, listed, type AccessOptions } from "./access-options.ts";
import { frontProxyOptions, type FrontProxyOptions } from "./front-proxy-options.ts";
import { enabledControllers } from "../controllers/controller-names.ts";
import { checkPluginNames } from "../kube-apiserver/admission.ts";
import { parseServiceAddresses, type ServiceAddresses } from "./service-addresses.ts";
import { serviceRangesOf, type ServiceRangeOptions } from "../kube-apiserver/services/service-ranges.ts";
import { slowestSpeed, fastestSpeed, type WorldTimeChange } from "../component-base/world-clock.ts";
import { etcdOptions, type EtcdOptions } from "./etcd/etcd-options.ts";
import type { EndpointOptions } from "./endpoint-options.ts";
import { secureOptions, type SecureOptions } from "./secure-options.ts";
import { readFlags, serveFlags, type ServeValues } from "./serve-flags.ts";
import { storageOptions, type StorageOptions } from "./storage-options.ts";
import { UsageError } from "./usage-error.ts";

/** The options of `kubepad serve`. */
export interface ServeOptions
  extends AccessOptions, ServiceRangeOptions, FrontProxyOptions, SecureOptions, StorageOptions, ConfigurationFiles {
  /** The port to listen on; 0 selects a free one. */
  readonly port: number;
  /** The storage for objects: memory, a log in a folder, or etcd. */
  readonly storage: "memory" | { readonly folder: string } | { readonly etcd: EtcdOptions };
  /** Acknowledge writes to a folder before they are flushed to the disk. */
  readonly unsafeNoFsync: boolean;
  readonly tokenAuthFile: string | undefined;
  /** The path of the kubeconfig to write. */
  readonly writeKubeconfig: string | undefined;
  readonly featureGates: FeatureSettings;
  readonly runtimeConfig: RuntimeConfig;
  readonly emulatedRelease: Release;
  /** Undefined for upstream's default, as for the limits below. */
  readonly requestTimeoutMs: number | undefined;
  readonly maxRequestsInFlight: number | undefined;
  readonly maxMutatingRequestsInFlight: number | undefined;
  readonly livezGracePeriodMs: number | undefined;
  /** How long requests are still served while /readyz reports that the server is shutting down. */
  readonly shutdownDelayMs: number | undefined;
  /** Whether requests are asked to be tried again elsewhere at the end, before connections are closed. */
  readonly shutdownSendRetryAfter: boolean;
  readonly showHiddenMetrics: boolean;
  /** The path of the audit policy. */
  readonly auditPolicyFile: string | undefined;
  /** The path of the audit log; `-` is standard output. */
  readonly auditLogPath: string | undefined;
  /** Where audit events are sent; undefined for nowhere. */
  readonly auditWebhook: AuditWebhookOptions | undefined;
  /** How long events are kept after their last write; an hour by default. */
  readonly eventTtlMs: number | undefined;
  /** The path of the rules of faults. */
  readonly faultConfigFile: string | undefined;
  readonly enableAdmissionPlugins: readonly string[];
  readonly disableAdmissionPlugins: readonly string[];
  /** Which controllers run: all by default; undefined for those that the API server depends on. */
  readonly controllers: readonly string[] | undefined;
  /** Where webhooks and extension API servers of Services are called instead. */
  readonly webhookServiceAddresses: ServiceAddresses;
  /** Whether they are called by endpoints of their Services only. */
  readonly routesToEndpoints: boolean;
  /** How many simulated nodes to make; undefined for `nodesOfNewStorage`. */
  readonly simulatedNodes: number | undefined;
  /** How many simulated nodes a storage gets that is used for the first time. */
  readonly nodesOfNewStorage: number;
  /** What to install in the cluster. */
  readonly addons: readonly AddonName[];
  /** How the time of the objects and controllers begins to pass. */
  readonly worldTime: WorldTimeChange | undefined;
  /**
   * The admission plugins that are on by default besides those that always are; undefined for those of `controllers`.
   */
  readonly defaultAdmissionPlugins?: readonly string[] | undefined;
  /** The host and port that documents of the server name. */
  readonly serverAddress?: string | undefined;
  /** How servers over one etcd become the endpoints of the Service `kubernetes`; undefined if they do not. */
  readonly endpoints?: EndpointOptions | undefined;
}

/** Returns the folder of a storage that is one. */
export const folderOf = (storage: ServeOptions["storage"]): string | undefined =>
  storage !== "memory" && "folder" in storage ? storage.folder : undefined;

const highestPort = 65_535;

/** Returns the folder to repair if the command is `kubepad repair`; undefined for any other command. */
export function parseRepairFolder(args: readonly string[]): string | undefined {
  if (args[0] !== "repair") return undefined;
  const { storage } = readFlags(args.slice(1), { storage: { type: "string", default: "" } });
  if (storage === "" || storage === "memory") throw new UsageError("repair wants --storage with a folder");
  return storage;
}

/** Parses the arguments of `kubepad serve`. A leading `serve` is optional. */
export const parseServeOptions = (args: readonly string[]): ServeOptions =>
  serveOptionsOf(readFlags(args[0] === "serve" ? args.slice(1) : args, serveFlags));

/** Returns the options of flags. Throws a UsageError for values that are not valid. */
export function serveOptionsOf(values: ServeValues): ServeOptions {
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port > highestPort) throw new UsageError(`--port ${values.port} is not a port`);
  if (values.storage === "") throw new UsageError("--storage is empty: say memory or a folder");
  if (values["write-kubeconfig"] === "") throw new UsageError("--write-kubeconfig is empty: say a file");
  const emulatedRelease = usable(() =>
    values["emulated-version"] === undefined ? binaryRelease : parseEmulatedVersion(values["emulated-version"]),
  );
  return {
    port,
    storage: storageOption(values),
    unsafeNoFsync: values["unsafe-no-fsync"],
    ...storageOptions(values),
    tokenAuthFile: values["token-auth-file"],
    ...accessOptions(values),
    ...frontProxyOptions(values),
    ...secureOptions(values),
    writeKubeconfig: values["write-kubeconfig"],
    featureGates: usable(() => checkedGates(values["feature-gates"].join(","), emulatedRelease)),
    runtimeConfig: parseRuntimeConfig(values["runtime-config"].join(",")),
    emulatedRelease,
    ...limitOptions(values),
    showHiddenMetrics: showHiddenMetrics(values["show-hidden-metrics-for-version"]),
    auditPolicyFile: values["audit-policy-file"],
    auditLogPath: values["audit-log-path"],
    auditWebhook: auditWebhookOptions(values),
    faultConfigFile: values["fault-config"],
    ...configurationFiles(values),
    eventTtlMs: duration("--event-ttl", values["event-ttl"]),
    ...pluginOptions(values),
    controllers: controllersOption(values.controllers),
    ...serviceRangeOptions(values),
    webhookServiceAddresses: flagValue("--webhook-service-addresses", () =>
      parseServiceAddresses(listed(values["webhook-service-addresses"])),
    ),
    routesToEndpoints: values["enable-aggregator-routing"],
    simulatedNodes: flagValue("--simulated-nodes", () => parseNodeCount(values["simulated-nodes"])),
    addons: flagValue("--addons", () => parseAddons(listed(values.addons))),
    nodesOfNewStorage: values.controllers.length === 0 ? 2 : 0,
    worldTime: flagValue("--time-speed", () => parseTimeSpeed(values["time-speed"])),
  };
}

/** Returns where objects are kept. */
function storageOption(values: ServeValues): ServeOptions["storage"] {
  const { storage } = values;
  const etcd = etcdOptions(values);
  if (etcd === undefined) return storage === undefined || storage === "memory" ? "memory" : { folder: storage };
  if (storage !== undefined) throw new UsageError("--storage and --etcd-servers exclude each other");
  return { etcd };
}

/** Returns the admission plugins to enable and to disable. */
function pluginOptions(values: ServeValues): Pick<ServeOptions, "enableAdmissionPlugins" | "disableAdmissionPlugins"> {
  const names = {
    enableAdmissionPlugins: listed(values["enable-admission-plugins"]),
    disableAdmissionPlugins: listed(values["disable-admission-plugins"]),
  };
  usable(() => checkPluginNames(names));
  return names;
}

/** Returns the list of controllers to run; undefined for an empty one, which stands for those of the API server. */
function controllersOption(texts: readonly string[]): readonly string[] | undefined {
  const list = texts.length === 0 ? ["*"] : listed(texts).filter((name) => name !== "");
  if (list.length === 0) return undefined;
  usable(() => enabledControllers(list));
  return list;
}

/** Returns where Services get their addresses and ports from. */
function serviceRangeOptions(values: ServeValues): ServiceRangeOptions {
  const ranges = {
    serviceClusterIpRange: values["service-cluster-ip-range"],
    serviceNodePortRange: values["service-node-port-range"],
  };
  usable(() => serviceRangesOf(ranges));
  return ranges;
}

/** Returns the options for limits that have upstream defaults. */
const limitOptions = (
  values: ServeValues,
): Pick<
  ServeOptions,
  | "requestTimeoutMs"
  | "maxRequestsInFlight"
  | "maxMutatingRequestsInFlight"
  | "livezGracePeriodMs"
  | "shutdownDelayMs"
  | "shutdownSendRetryAfter"
> => ({
  requestTimeoutMs: duration("--request-timeout", values["request-timeout"]),
  maxRequestsInFlight: limit("--max-requests-inflight", values["max-requests-inflight"]),
  maxMutatingRequestsInFlight: limit("--max-mutating-requests-inflight", values["max-mutating-requests-inflight"]),
  livezGracePeriodMs: duration("--livez-grace-period", values["livez-grace-period"], "a negative value"),
  shutdownDelayMs: duration("--shutdown-delay-duration", values["shutdown-delay-duration"]),
  shutdownSendRetryAfter: values["shutdown-send-retry-after"],
});

const duration = (flag: string, text: string | undefined, refused?: string): number | undefined =>
  text === undefined
    ? undefined
    : notNegative(
        flag,
        flagValue(flag, () => Number(parseDuration(text)) / 1e6),
        refused,
      );

function limit(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^-?\d+$/.test(text)) throw new UsageError(`${flag} ${text} is not a number`);
  return notNegative(flag, Number(text));
}

function notNegative(flag: string, value: number, refused = "negative value"): number {
  if (value < 0) throw new UsageError(`${flag} can not be ${refused}`);
  return value;
}

/** Validates --show-hidden-metrics-for-version. Only the previous minor release is allowed, as in upstream. */
function showHiddenMetrics(version: string): boolean {
  const previous = formatRelease(binaryRelease - 1);
  if (version === "" || version === previous) return version !== "";
  throw new UsageError(
    `--show-hidden-metrics-for-version must be omitted or have the value '${previous}'. Only the previous minor version is allowed`,
  );
}

const anonymousReset =
  "AnonymousAuth is not allowed with the AlwaysAllow authorizer. Resetting AnonymousAuth to false. You should use a different authorizer";

/** Returns warnings about valid options. */
export const serveWarnings = ({
  featureGates,
  emulatedRelease,
  auditLogPath,
  auditWebhook,
  auditPolicyFile,
  forbidsAnonymous,
}: ServeOptions): readonly string[] => [
  ...(forbidsAnonymous ? [anonymousReset] : []),
  ...gateWarnings(featureGates, emulatedRelease),
  ...(auditLogPath !== undefined && auditPolicyFile === undefined
    ? ["No audit policy file provided, no events will be recorded for log backend"]
    : []),
  ...(auditWebhook !== undefined && auditPolicyFile === undefined
    ? ["No audit policy file provided, no events will be recorded for webhook backend"]
    : []),
];

function checkedGates(text: string, release: Release): FeatureSettings {
  const settings = parseFeatureGates(text);
  createFeatureGates(settings, release);
  return settings;
}

/** Parses the value of a flag; errors are prefixed with the flag's name. */
const flagValue = <T>(flag: string, read: () => T): T => usable(read, `${flag}: `);

const mostNodes = 250;

function parseNodeCount(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const count = Number(text);
  if (!/^\d+$/.test(text) || count > mostNodes) throw new Error(`${text} is not a number from 0 to ${mostNodes}`);
  return count;
}

function parseAddons(names: readonly string[]): readonly AddonName[] {
  return names.map((name) => {
    if (!isAddonName(name)) throw new Error(`${name} is not an addon: there are ${addonNames.join(", ")}`);
    return name;
  });
}

function parseTimeSpeed(text: string | undefined): WorldTimeChange | undefined {
  if (text === undefined) return undefined;
  const speed = Number(text);
  if (speed === 0) return { paused: true };
  if (!(speed >= slowestSpeed && speed <= fastestSpeed))
    throw new Error(`${text} is neither 0 nor from ${slowestSpeed} to ${fastestSpeed}`);
  return { speed };
}

/** Runs a check of flags; its error becomes a UsageError. */
function usable<T>(read: () => T, prefix = ""): T {
  try {
    return read();
  } catch (error) {
    throw new UsageError(`${prefix}${messageOf(error)}`, { cause: error });
  }
}
