import { aggregateMessage, type FieldError } from "../../apimachinery/field-error.ts";
import { auditLevels, auditStages, type AuditStage } from "../../component-base/audit/audit-event.ts";
import { ConfigurationError } from "../../component-base/configuration-error.ts";
import { strictDecodingError } from "../codec/document.ts";
import { decodeSettings } from "../codec/settings-document.ts";
import type { AuditPolicy, PolicyRule } from "./audit-policy.ts";
import { policySchema } from "./policy-schema.ts";
import { validateAuditPolicy, type WrittenRule } from "./validate-audit-policy.ts";

/** A policy and the warnings about it. */
export interface LoadedAuditPolicy {
  readonly policy: AuditPolicy;
  readonly warnings: readonly string[];
}

/** A decoded policy and all errors and warnings about it. */
export interface ExaminedAuditPolicy {
  readonly written: FullPolicy;
  readonly errors: readonly FieldError[];
  /** Errors of strict decoding, such as unknown or duplicate fields. */
  readonly strictErrors: readonly string[];
}

/** Decodes a policy without rejecting invalid values. Throws ConfigurationError if the text is not a policy. */
export function examineAuditPolicy(body: Uint8Array): ExaminedAuditPolicy {
  const { written, strictErrors } = decodePolicy(body);
  const errors = validateAuditPolicy(written);
  if (errors.length === 0 && written.rules.length === 0)
    throw new ConfigurationError("loaded illegal policy with 0 rules");
  return { written, errors, strictErrors };
}

/**
 * Reads an audit policy in YAML or JSON (policy.LoadPolicyFromBytes). Throws a ConfigurationError that lists
 * all errors.
 */
export function loadAuditPolicy(body: Uint8Array): LoadedAuditPolicy {
  const { written, errors, strictErrors } = examineAuditPolicy(body);
  if (errors.length > 0) throw new ConfigurationError(aggregateMessage(errors));
  return {
    policy: {
      omitStages: stagesOf(written.omitStages),
      omitManagedFields: written.omitManagedFields,
      rules: written.rules.map(toRule),
    },
    warnings:
      strictErrors.length === 0
        ? []
        : [`Audit policy contains errors, falling back to lenient decoding: ${strictDecodingError(strictErrors)}`],
  };
}

type FullRule = WrittenRule & Omit<PolicyRule, "level" | "omitStages">;

interface FullPolicy {
  readonly rules: readonly FullRule[];
  readonly omitStages: readonly string[];
  readonly omitManagedFields: boolean;
}

function decodePolicy(body: Uint8Array): { readonly written: FullPolicy; readonly strictErrors: readonly string[] } {
  try {
    const { value, strictErrors } = decodeSettings(body, policyKinds, policyDefaults);
    return { written: withEmptyLists(value as Partial<FullPolicy>), strictErrors }; // decoded by the schema above
  } catch (error) {
    if (!(error instanceof ConfigurationError) || error.message === policyDefaults.missingVersion) throw error;
    throw new ConfigurationError(`failed decoding: ${error.message}`, { cause: error });
  }
}

const policyKinds = { "audit.k8s.io/v1/Policy": policySchema };
const policyDefaults = {
  kind: "Policy",
  missingVersion: "unknown group version field audit.k8s.io/__internal, Kind=Policy in policy",
};

/** Replaces missing lists by empty ones, as decoded objects omit empty fields. */
const withEmptyLists = ({
  rules = [],
  omitStages = [],
  omitManagedFields = false,
}: Partial<FullPolicy>): FullPolicy => ({ omitStages, omitManagedFields, rules: rules.map(fullRule) });

const fullRule = ({
  level = "",
  users = [],
  userGroups = [],
  verbs = [],
  resources = [],
  namespaces = [],
  nonResourceURLs = [],
  omitStages = [],
  omitManagedFields,
}: Partial<FullRule>): FullRule => ({
  level,
  users,
  userGroups,
  verbs,
  namespaces,
  nonResourceURLs,
  omitStages,
  omitManagedFields,
  resources: resources.map((group) => ({ ...noResources, ...group })),
});

const noResources = { group: "", resources: [], resourceNames: [] };

const stagesOf = (names: readonly string[]): readonly AuditStage[] =>
  auditStages.filter((stage) => names.includes(stage));

const toRule = (rule: FullRule): PolicyRule => ({
  ...rule,
  level: auditLevels.find((level) => level === rule.level) ?? "None",
  omitStages: stagesOf(rule.omitStages),
});
