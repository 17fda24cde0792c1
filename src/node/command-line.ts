import { parseArgs, type ParseArgsConfig } from "node:util";
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
import { accessOptions, type AccessOptions } from "./access-options.ts";
import { UsageError } from "./usage-error.ts";

/** Where a certificate comes from: the server makes one, or files have it. */
export type TlsOptions = "generated" | { readonly certFile: string; readonly keyFile: string };

/** What `kubepad serve` was asked to do. */
export interface ServeOptions extends AccessOptions {
  /** 0 takes a free one. */
  readonly port: number;
  /** Where objects are kept: in memory, or in a log in this folder. */
  readonly storage: "memory" | { readonly folder: string };
  /** Acknowledge writes to a folder before they are flushed to the disk. */
  readonly unsafeNoFsync: boolean;
  readonly tokenAuthFile: string | undefined;
  /** Undefined for plain HTTP. */
  readonly tls: TlsOptions | undefined;
  /** Where to write how kubectl reaches the server. */
  readonly writeKubeconfig: string | undefined;
  readonly featureGates: FeatureSettings;
  readonly runtimeConfig: RuntimeConfig;
  readonly emulatedRelease: Release;
  /** Undefined for upstream's, as the limits below. */
  readonly requestTimeoutMs: number | undefined;
  readonly maxRequestsInFlight: number | undefined;
  readonly maxMutatingRequestsInFlight: number | undefined;
  readonly livezGracePeriodMs: number | undefined;
  /** How long requests are still answered while /readyz says that the server is shutting down. */
  readonly shutdownDelayMs: number | undefined;
  readonly showHiddenMetrics: boolean;
  /** What to note of which requests. */
  readonly auditPolicyFile: string | undefined;
  /** Where to; `-` is standard output. */
  readonly auditLogPath: string | undefined;
}

/** Whether the arguments ask for the usage only. */
export const asksForHelp = (args: readonly string[]): boolean => args.some((arg) => arg === "--help" || arg === "-h");

export const usage = `Usage: npm run serve -- [OPTION ...]
       npm run serve -- repair --storage DIR   keeps what can be read of a damaged folder, and a copy of its files
  --port N                     the port on 127.0.0.1; 0 takes a free one (default 8001)
  --storage memory|DIR         where objects are kept (default memory)
  --unsafe-no-fsync            acknowledges writes to DIR before they are on the disk: faster, but a power failure
                               may lose them
  --token-auth-file FILE       lines of token,user,uid,"group1,group2"; without it a caller is of system:masters
  --authorization-mode LIST    who decides what users may do: RBAC, AlwaysAllow, AlwaysDeny (default RBAC)
  --cors-allowed-origins LIST  regular expressions for origins whose pages may use the server: '//example\\.com(:|$)'
  --allowed-hosts LIST         names, besides 127.0.0.1, [::1] and localhost, under which callers without a token
                               reach it
  --tls                        HTTPS, with a certificate that the server makes and keeps with its objects
  --tls-cert-file FILE         HTTPS, with this certificate and
  --tls-private-key-file FILE  this key
  --write-kubeconfig FILE      writes a kubeconfig for a user of system:masters once the server is ready
  --feature-gates A=true,...   features to switch on or off, by upstream's names
  --runtime-config KEY=true,.. what to serve: api/all, api/beta, GROUP/VERSION, GROUP/VERSION/RESOURCE
  --emulated-version 1.N       the release to act as, 1.31 to 1.34
  --request-timeout DURATION   after which requests are given up, watches aside (default 1m0s)
  --max-requests-inflight N    most requests at one time that only read; 0 is any number (default 400)
  --max-mutating-requests-inflight N  most others (default 200)
  --livez-grace-period DURATION  after the start, in which /livez does not wait for hooks (default 0s)
  --shutdown-delay-duration DURATION  in which requests are still answered before an end (default 0s)
  --show-hidden-metrics-for-version 1.33  shows the metrics that this release hides
  --audit-policy-file FILE     what to note of which requests (audit.k8s.io/v1 Policy)
  --audit-log-path FILE|-      where to note it, a line of JSON an event`;

const highestPort = 65_535;

/** The folder that `kubepad repair` was asked to repair; undefined for another command. */
export function parseRepairFolder(args: readonly string[]): string | undefined {
  if (args[0] !== "repair") return undefined;
  const { storage } = readFlags(args.slice(1), { storage: { type: "string", default: "" } });
  if (storage === "" || storage === "memory") throw new UsageError("repair wants --storage with a folder");
  return storage;
}

