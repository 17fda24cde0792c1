import { invalid, type FieldPath, addError } from "../../apimachinery/field-error.ts";
import { isQualifiedName } from "../../apimachinery/validation/names.ts";
import {
  hugePagesPrefix,
  isExtendedResourceName,
  isHugePageResourceName,
  isNativeResource,
  requestsPrefix,
} from "../../component-helpers/resource/resource-names.ts";
import { negativeMessage } from "../validation/checks.ts";
import type { Fields } from "../validation/fields.ts";
import { isNegativeQuantity, isWholeQuantity, quantityOf } from "../validation/quantities.ts";

const computeResources = ["cpu", "memory", "ephemeral-storage"];
const containerResources = new Set(computeResources);
const countedResources = [
  "pods",
  "services",
  "replicationcontrollers",
  "resourcequotas",
  "secrets",
  "configmaps",
  "persistentvolumeclaims",
  "services.nodeports",
  "services.loadbalancers",
];
const standardResources = new Set([
  ...computeResources,
  ...computeResources.map((name) => `requests.${name}`),
  ...computeResources.map((name) => `limits.${name}`),
  ...countedResources,
  "storage",
  "requests.storage",
]);
const integerResources = new Set(countedResources);

export const isStandardContainerResourceName = (name: string): boolean =>
  containerResources.has(name) || isHugePageResourceName(name);

const isStandardResourceName = (name: string): boolean =>
  standardResources.has(name) || isHugePageResourceName(name) || name.startsWith(`${requestsPrefix}${hugePagesPrefix}`);

/** Reports whether the quota system knows a resource (helper.IsStandardQuotaResourceName). */
export const isStandardQuotaResourceName = (name: string): boolean =>
  name !== "storage" && isStandardResourceName(name);

/** Reports whether amounts of a resource are whole numbers (helper.IsIntegerResourceName). */
const isIntegerResourceName = (name: string): boolean => integerResources.has(name) || isExtendedResourceName(name);

/** Reports whether requests may be lower than limits (helper.IsOvercommitAllowed). */
export const isOvercommitAllowed = (name: string): boolean => isNativeResource(name) && !isHugePageResourceName(name);

/** Reports whether an amount of huge pages is a multiple of their size, which is part of the resource name. */
export function isHugePageValueDivisible(name: string, value: unknown): boolean {
  const size = quantityOf(name.slice(hugePagesPrefix.length));
  const amount = quantityOf(value);
  if (size === undefined || size.sign <= 0 || size.milliValue % 1000n !== 0n) return false;
  return amount === undefined || amount.value % size.value === 0n;
}

/** Returns the errors of a resource name, as messages (validateResourceName). */
export function resourceNameErrors(name: string): readonly string[] {
  if (containerResources.has(name)) return [];
  const messages = isQualifiedName(name);
  if (messages.length > 0) return messages;
  return name.includes("/") || isStandardResourceName(name)
    ? []
    : ["must be a standard resource type or fully qualified"];
}

/** Returns the errors of the name of a resource of containers (validateContainerResourceName). */
export function containerResourceNameErrors(name: string): readonly string[] {
  if (containerResources.has(name)) return [];
  const messages = resourceNameErrors(name);
  if (!name.includes("/"))
    return isStandardContainerResourceName(name)
      ? messages
      : [...messages, "must be a standard resource for containers"];
  return isNativeResource(name) || isExtendedResourceName(name)
    ? messages
    : [...messages, "doesn't follow extended resource name standard"];
}

/** The amount of a resource must not be negative, and whole where the resource is counted. */
export function resourceQuantity(
  { errors }: Pick<Fields, "errors">,
  name: string,
  value: unknown,
  path: FieldPath,
): void {
  if (isNegativeQuantity(value)) addError(errors, invalid(path, String(value), negativeMessage));
  if (isIntegerResourceName(name) && !isWholeQuantity(value))
    addError(errors, invalid(path, String(value), "must be an integer"));
}
