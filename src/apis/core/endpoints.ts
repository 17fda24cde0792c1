import { required, rootPath, type FieldError, addErrors, addError } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { isDns1123Label, isDns1123Subdomain, isQualifiedName } from "../../apimachinery/validation/names.ts";
import type { Strategy } from "../../apiserver/registry/strategy.ts";
import type { FeatureGates } from "../../component-base/features/feature-gates.ts";
import { semanticEqual } from "../strategies/semantic-equal.ts";
import { parseIpSloppy, validateLegacyIp } from "../validation/addresses.ts";
import { matches, portNumber, requireOneOf } from "../validation/checks.ts";
import { portProtocols, validateEndpointIp, warnOfIp } from "../validation/endpoint-address.ts";
import {
  addMessages,
  addRequired,
  collectErrors,
  eachItem,
  fieldsOf,
  isSet,
  isZero,
  itemsAt,
  textAt,
  type Fields,
} from "../validation/fields.ts";
import type { TableLayout } from "../../apiserver/registry/table-column.ts";
import type { Defaults } from "../defaulting.ts";
import { recordsAt, stringAt } from "../record.ts";
import { ageColumn, firstOf, nameColumn, numberIn, text } from "../table-cells.ts";

const addressLists = ["addresses", "notReadyAddresses"] as const;

/** Validates an address (validateEndpointAddress). */
function validateAddress(address: Fields, strict: boolean): void {
  const ip = textAt(address, "ip");
  if (strict || parseIpSloppy(ip) === undefined)
    addErrors(address.errors, validateLegacyIp(address.path.child("ip"), ip, { strict }));
  matches(address, "hostname", isDns1123Label);
  if (isSet(address, "nodeName")) addMessages(address, "nodeName", isDns1123Subdomain(textAt(address, "nodeName")));
  validateEndpointIp(address.errors, ip, () => address.path.child("ip"));
}

/** Validates a port (validateEndpointPort). */
function validatePort(port: Fields, requiresName: boolean): void {
  if (requiresName && isZero(port, "name")) addRequired(port, "name");
  else matches(port, "name", isDns1123Label);
  portNumber(port, "port");
  requireOneOf(port, "protocol", portProtocols);
  if (isSet(port, "appProtocol")) addMessages(port, "appProtocol", isQualifiedName(textAt(port, "appProtocol")));
}

function validateSubset(subset: Fields, strict: boolean): void {
  if (addressLists.every((list) => isZero(subset, list)))
    addError(subset.errors, required(subset.path, "must specify `addresses` or `notReadyAddresses`"));
  for (const list of addressLists) eachItem(subset, list, (address) => validateAddress(address, strict));
  const requiresName = itemsAt(subset.record, "ports").length > 1;
  eachItem(subset, "ports", (port) => validatePort(port, requiresName));
}

/** Validates Endpoints (ValidateEndpoints). Subsets that do not change stay valid. */
export function validateEndpoints(object: KubeObject, gates: FeatureGates, old?: KubeObject): readonly FieldError[] {
  const strict = gates.enabled("StrictIPCIDRValidation");
  const errors = collectErrors(object, rootPath, (endpoints) =>
    eachItem(endpoints, "subsets", (subset) => validateSubset(subset, strict)),
  );
  return errors.length > 0 && old !== undefined && semanticEqual(object["subsets"], old["subsets"]) ? [] : errors;
}

/** Returns warnings for addresses that are not in canonical form; the controller writes none (endpointsWarnings). */
function endpointsWarnings(object: KubeObject): readonly string[] {
  if (object.metadata.labels?.["endpoints.kubernetes.io/managed-by"] === "endpoint-controller") return [];
  const warnings: string[] = [];
  eachItem(fieldsOf(object, rootPath, []), "subsets", (subset) => {
    for (const list of addressLists)
      eachItem(subset, list, (address) => warnOfIp(warnings, textAt(address, "ip"), () => address.path.child("ip")));
  });
  return warnings;
}

/** Strategy of Endpoints, which a PUT may create. */
export const endpointsStrategy: Strategy = {
  validatesMetadata: true,
  allowCreateOnUpdate: true,
  validate: (object, { gates }) => validateEndpoints(object, gates),
  validateUpdate: (object, old, { gates }) => validateEndpoints(object, gates, old),
  warningsOnCreate: endpointsWarnings,
  warningsOnUpdate: endpointsWarnings,
};

/** core/v1 SetDefaults_Endpoints. */
export const endpointsDefaults: Defaults = { each: { subsets: { each: { ports: { set: { protocol: "TCP" } } } } } };

/** Formats an address and port: `10.0.0.1:80` or `[::1]:80`. */
const hostPort = (host: string, port: number): string => (host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`);

function endpointsText(object: KubeObject): string {
  const subsets = recordsAt(object, "subsets");
  if (subsets.length === 0) return "<none>";
  const all = subsets.flatMap((subset) => {
    const hosts = recordsAt(subset, "addresses").map((address) => stringAt(address, "ip"));
    const ports = recordsAt(subset, "ports");
    return ports.length === 0
      ? hosts
      : ports.flatMap((port) => hosts.map((host) => hostPort(host, numberIn(port, "port"))));
  });
  return firstOf(all, 3, ",");
}

/** The columns of Endpoints. */
export const endpointsTable: TableLayout = {
  columns: [nameColumn, text("Endpoints", "Addresses and ports.", endpointsText), ageColumn],
};
