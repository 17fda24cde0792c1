import { messageOf } from "../apimachinery/message-of.ts";
import type { JsonValue } from "../apimachinery/json/value.ts";
import { isObject } from "../apimachinery/json/value.ts";
import { quoteGo } from "../apimachinery/go-strings.ts";
import { textOf } from "../apimachinery/text-of.ts";
import type { ServiceLookups } from "../apiserver/webhook/resolve-service.ts";
import { followSignal } from "../client/follow-signal.ts";
import type { ApiService, ApiServiceCondition, ServiceReference } from "./api-service.ts";
import { groupVersionOf } from "./api-service.ts";
import { objectsIn } from "./discovery-document.ts";
import { hostOf, type ExtensionClient } from "./extension-client.ts";

/** What a check finds: whether an APIService is available, and why. */
export type Verdict = Pick<ApiServiceCondition, "status" | "reason" | "message">;

const because = (reason: string, message: string): Verdict => ({ status: "False", reason, message });

/** How long the check of a server may take, and how many are made at once. */
const checkMs = 5000;
const attempts = 5;

/** The path that every extension server has to serve for its APIService. */
export function discoveryPath(service: ApiService): string {
  const { group, version } = groupVersionOf(service);
  return group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
}

/**
 * Finds out whether the extension server of an APIService answers (remote AvailableConditionController.sync): whether
 * its Service is there, has the port and ready endpoints, and whether discovery is answered.
 */
export async function checkAvailability(
  service: ApiService,
  reference: ServiceReference,
  lookups: ServiceLookups,
  client: ExtensionClient,
  signal: AbortSignal,
): Promise<Verdict> {
  const missing = missingPart(reference, lookups);
  if (missing !== undefined) return missing;
  const checking = followSignal(signal);
  const checks = Array.from({ length: attempts }, () => checkDiscovery(service, client, checking.signal));
  try {
    await Promise.any(checks);
    return { status: "True", reason: "Passed", message: "all checks passed" };
  } catch (error) {
    const errors: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
    const last = errors.at(-1);
    return because("FailedDiscoveryCheck", messageOf(last));
  } finally {
    checking.abort();
  }
}

/** Returns what is missing in the cluster for the Service to be reached. */
function missingPart({ namespace, name, port }: ServiceReference, lookups: ServiceLookups): Verdict | undefined {
  const place = `service/${name} in ${quoteGo(namespace)}`;
  const found = lookups.findService?.(namespace, name);
  if (found === undefined) return because("ServiceNotFound", `${place} is not present`);
  const { spec } = found as { readonly spec?: JsonValue }; // a decoded Service
  const { type = "ClusterIP", ports } = isObject(spec) ? spec : {};
  if (type !== "ClusterIP") return undefined;
  const own = objectsIn(ports).find((each) => each["port"] === port);
  if (own === undefined) return because("ServicePortError", `${place} is not listening on port ${port}`);
  const slices = lookups.endpointSlices?.(namespace, name) ?? [];
  if (slices.length === 0) return because("EndpointsNotFound", `cannot find endpointslices for ${place}`);
  const portName = textOf(own["name"] ?? "");
  if (slices.some((slice) => hasEndpoint(slice, portName))) return undefined;
  return because(
    "MissingEndpoints",
    `endpointslices for ${place} have no addresses with port name ${quoteGo(portName)}`,
  );
}

function hasEndpoint(slice: object, portName: string): boolean {
  const { endpoints, ports } = slice as Readonly<Record<string, JsonValue | undefined>>; // a decoded EndpointSlice
  const isReady = objectsIn(endpoints).some(
    ({ conditions }) => !isObject(conditions) || conditions["ready"] === undefined || conditions["ready"] === true,
  );
  return (
    isReady &&
    objectsIn(ports).some((port) => typeof port["name"] === "string" && port["name"] === portName && "port" in port)
  );
}

async function checkDiscovery(service: ApiService, client: ExtensionClient, signal: AbortSignal): Promise<void> {
  const address = client.addressOf(service);
  const target = discoveryPath(service);
  const url = `https://${hostOf(address)}${target}`;
  try {
    const request = { target, ms: checkMs, signal };
    const status = await client.get(service, address, request, (answer) => answer.status);
    if (status < 200 || status >= 300) throw new Error(`bad status from ${url}: ${status}`);
  } catch (error) {
    const message = messageOf(error);
    throw new Error(`failing or missing response from ${url}: ${message}`, { cause: error });
  }
}
