import { keptObject } from "../../component-base/work.ts";
import {
  fieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
  type FieldError,
  type FieldPath,
  addError,
  addErrors,
} from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { isValidPortName } from "../../apimachinery/validation/names.ts";
import type { FeatureGates } from "../../component-base/features/feature-gates.ts";
import { sharesBits } from "../../apimachinery/net-address.ts";
import type { Defaults, Fill } from "../defaulting.ts";
import { recordAt } from "../record.ts";
import { objectStrategy } from "../strategies/object-strategy.ts";
import { parseCidrSloppy, validateLegacyCidr, warningsForCidr } from "../validation/addresses.ts";
import { portNumber, requireMember } from "../validation/checks.ts";
import {
  addInvalid,
  addMessages,
  addNotSupported,
  collectErrors,
  eachItem,
  eachText,
  inside,
  integerAt,
  isSet,
  itemsAt,
  quotedValue,
  textAt,
  type Fields,
} from "../validation/fields.ts";
import { labelSelector } from "../validation/selectors.ts";
import { warningLimit } from "../validation/first-warnings.ts";

const specPath = fieldPath("spec");
const protocols = ["TCP", "UDP", "SCTP"];
const policyTypeNames = ["Ingress", "Egress"];

/** The rules of each direction, and the member with the peers of a rule. */
const directions = [
  ["ingress", "from"],
  ["egress", "to"],
] as const;

/** How a policy is validated (NetworkPolicyValidationOptions). */
interface PolicyOptions {
  readonly strictAddresses: boolean;
  readonly allowInvalidLabelValueInSelector: boolean;
  /** The networks of the stored policy, which stay valid. */
  readonly networks: ReadonlySet<string>;
}

/** Validates the end of a range; one before its begin is reported with the value of the begin, as upstream does. */
function validateEndPort(port: Fields): void {
  if (!isSet(port, "endPort")) return;
  if (!isSet(port, "port")) return addInvalid(port, "endPort", "may not be specified when `port` is not specified");
  const first = integerAt(port, "port");
  if (first === undefined) return addInvalid(port, "endPort", "may not be specified when `port` is non-numeric");
  if ((integerAt(port, "endPort") ?? 0) < first)
    addError(
      port.errors,
      invalid(port.path.child("endPort"), quotedValue(first), "must be greater than or equal to `port`"),
    );
  portNumber(port, "endPort");
}

/** Validates a port (ValidateNetworkPolicyPort). */
function validatePort(port: Fields): void {
  if (isSet(port, "protocol") && !protocols.includes(textAt(port, "protocol")))
    addNotSupported(port, "protocol", protocols);
  if (integerAt(port, "port") !== undefined) {
    portNumber(port, "port");
    validateEndPort(port);
    return;
  }
  validateEndPort(port);
  if (isSet(port, "port")) addMessages(port, "port", isValidPortName(textAt(port, "port")));
}

/** Validates a block of addresses (ValidateIPBlock). */
function validateBlock(block: Fields, options: PolicyOptions): void {
  if (!requireMember(block, "cidr")) return;
  const address = { strict: options.strictAddresses, old: options.networks };
  const cidr = textAt(block, "cidr");
  addErrors(block.errors, validateLegacyCidr(block.path.child("cidr"), cidr, address));
  const network = parseCidrSloppy(cidr);
  if (network === undefined) return;
  eachText(block, "except", (text, path) => {
    addErrors(block.errors, validateLegacyCidr(path(), text, address));
    const except = parseCidrSloppy(text);
    if (except === undefined) return;
    if (network.bits >= except.bits || !sharesBits(network.address, except.address, network.bits))
      addError(block.errors, invalid(path(), text, "must be a strict subset of `cidr`"));
  });
}

/** Validates a peer (ValidateNetworkPolicyPeer). */
function validatePeer(peer: Fields, options: PolicyOptions): void {
  labelSelector(peer, "podSelector", options);
  labelSelector(peer, "namespaceSelector", options);
  const block = inside(peer, "ipBlock");
  if (block !== undefined) validateBlock(block, options);
  const selects = isSet(peer, "podSelector") || isSet(peer, "namespaceSelector");
  if (block === undefined && !selects) addError(peer.errors, required(peer.path, "must specify a peer"));
  if (block !== undefined && selects)
    addError(peer.errors, forbidden(peer.path, "may not specify both ipBlock and another peer"));
}

