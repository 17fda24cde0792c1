import type { SeenValues } from "../validation/checks-in-slices.ts";
import {
  countErrors,
  duplicate,
  invalid,
  rootPath,
  tooMany,
  type FieldError,
  addError,
  addErrors,
} from "../../apimachinery/field-error.ts";
import { isFour, isFourInSix } from "../../apimachinery/net-address.ts";
import { copyWithout } from "../../apimachinery/json/members.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import {
  isDns1123Label,
  isDns1123Subdomain,
  isQualifiedName,
  isValidLabelValue,
  type Validator,
} from "../../apimachinery/validation/names.ts";
import type { Strategy } from "../../apiserver/registry/strategy.ts";
import type { FeatureGates } from "../../component-base/features/feature-gates.ts";
import type { Defaults } from "../defaulting.ts";
import { objectStrategy, withMember } from "../strategies/object-strategy.ts";
import { semanticEqual } from "../strategies/semantic-equal.ts";
import { parseIpSloppy, validateIp, validateLegacyIp } from "../validation/addresses.ts";
import { conforms, immutable, matches, requireOneOf, requireSet, supported, unique } from "../validation/checks.ts";
import { portProtocols, validateDomainName, validateEndpointIp, warnOfIp } from "../validation/endpoint-address.ts";
import {
  addMessages,
  addRequired,
  asRecord,
  collectErrors,
  eachItem,
  eachText,
  fieldsOf,
  inside,
  isSet,
  itemsAt,
  textAt,
  type Fields,
} from "../validation/fields.ts";

const addressTypes = ["FQDN", "IPv4", "IPv6"];
const maxEndpoints = 1000;
const maxAddresses = 100;
const maxPorts = 20000;
const maxHints = 8;

/** Reports whether a list is short enough, and adds an error if not. */
function isWithin({ record, path, errors }: Fields, member: string, max: number): boolean {
  const { length } = itemsAt(record, member);
  if (length <= max) return true;
  addError(errors, tooMany(path.child(member), length, max));
  return false;
}

/** Validates the zones or nodes that an endpoint is meant for (validateHints). Returns false if there are too many. */
function validateHints(hints: Fields, member: string, isName: Validator): boolean {
  if (!isWithin(hints, member, maxHints)) return false;
  const names: SeenValues = new Map();
  eachItem(hints, member, (hint) => {
    unique(hint, "name", names);
    conforms(hint, "name", isName);
  });
  return true;
}

function validateAddresses(endpoint: Fields, type: string, strict: boolean): void {
  if (itemsAt(endpoint.record, "addresses").length === 0)
    addRequired(endpoint, "addresses", "must contain at least 1 address");
  isWithin(endpoint, "addresses", maxAddresses);
  const { errors } = endpoint;
  eachText(endpoint, "addresses", (text, path) => {
    if (type === "FQDN") return validateDomainName(errors, text, path);
    if (type !== "IPv4" && type !== "IPv6") return;
    const own = type === "IPv4" ? validateLegacyIp(path(), text, { strict }) : validateIp(path(), text);
    if (own.length > 0) return void addErrors(errors, own);
    const address = parseIpSloppy(text);
    // Upstream names the list here, not the item.
    if (address !== undefined && (isFour(address) || isFourInSix(address)) !== (type === "IPv4"))
      addError(errors, invalid(endpoint.path.child("addresses"), text, `must be an ${type} address`));
    validateEndpointIp(errors, text, path, undefined);
  });
}

/** Validates an endpoint (validateEndpoints). */
function validateEndpoint(endpoint: Fields, type: string, strict: boolean): void {
  validateAddresses(endpoint, type, strict);
  if (isSet(endpoint, "nodeName")) addMessages(endpoint, "nodeName", isDns1123Subdomain(textAt(endpoint, "nodeName")));
  if (isSet(endpoint, "hostname")) addMessages(endpoint, "hostname", isDns1123Label(textAt(endpoint, "hostname")));
  const hints = inside(endpoint, "hints");
  if (hints === undefined) return;
  if (validateHints(hints, "forZones", isValidLabelValue)) validateHints(hints, "forNodes", isDns1123Subdomain);
}

