import type { GroupVersionKind } from "../apimachinery/gvk.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import type {
  RegistryAccess,
  ResourceDefinition,
  ScalePaths,
  SubresourceDefinition,
  SubresourceKind,
  Verb,
} from "../apiserver/registry/resource-definition.ts";
import type { Strategy, StrategyContext, UpdateStrategy } from "../apiserver/registry/strategy.ts";
import { withFinalizerNames } from "./strategies/finalizer-names.ts";

/** Verbs of most stored resources. */
const allVerbs: readonly Verb[] = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];

const viewVerbs: readonly Verb[] = ["get", "patch", "update"];
const createVerbs: readonly Verb[] = ["create"];

/** A resource definition in which singular, verbs and servedByDefault are optional. */
export type ResourceRow = Omit<ResourceDefinition, "singular" | "verbs" | "servedByDefault"> &
  Partial<Pick<ResourceDefinition, "verbs" | "servedByDefault">>;

/** Groups whose kinds only use the metadata validation of apimachinery. */
const plainMetadata = new Set([
  "admissionregistration.k8s.io",
  "apiextensions.k8s.io",
  "apiregistration.k8s.io",
  "coordination.k8s.io",
]);

const strategyOf = ({ strategy, group }: ResourceRow): Strategy =>
  strategy.validatesMetadata === true && !plainMetadata.has(group) ? withFinalizerNames(strategy) : strategy;

/** Completes a resource definition. The singular name is the lower-case kind, as in all built-in groups. */
export const defineResource = (row: ResourceRow): ResourceDefinition => ({
  verbs: allVerbs,
  servedByDefault: true,
  ...row,
  strategy: strategyOf(row),
  singular: row.kind.toLowerCase(),
});

/** Returns a subresource that is a view of the object: `status`, `approval`, `resize`... */
export const viewSubresource = (
  name: string,
  strategy: UpdateStrategy,
  verbs: readonly Verb[] = viewVerbs,
): SubresourceDefinition => ({
  name,
  verbs,
  behavior: { type: "update", strategy },
});

const scaleGvk: GroupVersionKind = { group: "autoscaling", version: "v1", kind: "Scale" };

/** Returns the `scale` subresource: an autoscaling/v1 Scale mapped to the usual fields. */
export const scaleSubresource = (selector: string): SubresourceDefinition => ({
  name: "scale",
  gvk: scaleGvk,
  verbs: viewVerbs,
  behavior: {
    type: "scale",
    paths: { specReplicas: "spec.replicas", statusReplicas: "status.replicas", selector } satisfies ScalePaths,
  },
});

/** Returns a subresource that accepts a POST of another kind and acts on the parent. */
export const createSubresource = (
  name: string,
  gvk: GroupVersionKind,
  create: (parentName: string, object: KubeObject, access: RegistryAccess, ctx: StrategyContext) => Promise<KubeObject>,
): SubresourceDefinition => ({ name, gvk, verbs: createVerbs, behavior: { type: "create", create } });

type Connect = Extract<SubresourceKind, { readonly type: "connect" }>["connect"];

/**
 * Returns a connect subresource (stream or proxy to a kubelet); `verbs` are those that discovery lists for the methods.
 */
export const connectSubresource = (
  name: string,
  kind: string,
  methods: readonly string[],
  verbs: readonly Verb[],
  connect: Connect,
): SubresourceDefinition => ({
  name,
  gvk: { group: "", version: "v1", kind },
  verbs,
  behavior: { type: "connect", methods, connect },
});