/** Validates a spec (ValidateNetworkPolicySpec). */
function validateSpec(spec: Fields, options: PolicyOptions): void {
  labelSelector(spec, "podSelector", options);
  for (const [rules, peers] of directions)
    eachItem(spec, rules, (rule) => {
      eachItem(rule, "ports", validatePort);
      eachItem(rule, peers, (peer) => validatePeer(peer, options));
    });
  if (itemsAt(spec.record, "policyTypes").length > policyTypeNames.length)
    return addInvalid(spec, "policyTypes", "may not specify more than two policyTypes");
  eachText(spec, "policyTypes", (type, path) => {
    if (!policyTypeNames.includes(type))
      addError(spec.errors, notSupported(path(), quotedValue(type), policyTypeNames));
  });
}

/** Calls `use` with each block of addresses, its rules' member, and its place among the peers. */
function eachBlock(policy: KubeObject, use: (block: Fields) => void): void {
  collectErrors(recordAt(policy, "spec"), specPath, (spec) => {
    for (const [rules, peers] of directions)
      eachItem(spec, rules, (rule) =>
        eachItem(rule, peers, (peer) => {
          const block = inside(peer, "ipBlock");
          if (block !== undefined) use(block);
        }),
      );
  });
}

function networksOf(policy: KubeObject): ReadonlySet<string> {
  const networks = keptObject(() => new Set<string>());
  eachBlock(policy, (block) => {
    networks.add(textAt(block, "cidr"));
    eachText(block, "except", (text) => void networks.add(text));
  });
  return networks;
}

/**
 * Validates a NetworkPolicy. An update is validated as a new policy and as an update, so that its causes come twice
 * (ValidateNetworkPolicy, ValidateNetworkPolicyUpdate); only the latter keeps networks of the stored policy.
 */
export function validateNetworkPolicy(
  policy: KubeObject,
  gates: FeatureGates,
  old?: KubeObject,
): readonly FieldError[] {
  const stored =
    old === undefined
      ? []
      : collectErrors(recordAt(old, "spec"), specPath, (spec) => labelSelector(spec, "podSelector"));
  const check = (networks: ReadonlySet<string>): readonly FieldError[] =>
    collectErrors(recordAt(policy, "spec"), specPath, (spec) =>
      validateSpec(spec, {
        allowInvalidLabelValueInSelector: stored.length > 0,
        networks,
        strictAddresses: gates.enabled("StrictIPCIDRValidation"),
      }),
    );
  const errors = check(new Set());
  if (old === undefined || errors.length === 0) return errors;
  const both = [...errors];
  addErrors(both, check(networksOf(old)));
  return both;
}

/** Adds the warnings for a network that is not in canonical form, unless the limit of warnings is reached. */
function warnOfCidr(warnings: string[], text: string, path: () => FieldPath): void {
  if (warnings.length >= warningLimit) return;
  for (const warning of warningsForCidr("", text)) warnings.push(path().toString() + warning);
}

/** Returns warnings for networks that are not in canonical form (networkPolicyWarnings). */
function networkPolicyWarnings(policy: KubeObject): readonly string[] {
  const warnings: string[] = [];
  eachBlock(policy, (block) => {
    warnOfCidr(warnings, textAt(block, "cidr"), () => block.path.child("cidr"));
    eachText(block, "except", (text, path) => warnOfCidr(warnings, text, path));
  });
  return warnings;
}

export const networkPolicyStrategy = objectStrategy({
  generation: ["spec"],
  countsEmpty: true,
  validatesMetadata: true,
  validate: (policy, { gates }) => validateNetworkPolicy(policy, gates),
  validateUpdate: (policy, old, { gates }) => validateNetworkPolicy(policy, gates, old),
  warningsOnCreate: networkPolicyWarnings,
  warningsOnUpdate: networkPolicyWarnings,
});

const ports: Defaults = { each: { ports: { setPointers: { protocol: "TCP" } } } };

/** Defaults policyTypes: Ingress, and Egress if the policy has egress rules. */
const policyTypes: Fill = (spec) => {
  if (itemsAt(spec, "policyTypes").length > 0) return spec;
  return { ...spec, policyTypes: itemsAt(spec, "egress").length > 0 ? ["Ingress", "Egress"] : ["Ingress"] };
};

/** networking/v1 SetDefaults_NetworkPolicy. */
export const networkPolicyDefaults: Defaults = {
  inside: { spec: { each: { ingress: ports, egress: ports }, rules: [policyTypes] } },
  make: ["spec"],
};