function validatePorts(slice: Fields): void {
  if (!isWithin(slice, "ports", maxPorts)) return;
  const names = new Set<string>();
  eachItem(slice, "ports", (port) => {
    matches(port, "name", isDns1123Label);
    if (names.has(textAt(port, "name")))
      addError(slice.errors, duplicate(port.path.child("name"), textAt(port, "name")));
    else names.add(textAt(port, "name"));
    if (requireSet(port, "protocol")) supported(port, "protocol", portProtocols);
    if (isSet(port, "appProtocol")) addMessages(port, "appProtocol", isQualifiedName(textAt(port, "appProtocol")));
  });
}

/**
 * Validates an EndpointSlice (ValidateEndpointSlice, ValidateEndpointSliceUpdate). Endpoints that do not change stay
 * valid.
 */
export const validateEndpointSlice = (
  object: KubeObject,
  gates: FeatureGates,
  old?: KubeObject,
): readonly FieldError[] =>
  collectErrors(object, rootPath, (slice) => {
    requireOneOf(slice, "addressType", addressTypes);
    validatePorts(slice);
    const before = countErrors(slice.errors);
    const { length } = slice.errors;
    if (isWithin(slice, "endpoints", maxEndpoints)) {
      const [type, strict] = [textAt(slice, "addressType"), gates.enabled("StrictIPCIDRValidation")];
      eachItem(slice, "endpoints", (endpoint) => validateEndpoint(endpoint, type, strict));
    }
    if (old === undefined) return;
    if (countErrors(slice.errors) > before && semanticEqual(object["endpoints"], old["endpoints"]))
      slice.errors.length = length;
    immutable(slice, fieldsOf(old, rootPath, []), "addressType");
  });

const managedBy = "endpointslice.kubernetes.io/managed-by";
const controllers = new Set(["endpointslice-controller.k8s.io", "endpointslicemirroring-controller.k8s.io"]);

/** Returns warnings for addresses that are not in canonical form; controllers write none (warnOnBadIPs). */
function addressWarnings(object: KubeObject): readonly string[] {
  if (controllers.has(object.metadata.labels?.[managedBy] ?? "")) return [];
  const warnings: string[] = [];
  eachItem(fieldsOf(object, rootPath, []), "endpoints", (endpoint) =>
    eachText(endpoint, "addresses", (text, path) => warnOfIp(warnings, text, path)),
  );
  return warnings;
}

const warningsOnCreate = (object: KubeObject): readonly string[] => [
  ...(object["addressType"] === "FQDN" ? ["spec.addressType: FQDN endpoints are deprecated"] : []),
  ...addressWarnings(object),
];

/** Removes the topology of discovery/v1beta1, which clients of v1 cannot write (dropTopologyOnV1). */
function withoutTopology(object: KubeObject): KubeObject {
  const endpoints = itemsAt(object, "endpoints").map(asRecord);
  if (endpoints.every((endpoint) => endpoint["deprecatedTopology"] === undefined)) return object;
  return withMember(
    object,
    "endpoints",
    endpoints.map((endpoint) => copyWithout(endpoint, "deprecatedTopology")),
  );
}

const base = objectStrategy({
  generation: ["addressType", "endpoints", "ports"],
  countedMetadata: "labels",
  countsDroppedFields: true,
  validatesMetadata: true,
  validate: (object, { gates }) => validateEndpointSlice(object, gates),
  validateUpdate: (object, old, { gates }) => validateEndpointSlice(object, gates, old),
  warningsOnCreate,
  warningsOnUpdate: addressWarnings,
});

export const endpointSliceStrategy: Strategy = {
  ...base,
  prepareForCreate: (object, ctx) => withoutTopology(base.prepareForCreate?.(object, ctx) ?? object),
  prepareForUpdate: (object, old, ctx) => withoutTopology(base.prepareForUpdate?.(object, old, ctx) ?? object),
};

/** discovery/v1 SetDefaults_EndpointPort. */
export const endpointSliceDefaults: Defaults = {
  each: { ports: { setPointers: { name: "", protocol: "TCP" } } },
};
