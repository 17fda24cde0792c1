import { labelSelectorErrors } from "../../validation/selectors.ts";
import { keptObject } from "../../../component-base/work.ts";
import { firstPlaces, isBefore } from "../../../apimachinery/first-places.ts";
import {
  duplicate,
  fieldPath,
  invalid,
  required,
  type FieldError,
  type FieldPath,
} from "../../../apimachinery/field-error.ts";
import { validateLabelSelector, type LabelSelectorSpec } from "../../../apimachinery/labels/label-selector.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { isDns1035Label, isDns1123Subdomain } from "../../../apimachinery/validation/names.ts";
import type { MatchCondition, Rule } from "../../../apiserver/admission/policy/types.ts";
import { semanticEqual } from "../../strategies/semantic-equal.ts";
import { validateWebhookService, validateWebhookUrl, type WebhookService } from "../../webhook-client-config.ts";
import { validateMatchConditions } from "./expressions.ts";
import { oneOf, validateMatchPolicy, validateRule } from "./match-resources.ts";
import { failurePolicies } from "./policy.ts";
import { errorsOfEach } from "../../validation/fields.ts";

/** A webhook of a configuration, as decoded by its schema (admissionregistration MutatingWebhook). */
export interface Webhook {
  readonly name?: string;
  readonly clientConfig?: { readonly url?: string; readonly service?: WebhookService; readonly caBundle?: string };
  readonly rules?: readonly Rule[];
  readonly failurePolicy?: string;
  readonly matchPolicy?: string;
  readonly namespaceSelector?: LabelSelectorSpec;
  readonly objectSelector?: LabelSelectorSpec;
  /** Null where nothing is said: the member has no `omitempty`. */
  readonly sideEffects?: string | null;
  readonly timeoutSeconds?: number;
  readonly admissionReviewVersions?: readonly string[];
  readonly reinvocationPolicy?: string;
  readonly matchConditions?: readonly MatchCondition[];
}

/** Returns the webhooks of a configuration. */
export const webhooksOf = (configuration: KubeObject): readonly Webhook[] =>
  (configuration["webhooks"] as readonly Webhook[] | undefined) ?? []; // decoded by the schema

const acceptedVersions = ["v1", "v1beta1"];
const sideEffects = ["None", "NoneOnDryRun", "Some", "Unknown"];
const noSideEffects = ["None", "NoneOnDryRun"];

/** The checks that a stored object which violates them is exempt from. */
interface WebhookRules {
  readonly matchConditions: boolean;
  readonly noSideEffects: boolean;
  readonly recognizedVersion: boolean;
  readonly uniqueNames: boolean;
  readonly labelValues: boolean;
  readonly stored: ReadonlySet<string>;
  readonly compatibility: number | undefined;
}

/** Validates a configuration of webhooks, new or changed (validation.ValidateMutatingWebhookConfiguration). */
export function validateWebhookConfiguration(
  configuration: KubeObject,
  old: KubeObject | undefined,
  compatibility: number | undefined,
): readonly FieldError[] {
  const webhooks = webhooksOf(configuration);
  const rules = keptObject(() => rulesFor(webhooks, old && webhooksOf(old), compatibility));
  const places = keptObject(() => firstPlaces(webhooks.map(({ name = "" }) => name)));
  return errorsOfEach(webhooks, (webhook, i) => {
    const path = fieldPath("webhooks").index(i);
    const { name = "", admissionReviewVersions } = webhook;
    return [
      ...validateWebhook(webhook, rules, path),
      ...validateVersions(
        admissionReviewVersions ?? [],
        rules.recognizedVersion,
        path.child("admissionReviewVersions"),
      ),
      ...(rules.uniqueNames && name !== "" && isBefore(places, name, i) ? [duplicate(path.child("name"), name)] : []),
    ];
  });
}

function rulesFor(
  webhooks: readonly Webhook[],
  before: readonly Webhook[] | undefined,
  compatibility: number | undefined,
): WebhookRules {
  const strict = before ?? [];
  const sameConditions =
    before !== undefined &&
    before.length === webhooks.length &&
    before.every((one, i) => semanticEqual(one.matchConditions, webhooks[i]?.matchConditions));
  return {
    compatibility,
    matchConditions: !sameConditions,
    noSideEffects: strict.every((one) => noSideEffects.includes(one.sideEffects ?? "")),
    recognizedVersion: strict.every(
      ({ admissionReviewVersions: versions }) =>
        (versions ?? []).length === 0 || versions?.some((version) => acceptedVersions.includes(version)) === true,
    ),
    uniqueNames: new Set(strict.map(({ name = "" }) => name)).size === strict.length,
    labelValues: strict.every(({ namespaceSelector, objectSelector }) =>
      [namespaceSelector, objectSelector].every(
        (selector) => selector === undefined || validateLabelSelector(selector, {}, fieldPath("")).length === 0,
      ),
    ),
    stored: new Set(strict.flatMap(({ matchConditions = [] }) => matchConditions.map((one) => one.expression ?? ""))),
  };
}

