import {
  duplicate,
  fieldPath,
  forbidden,
  internal,
  invalid,
  type FieldError,
  addErrors,
  addError,
} from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { isFour } from "../../apimachinery/net-address.ts";
import { validateLabelName } from "../../apimachinery/validation/labels.ts";
import { isValidLabelValue } from "../../apimachinery/validation/names.ts";
import type { Strategy, UpdateStrategy } from "../../apiserver/registry/strategy.ts";
import type { FeatureGates } from "../../component-base/features/feature-gates.ts";
import { keysOf } from "../../component-base/long-map-keys.ts";
import type { Defaults, Fill } from "../defaulting.ts";
import { goMembers, goStruct, printedValue } from "../go-print.ts";
import { recordAt, stringAt, type JsonRecord } from "../record.ts";
import { withMember } from "../strategies/object-strategy.ts";
import { parseCidrSloppy, validateLegacyCidr, warningsForCidr } from "../validation/addresses.ts";
import { isRepeated, keptMap, type SeenValues } from "../validation/checks-in-slices.ts";
import { requireMember, supported } from "../validation/checks.ts";
import { eachItem, eachOf, fieldsOf, itemsAt, textAt, type Fields } from "../validation/fields.ts";
import { validateNodeAnnotations } from "./node-annotations.ts";
import { amounts } from "./pod/defaults.ts";
import { taintEffects } from "./pod/scheduling.ts";
import { resourceQuantity } from "./resource-names.ts";

const metadataPath = fieldPath("metadata");
const podCidrsPath = fieldPath("spec", "podCIDRs");

/** Defaults the allocatable resources of a node to its capacity (core/v1 SetDefaults_NodeStatus). */
const allocatable: Fill = (status) =>
  status["allocatable"] === undefined && status["capacity"] !== undefined
    ? { ...status, allocatable: status["capacity"] }
    : status;

/** The network of pods is the first of the networks; the older member wins (core/v1 conversion of NodeSpec). */
const podNetworks: Fill = (spec) => {
  const cidr = stringAt(spec, "podCIDR");
  const [first] = itemsAt(spec, "podCIDRs");
  if (first === undefined) return cidr === "" ? spec : { ...spec, podCIDRs: [cidr] };
  if (first === cidr) return spec;
  return cidr === "" ? { ...spec, podCIDR: first } : { ...spec, podCIDRs: [cidr] };
};

export const nodeDefaults: Defaults = {
  inside: {
    spec: { rules: [podNetworks] },
    status: { rules: [allocatable], inside: { capacity: amounts, allocatable: amounts } },
  },
};

const taintStruct = goMembers("Key:s Value:s Effect:s TimeAdded");

/** Validates taints, of which there may be one for each key and effect (validateNodeTaints). */
function validateTaints(owner: Fields, member: string): void {
  const seen = new Set<string>();
  eachItem(owner, member, (taint) => {
    const [key, value, effect] = [textAt(taint, "key"), textAt(taint, "value"), textAt(taint, "effect")];
    addErrors(taint.errors, validateLabelName(key, taint.path.child("key")));
    const messages = isValidLabelValue(value);
    if (messages.length > 0) addError(taint.errors, invalid(taint.path.child("value"), value, messages.join(";")));
    if (requireMember(taint, "effect")) supported(taint, "effect", taintEffects);
    const pair = `${key} ${effect}`;
    if (seen.has(pair))
      addError(taint.errors, {
        ...duplicate(taint.path, goStruct(taint.record, taintStruct)),
        detail: "taints must be unique by key and effect pair",
      });
    seen.add(pair);
  });
}

/** The amounts of a node's resources must be valid (ValidateNodeResources). */
function validateResources(node: KubeObject, errors: FieldError[]): void {
  const status = recordAt(node, "status");
  for (const member of ["capacity", "allocatable"]) {
    const list = recordAt(status, member);
    const check = (name: string): void =>
      resourceQuantity({ errors }, name, list[name], fieldPath("status", member, name));
    eachOf(keysOf(list), errors, check);
  }
}

/** A node that reports its swap must have some (ValidateNode). */
function validateSwap(node: KubeObject, errors: FieldError[]): void {
  const { capacity } = recordAt(recordAt(recordAt(node, "status"), "nodeInfo"), "swap");
  if (typeof capacity === "number" && capacity <= 0)
    addError(errors, invalid(metadataPath.child("nodeSwapStatus", "capacity"), capacity, "must be greater than zero"));
}

/** Validates the networks of a node's pods: at most one for each family of addresses. */
function validatePodNetworks(networks: readonly unknown[], strict: boolean, errors: FieldError[]): void {
  const texts = networks.map(String);
  for (const [i, text] of texts.entries())
    addErrors(errors, validateLegacyCidr(podCidrsPath.index(i), text, { strict }));
  if (texts.length < 2) return;
  const prefixes = texts.map(parseCidrSloppy);
  const bad = prefixes.indexOf(undefined);
  if (bad >= 0)
    addError(
      errors,
      internal(
        podCidrsPath,
        `invalid PodCIDRs. failed to check with dual stack with error:invalid CIDR[${bad}]: <nil> ` +
          `(invalid CIDR address: ${texts[bad] ?? ""})`,
      ),
    );
  const families = new Set(prefixes.map((prefix) => prefix !== undefined && isFour(prefix.address)));
  if (bad >= 0 || families.size < 2 || texts.length > 2)
    addError(
      errors,
      invalid(podCidrsPath, printedValue(texts), "may specify no more than one CIDR for each IP family"),
    );
}

