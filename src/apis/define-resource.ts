import type { GroupVersion, GroupVersionKind } from "../apimachinery/gvk.ts";
import type {
  SubresourceInfo,
  BuiltinResource,
  ResourceBehavior,
  SubresourceBehavior,
  ScalePaths,
  ValidateScale,
  Verb,
} from "../apiserver/registry/resource-definition.ts";
import type { UpdateStep } from "../apiserver/registry/strategy.ts";
import { afterwards, type MaybeAsync } from "../component-base/maybe-async.ts";
import { withFinalizerNames, withFinalizerNamesOnUpdate } from "./strategies/finalizer-names.ts";
import { updateStepsOf } from "./strategies/update-steps.ts";

/** Verbs of most stored resources. */
const allVerbs: readonly Verb[] = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];

const viewVerbs: readonly Verb[] = ["get", "patch", "update"];
const createVerbs: readonly Verb[] = ["create"];

/** A resource in which singular, verbs and servedByDefault are optional. */
export type ResourceRow = Omit<BuiltinResource, "singular" | "verbs" | "servedByDefault" | "behavior"> &
  Partial<Pick<BuiltinResource, "verbs" | "servedByDefault">>;

/** The behaviors of a group by resource; those of some resources depend on the version. */
export type GroupBehaviors = Readonly<Record<string, ResourceBehavior | ((version: string) => ResourceBehavior)>>;

/** Groups whose kinds only use the metadata validation of apimachinery. */
const plainMetadata = new Set([
  "admissionregistration.k8s.io",
  "apiextensions.k8s.io",
  "apiregistration.k8s.io",
  "coordination.k8s.io",
]);

/**
 * Completes a resource, whose group is loaded with the first request for it. The singular name is the lower-case kind,
 * as in all built-in groups.
 */
export const defineResource = (row: ResourceRow, load: () => MaybeAsync<GroupBehaviors>): BuiltinResource => ({
  verbs: allVerbs,
  servedByDefault: true,
  ...row,
  behavior: (version) =>
    afterwards(load(), (behaviors) => completeBehavior(row, behaviorIn(behaviors, row.resource, version))),
  singular: row.kind.toLowerCase(),
});

function behaviorIn(behaviors: GroupBehaviors, resource: string, version: string): ResourceBehavior {
  const found = behaviors[resource];
  if (found === undefined) throw new Error(`${resource} have no behavior`);
  return typeof found === "function" ? found(version) : found;
}

/** Adds the validation of metadata that the kinds of k8s.io/kubernetes have in common. */
function completeBehavior(
  { group, resource }: Pick<ResourceRow, "group" | "resource">,
  behavior: ResourceBehavior,
): ResourceBehavior {
  const { strategy, subresourceBehaviors = {} } = behavior;
  if (strategy.validatesMetadata !== true) return behavior;
  const checked = { ...strategy, updateSteps: updateStepsOf(group, resource) };
  const subresources = Object.entries(subresourceBehaviors).map(
    ([name, own]) => [name, completeSubresource(own, group, updateStepsOf(group, resource, name))] as const,
  );
  return {
    ...behavior,
    strategy: plainMetadata.has(group) ? checked : withFinalizerNames(checked),
    ...(subresources.length > 0 && { subresourceBehaviors: Object.fromEntries(subresources) }),
  };
}

function completeSubresource(
  behavior: SubresourceBehavior,
  group: string,
  updateSteps: readonly UpdateStep[],
): SubresourceBehavior {
  if (behavior.strategy === undefined) return behavior;
  const checked = { ...behavior.strategy, updateSteps };
  const strategy = plainMetadata.has(group) ? checked : withFinalizerNamesOnUpdate(checked);
  return { ...behavior, strategy };
}

/** Returns a subresource that is a view of the object: `status`, `approval`, `resize`... */
export const viewSubresource = (name: string, verbs: readonly Verb[] = viewVerbs): SubresourceInfo => ({
  name,
  verbs,
  shape: { type: "update" },
});

/** Validates a Scale by its tags beside its own rule, where the feature gate says so. */
const validateScale: ValidateScale = (scale, old, written, ctx) =>
  ctx.gates.enabled("DeclarativeValidation")
    ? import("./declarative/scale.ts").then((tags) => tags.validateScale(scale, old, written, ctx))
    : written;

const scaleGvk: GroupVersionKind = { group: "autoscaling", version: "v1", kind: "Scale" };

/**
 * Returns the `scale` subresource: an autoscaling/v1 Scale mapped to the usual fields. `notFound` names what is missing
 * where there is no such object (ScaleREST).
 */
export const scaleSubresource = (selector: string, notFound: ScalePaths["notFound"]): SubresourceInfo => ({
  name: "scale",
  gvk: scaleGvk,
  verbs: viewVerbs,
  shape: {
    type: "scale",
    paths: {
      specReplicas: "spec.replicas",
      statusReplicas: "status.replicas",
      selector,
      validate: validateScale,
      ...(notFound !== undefined && { notFound }),
    } satisfies ScalePaths,
  },
});

/** Returns a subresource that accepts a POST of another kind and acts on the parent. */
export const createSubresource = (
  name: string,
  gvk: GroupVersionKind,
  accepts: readonly GroupVersion[] = [],
): SubresourceInfo => ({
  name,
  gvk,
  accepts,
  verbs: createVerbs,
  shape: { type: "create" },
});

/**
 * Returns a connect subresource (stream or proxy to a kubelet); `verbs` are those that discovery lists for the methods.
 */
export const connectSubresource = (
  name: string,
  kind: string,
  methods: readonly string[],
  verbs: readonly Verb[],
): SubresourceInfo => ({
  name,
  gvk: { group: "", version: "v1", kind },
  verbs,
  shape: { type: "connect", methods },
});
