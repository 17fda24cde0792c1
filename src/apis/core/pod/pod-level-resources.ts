import { emptiedMember } from "../../../apimachinery/json/emptied-members.ts";
import type { Pod, PodSpec } from "../../../api/core/v1.ts";
import { invalid, notSupported, type FieldPath, addError } from "../../../apimachinery/field-error.ts";
import { isRecord } from "../../../apimachinery/is-record.ts";
import { recordAt, type JsonRecord } from "../../record.ts";
import { addForbidden, asRecord, hasNoMembers, inside, isSet, within, type Fields } from "../../validation/fields.ts";
import { quantityOf } from "../../validation/quantities.ts";
import { podLimits, podRequests } from "../../../component-helpers/resource/pod-resources.ts";
import { parseResourceList, type ResourceList } from "../../../component-helpers/resource/resource-list.ts";
import {
  isHugePageResourceName,
  isSupportedPodLevelResource,
} from "../../../component-helpers/resource/resource-names.ts";
import { isOvercommitAllowed, resourceNameErrors } from "../resource-names.ts";
import type { PodContext } from "./context.ts";
import { validateRequirements, type ResourceNameCheck } from "./resources.ts";

/** What the containers need together: without what is set for the pod as a whole, and its overhead. */
const ofContainers = { skipPodLevelResources: true, excludeOverhead: true };

/** The schema has checked the spec. */
const asPod = (spec: JsonRecord): Pod => ({ metadata: {}, spec: spec as PodSpec });

/** Returns a list with the amounts that it does not have yet. */
function completed(list: JsonRecord, more: Iterable<readonly [name: string, amount: string]>): JsonRecord {
  const out: Record<string, unknown> = { ...list };
  for (const [name, amount] of more) out[name] ??= amount;
  return out;
}

const texts = (amounts: ResourceList, isWanted: (name: string) => boolean): readonly (readonly [string, string])[] =>
  [...amounts].filter(([name]) => isWanted(name)).map(([name, amount]) => [name, amount.toString()] as const);

/**
 * Defaults the resources of a pod as a whole, where some are given: huge pages to those of the containers, requests to
 * those of the containers or else to the limits (core/v1 defaultHugePagePodLimits, defaultPodRequests).
 */
export function podLevelRequests(spec: JsonRecord): JsonRecord {
  const { resources } = spec;
  if (!isRecord(resources)) return spec;
  const [limits, requests] = [recordAt(resources, "limits"), recordAt(resources, "requests")];
  if (hasNoMembers(limits) && hasNoMembers(requests)) return spec;
  const pages = texts(
    podLimits(asPod(spec), ofContainers),
    (name) => isHugePageResourceName(name) && requests[name] === undefined,
  );
  const allLimits = completed(limits, pages);
  if (hasNoMembers(allLimits)) return spec;
  const requested = texts(
    podRequests(asPod(spec), ofContainers),
    (name) => isSupportedPodLevelResource(name) && isOvercommitAllowed(name),
  );
  const ofLimits = Object.entries(allLimits)
    .filter(([name]) => isSupportedPodLevelResource(name))
    .map(([name, amount]) => [name, String(amount)] as const);
  const allRequests = completed(requests, [...requested, ...ofLimits]);
  return {
    ...spec,
    resources: {
      ...resources,
      limits: allLimits,
      ...(!hasNoMembers(allRequests) && { requests: allRequests }),
    },
  };
}

const podLevelNames = ["cpu", "hugepages-", "memory"];

const podResourceName: ResourceNameCheck = ({ errors }, name, path) => {
  const messages = resourceNameErrors(name);
  for (const message of messages) addError(errors, invalid(path, name, message));
  if (messages.length === 0 && !isSupportedPodLevelResource(name))
    addError(errors, notSupported(path, name, podLevelNames));
};

/** The amounts of the pod must be enough for those of its containers (validatePodResourceConsistency). */
function validateConsistency(spec: Fields, resources: Fields): void {
  const { requests, limits } = resources.record;
  const pod = asPod(spec.record);
  const atLeast = (list: JsonRecord, path: FieldPath, total: ResourceList, kind: string): void => {
    for (const [name, amount] of total) {
      const own = quantityOf(list[name]);
      if (own !== undefined && amount.compare(own) > 0)
        addError(
          resources.errors,
          invalid(
            path.key(name),
            String(list[name]),
            `must be greater than or equal to aggregate container ${kind} of ${amount.toString()}`,
          ),
        );
    }
  };
  if (requests !== undefined)
    atLeast(asRecord(requests), resources.path.child("requests"), podRequests(pod, ofContainers), "requests");
  if (limits === undefined) return;
  const pages = new Map([...podLimits(pod, ofContainers)].filter(([name]) => isHugePageResourceName(name)));
  atLeast(asRecord(limits), resources.path.child("limits"), pages, "limits");
  for (const [i, container] of (pod.spec?.containers ?? []).entries())
    for (const [name, amount] of parseResourceList(container.resources?.limits)) {
      const own = quantityOf(asRecord(limits)[name]);
      if (own === undefined || amount.compare(own) <= 0) continue;
      const path = resources.path.child("containers").index(i).key(name).child("limits");
      addError(
        resources.errors,
        invalid(
          path,
          amount.toString(),
          `must be less than or equal to pod limits of ${String(asRecord(limits)[name])}`,
        ),
      );
    }
}

/** Validates the resources of a pod as a whole (validatePodResources). */
export function validatePodResources(spec: Fields, { options, os, claimNames }: PodContext): void {
  if (!options.podLevelResources || inside(spec, "resources") === undefined) return;
  if (os === "windows") return addForbidden(spec, "resources", "may not be set for a windows pod");
  const resources = within(spec, "resources");
  if (isSet(resources, "claims") || emptiedMember(resources.record, "claims") !== undefined)
    addForbidden(resources, "claims", "claims may not be set for Resources at pod-level");
  validateRequirements(resources, claimNames, options, podResourceName);
  validateConsistency(spec, resources);
}