const specOf = (node: KubeObject, errors: FieldError[]): Fields =>
  fieldsOf(recordAt(node, "spec"), fieldPath("spec"), errors);

function validateAnnotations({ metadata: { annotations } }: KubeObject, errors: FieldError[]): void {
  if (annotations !== undefined) validateNodeAnnotations(annotations, errors, validateTaints);
}

/** Validates a node (ValidateNode). */
function validateNode(node: KubeObject, gates: FeatureGates, errors: FieldError[]): void {
  const spec = specOf(node, errors);
  validateAnnotations(node, errors);
  validateTaints({ ...spec, path: metadataPath }, "taints");
  validateResources(node, errors);
  validateSwap(node, errors);
  const networks = itemsAt(spec.record, "podCIDRs");
  if (networks.length > 0) validatePodNetworks(networks, gates.enabled("StrictIPCIDRValidation"), errors);
}

/** What is set once: the networks of pods, and the name that the provider has for the node. */
function validateFixed(spec: JsonRecord, old: JsonRecord, errors: FieldError[]): void {
  const fixed = (member: string, shown: string): void =>
    void addError(
      errors,
      forbidden(fieldPath("spec", member), `node updates may not change ${shown} except from "" to valid`),
    );
  const [now, before] = [itemsAt(spec, "podCIDRs"), itemsAt(old, "podCIDRs")];
  if (before.length > 0 && before.length !== now.length) fixed("podCIDRs", "podCIDR");
  else for (const [i, value] of before.entries()) if (value !== now[i]) fixed("podCIDRs", "podCIDR");
  const id = stringAt(old, "providerID");
  if (id !== "" && id !== stringAt(spec, "providerID")) fixed("providerID", "providerID");
}

const addressStruct = goMembers("Type:s Address:s");

/** Validates an update of a node or its status (ValidateNodeUpdate). */
function validateNodeUpdate(node: KubeObject, old: KubeObject, errors: FieldError[]): void {
  const spec = specOf(node, errors);
  validateAnnotations(node, errors);
  validateResources(node, errors);
  const seen: SeenValues = keptMap();
  const status: Fields = { record: recordAt(node, "status"), path: fieldPath("status"), errors };
  eachItem(status, "addresses", (address, i) => {
    const pair = `${textAt(address, "type")} ${textAt(address, "address")}`;
    if (isRepeated(seen, pair, i))
      addError(address.errors, duplicate(address.path, goStruct(address.record, addressStruct)));
  });
  validateFixed(spec.record, recordAt(old, "spec"), errors);
  validateTaints({ ...spec, path: metadataPath }, "taints");
  if (textAt(spec, "externalID") !== stringAt(recordAt(old, "spec"), "externalID"))
    addError(errors, forbidden(fieldPath("spec", "externalID"), "may not be updated"));
}

const without = (node: KubeObject, part: string, member: string): KubeObject => {
  const { [member]: dropped, ...rest } = recordAt(node, part);
  return dropped === undefined ? node : withMember(node, part, rest);
};

/** Returns warnings for members of a node that have no meaning any more, and for odd networks. */
function nodeWarnings(node: KubeObject): readonly string[] {
  const spec = recordAt(node, "spec");
  const warnings = itemsAt(spec, "podCIDRs").flatMap((text, i) =>
    warningsForCidr(podCidrsPath.index(i).toString(), String(text)),
  );
  return stringAt(spec, "externalID") === ""
    ? warnings
    : ["spec.externalID: this field is deprecated, and is unused by Kubernetes", ...warnings];
}

/**
 * Strategy of nodes: a node may be created with a status; later changes go through `/status`. The configuration of
 * kubelets by an object, which is no more, is dropped.
 */
export const nodeStrategy: Strategy = {
  validatesMetadata: true,
  resetFields: ["status"],
  prepareForCreate: (node) => without(without(node, "spec", "configSource"), "status", "config"),
  prepareForUpdate: (node, old) => without(withMember(node, "status", old["status"]), "spec", "configSource"),
  validate(node, { gates }) {
    const errors: FieldError[] = [];
    validateNode(node, gates, errors);
    return errors;
  },
  validateUpdate(node, old, { gates }) {
    const errors: FieldError[] = [];
    validateNode(node, gates, errors);
    validateNodeUpdate(node, old, errors);
    return errors;
  },
  warningsOnCreate: nodeWarnings,
  warningsOnUpdate: nodeWarnings,
};

/** Strategy of `/status` of nodes. */
export const nodeStatusStrategy: UpdateStrategy = {
  resetFields: ["spec"],
  prepareForUpdate: (node, old) => without(withMember(node, "spec", old["spec"]), "status", "config"),
  validateUpdate(node, old) {
    const errors: FieldError[] = [];
    validateNodeUpdate(node, old, errors);
    return errors;
  },
};
