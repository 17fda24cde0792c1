import { groupBy } from "../../apimachinery/group-by.ts";
import { apiServerControllers } from "../../controllers/controller-names.ts";
import type { ServeOptions } from "../command-line.ts";
import { serveOptionsOf } from "../command-line.ts";
import { endpointOptions } from "../endpoint-options.ts";
import { serveFlags, type ServeValues } from "../serve-flags.ts";
import { UsageError } from "../usage-error.ts";
import type { FlagRow } from "./flag-table.ts";
import type { ParsedFlags } from "./parse-flags.ts";

/** Returns the options of `serve` for a command line of kube-apiserver. Throws a UsageError if a value is not valid. */
export function apiServerOptions({ values }: ParsedFlags): ServeOptions {
  const last = (name: string): string | undefined => values.get(name)?.at(-1);
  const port = last("secure-port") ?? "6443";
  if (!isPort(port))
    throw new UsageError(
      `--secure-port ${port} must be between 1 and 65535, inclusive. It cannot be turned off with 0`,
    );
  checkLimits(last);
  const given = valuesOf(values);
  const options = serveOptionsOf({
    ...given,
    // envtest names an etcd that is not there
    "etcd-servers": given.storage === undefined ? given["etcd-servers"] : [],
    port,
    "feature-gates": (values.get("feature-gates") ?? []).map(withoutComponent),
    // without a folder of certificates, the server keeps its own with the objects
    tls: true,
    controllers: [...apiServerControllers(), ...(values.get("controllers") ?? [])],
  });
  return {
    ...options,
    requiresCredentials: true,
    forbidsAnonymous: allowsEverything(options),
    nodesOfNewStorage: 0,
    // accounts are made by kube-controller-manager, which need not run here
    defaultAdmissionPlugins: ["ServiceAccount"],
    serverAddress: addressOf(last, port),
    endpoints: endpointOptions(last),
  };
}

/** Whether the modes would allow everything to anonymous users (BuiltInAuthenticationOptions.ApplyAuthorization). */
const allowsEverything = ({ authorizationModes, anonymousAuth }: ServeOptions): boolean =>
  anonymousAuth !== false && authorizationModes.includes("AlwaysAllow");

const highestPort = 65_535;

const isPort = (text: string): boolean => /^\d+$/.test(text) && Number(text) > 0 && Number(text) <= highestPort;

/** Throws a UsageError if priority and fairness would have no seats to give (FlowControl of genericapiserver). */
function checkLimits(last: (name: string) => string | undefined): void {
  const limits = ["max-requests-inflight", "max-mutating-requests-inflight"].map(last);
  if (sameBool(last("enable-priority-and-fairness") ?? "true", "true") && limits.every((text) => Number(text) === 0))
    throw new UsageError(
      "invalid configuration: MaxRequestsInFlight=0 and MaxMutatingRequestsInFlight=0; they must add up to something positive",
    );
}

/** Features may be named with their component, of which there is one: `kube:NAME=true`. */
const withoutComponent = (text: string): string =>
  text
    .split(",")
    .map((part) => {
      const [, component = "kube", feature = ""] = /^(?:([^:=]*):)?(.*)$/s.exec(part.trim()) ?? [];
      if (component !== "kube") throw new UsageError(`component not registered: ${component}`);
      return feature;
    })
    .join(",");

/** The address that documents name: `--external-hostname`, or else `--advertise-address`. */
function addressOf(last: (name: string) => string | undefined, port: string): string | undefined {
  const host = last("external-hostname") ?? last("advertise-address") ?? last("bind-address");
  if (host === undefined || host === "0.0.0.0" || host === "::") return undefined;
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}

type FlagName = keyof typeof serveFlags;

/** Returns the values of flags as `serve` reads them; those that are empty are as if they were not given. */
function valuesOf(values: ParsedFlags["values"]): ServeValues {
  const entries = Object.entries(serveFlags).map(([name, spec]) => {
    const texts = values.get(name);
    if ("multiple" in spec) return [name, [...(texts ?? [])]];
    const text = texts?.at(-1);
    if (spec.type === "boolean") return [name, text === undefined ? spec.default : isTrue(text)];
    return [name, text === undefined || text === "" ? ("default" in spec ? spec.default : undefined) : text];
  });
  return Object.fromEntries(entries) as ServeValues; // as serveFlags says
}

const isTrue = (text: string): boolean => /^(1|t|true)$/i.test(text);

/** Whether `serve` has a flag. */
export const isServeFlag = (name: string): name is FlagName => Object.hasOwn(serveFlags, name);

/** Throws a UsageError that names every flag that is refused, with the reason. */
export function refuseFlags({ values }: ParsedFlags, table: readonly FlagRow[]): void {
  const refused = table.filter((row) => row.effect === "refused" && !isHarmless(row, values.get(row.name)));
  if (refused.length === 0) return;
  throw new UsageError(refused.map(({ name, note }) => `--${name} is not supported: ${note}`).join("\n"));
}

/** Whether values say what is so anyhow. */
const isHarmless = (row: FlagRow, texts: readonly string[] | undefined): boolean => {
  if (texts === undefined) return true;
  const text = row.type === "bool" && isTrue(texts.join()) ? "true" : texts.join();
  return (
    text === "" || text === row.default || text === row.also || (row.type === "bool" && sameBool(text, row.default))
  );
};

const sameBool = (text: string, other: string): boolean => isTrue(text) === isTrue(other);

/** Returns what the log says once of the flags that are accepted without effect; undefined if there are none. */
export function ignoredNotice({ values }: ParsedFlags, table: readonly FlagRow[]): string | undefined {
  const ignored = table.filter(({ effect, name }) => effect === "ignored" && values.has(name));
  if (ignored.length === 0) return undefined;
  const byNote = groupBy(ignored, ({ note }) => note);
  const texts = [...byNote].map(([note, rows]) => `${rows.map(({ name }) => `--${name}`).join(", ")} (${note})`);
  return `Flags without effect: ${texts.join("; ")}`;
}

/** Returns what pflag says of flags that are deprecated. */
export const deprecations = ({ values }: ParsedFlags, table: readonly FlagRow[]): readonly string[] =>
  table.flatMap(({ name, deprecated }) =>
    deprecated !== undefined && values.has(name) ? [`Flag --${name} has been deprecated, ${deprecated}`] : [],
  );