/** Reads the arguments of `kubepad serve`; a leading `serve` may stand or not. */
export function parseServeOptions(args: readonly string[]): ServeOptions {
  const values = readArguments(args[0] === "serve" ? args.slice(1) : args);
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port > highestPort) throw new UsageError(`--port ${values.port} is not a port`);
  if (values.storage === "") throw new UsageError("--storage is empty: say memory or a folder");
  if (values["write-kubeconfig"] === "") throw new UsageError("--write-kubeconfig is empty: say a file");
  const emulatedRelease = flagValue("--emulated-version", () =>
    values["emulated-version"] === undefined ? binaryRelease : parseEmulatedVersion(values["emulated-version"]),
  );
  return {
    port,
    storage: values.storage === "memory" ? "memory" : { folder: values.storage },
    unsafeNoFsync: values["unsafe-no-fsync"],
    tokenAuthFile: values["token-auth-file"],
    ...accessOptions(values),
    tls: tlsOptions(values),
    writeKubeconfig: values["write-kubeconfig"],
    featureGates: flagValue("--feature-gates", () => checkedGates(values["feature-gates"].join(","), emulatedRelease)),
    runtimeConfig: parseRuntimeConfig(values["runtime-config"].join(",")),
    emulatedRelease,
    ...limitOptions(values),
    showHiddenMetrics: showHiddenMetrics(values["show-hidden-metrics-for-version"]),
    auditPolicyFile: values["audit-policy-file"],
    auditLogPath: values["audit-log-path"],
  };
}

/** Limits that upstream has defaults for. */
const limitOptions = (
  values: ReturnType<typeof readArguments>,
): Pick<
  ServeOptions,
  "requestTimeoutMs" | "maxRequestsInFlight" | "maxMutatingRequestsInFlight" | "livezGracePeriodMs" | "shutdownDelayMs"
> => ({
  requestTimeoutMs: duration("--request-timeout", values["request-timeout"]),
  maxRequestsInFlight: limit("--max-requests-inflight", values["max-requests-inflight"]),
  maxMutatingRequestsInFlight: limit("--max-mutating-requests-inflight", values["max-mutating-requests-inflight"]),
  livezGracePeriodMs: duration("--livez-grace-period", values["livez-grace-period"], "a negative value"),
  shutdownDelayMs: duration("--shutdown-delay-duration", values["shutdown-delay-duration"]),
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

/** Only the release before this one may be named: what is hidden longer is about to go. */
function showHiddenMetrics(version: string): boolean {
  const previous = formatRelease(binaryRelease - 1);
  if (version === "" || version === previous) return version !== "";
  throw new UsageError(
    `--show-hidden-metrics-for-version must be omitted or have the value '${previous}'. Only the previous minor version is allowed`,
  );
}

/** What the options deserve a word about, without being wrong. */
export const serveWarnings = ({
  featureGates,
  emulatedRelease,
  auditLogPath,
  auditPolicyFile,
}: ServeOptions): readonly string[] => [
  ...gateWarnings(featureGates, emulatedRelease),
  ...(auditLogPath !== undefined && auditPolicyFile === undefined
    ? ["No audit policy file provided, no events will be recorded for log backend"]
    : []),
];

function checkedGates(text: string, release: Release): FeatureSettings {
  const settings = parseFeatureGates(text);
  createFeatureGates(settings, release);
  return settings;
}

function tlsOptions(values: ReturnType<typeof readArguments>): TlsOptions | undefined {
  const { "tls-cert-file": certFile, "tls-private-key-file": keyFile } = values;
  if (certFile === undefined && keyFile === undefined) return values.tls ? "generated" : undefined;
  if (certFile === undefined || keyFile === undefined)
    throw new UsageError("--tls-cert-file and --tls-private-key-file belong together");
  return { certFile, keyFile };
}

/** The value of a flag; what is wrong with it is said with the flag's name. */
function flagValue<T>(flag: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new UsageError(`${flag}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

function readFlags<const T extends NonNullable<ParseArgsConfig["options"]>>(args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

const readArguments = (args: readonly string[]) =>
  readFlags(args, {
    port: { type: "string", default: "8001" },
    storage: { type: "string", default: "memory" },
    "unsafe-no-fsync": { type: "boolean", default: false },
    "token-auth-file": { type: "string" },
    "authorization-mode": { type: "string", multiple: true, default: [] },
    "cors-allowed-origins": { type: "string", multiple: true, default: [] },
    "allowed-hosts": { type: "string", multiple: true, default: [] },
    tls: { type: "boolean", default: false },
    "tls-cert-file": { type: "string" },
    "tls-private-key-file": { type: "string" },
    "write-kubeconfig": { type: "string" },
    "feature-gates": { type: "string", multiple: true, default: [] },
    "runtime-config": { type: "string", multiple: true, default: [] },
    "emulated-version": { type: "string" },
    "request-timeout": { type: "string" },
    "max-requests-inflight": { type: "string" },
    "max-mutating-requests-inflight": { type: "string" },
    "livez-grace-period": { type: "string" },
    "shutdown-delay-duration": { type: "string" },
    "show-hidden-metrics-for-version": { type: "string", default: "" },
    "audit-policy-file": { type: "string" },
    "audit-log-path": { type: "string" },
  });