function validateWebhook(webhook: Webhook, rules: WebhookRules, path: FieldPath): readonly FieldError[] {
  const { name = "", failurePolicy, matchPolicy, timeoutSeconds, reinvocationPolicy, matchConditions = [] } = webhook;
  const selectorOptions = { allowInvalidLabelValueInSelector: !rules.labelValues };
  const selector = (spec: LabelSelectorSpec | undefined, member: string): readonly FieldError[] =>
    spec === undefined ? [] : labelSelectorErrors(spec, selectorOptions, path.child(member));
  return [
    ...validateFullyQualifiedName(name, path.child("name")),
    ...errorsOfEach(webhook.rules ?? [], (rule, i) => validateRule(rule, path.child("rules").index(i))),
    ...oneOf(path.child("failurePolicy"), failurePolicy, failurePolicies),
    ...validateMatchPolicy(matchPolicy, path.child("matchPolicy")),
    ...validateSideEffects(webhook.sideEffects, rules.noSideEffects, path.child("sideEffects")),
    ...(timeoutSeconds !== undefined && (timeoutSeconds > 30 || timeoutSeconds < 1)
      ? [invalid(path.child("timeoutSeconds"), timeoutSeconds, "the timeout value must be between 1 and 30 seconds")]
      : []),
    ...selector(webhook.namespaceSelector, "namespaceSelector"),
    ...selector(webhook.objectSelector, "objectSelector"),
    ...oneOf(path.child("reinvocationPolicy"), reinvocationPolicy, ["IfNeeded", "Never"]),
    ...validateClientConfig(webhook.clientConfig ?? {}, path.child("clientConfig")),
    ...(rules.matchConditions
      ? validateMatchConditions(matchConditions, {
          hasParams: false,
          path: path.child("matchConditions"),
          compatibility: rules.compatibility,
          isStored: (expression) => rules.stored.has(expression),
        })
      : []),
  ];
}

function validateSideEffects(
  given: string | null | undefined,
  requireNone: boolean,
  path: FieldPath,
): readonly FieldError[] {
  const allowed = requireNone ? noSideEffects : sideEffects;
  return given === undefined || given === null
    ? [required(path, `must specify one of ${allowed.join(", ")}`)]
    : oneOf(path, given, allowed);
}

function validateClientConfig(
  { url, service }: NonNullable<Webhook["clientConfig"]>,
  path: FieldPath,
): readonly FieldError[] {
  if ((url === undefined) === (service === undefined))
    return [required(path, "exactly one of url or service is required")];
  if (url !== undefined) return validateWebhookUrl(url, path.child("url"));
  return service === undefined ? [] : validateWebhookService(service, path.child("service"));
}

/** Validates a name of at least three DNS labels (validation.IsFullyQualifiedName). */
function validateFullyQualifiedName(name: string, path: FieldPath): readonly FieldError[] {
  if (name === "") return [required(path)];
  const errors = isDns1123Subdomain(name);
  if (errors.length > 0) return [invalid(path, name, errors.join(","))];
  return name.split(".").length < 3
    ? [invalid(path, name, "should be a domain with at least three segments separated by dots")]
    : [];
}

function validateVersions(
  versions: readonly string[],
  requireRecognized: boolean,
  path: FieldPath,
): readonly FieldError[] {
  if (versions.length === 0) return [required(path, `must specify one of ${acceptedVersions.join(", ")}`)];
  const places = keptObject(() => firstPlaces(versions));
  return [
    ...errorsOfEach(versions, (version, i) =>
      isBefore(places, version, i)
        ? [invalid(path.index(i), version, "duplicate version")]
        : isDns1035Label(version).map((message) => invalid(path.index(i), version, message)),
    ),
    ...(requireRecognized && !versions.some((version) => acceptedVersions.includes(version))
      ? [invalid(path, versions, `must include at least one of ${acceptedVersions.join(", ")}`)]
      : []),
  ];
}
