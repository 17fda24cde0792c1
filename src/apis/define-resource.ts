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

/** What nearly every stored resource can do. */
const allVerbs: readonly Verb[] = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];

const viewVerbs: readonly Verb[] = ["get", "patch", "update"];
const createVerbs: readonly Verb[] = ["create"];

/** A row as tables write it: singular, verbs and servedByDefault have their usual values where absent. */
export type ResourceRow = Omit<ResourceDefinition, "singular" | "verbs" | "servedByDefault"> &
  Partial<Pick<ResourceDefinition, "verbs" | "servedByDefault">>;

/** Groups whose kinds validate their metadata by apimachinery's rules alone. */
const plainMetadata = new Set([
  "admissionregistration.k8s.io",
  "apiextensions.k8s.io",
  "apiregistration.k8s.io",
  "coordination.k8s.io",
]);

const strategyOf = ({ strategy, group }: ResourceRow): Strategy =>
  strategy.validatesMetadata === true && !plainMetadata.has(group) ? withFinalizerNames(strategy) : strategy;

/** Completes a row; the singular name is the kind in lower case, as in every built-in group. */
export const defineResource = (row: ResourceRow): ResourceDefinition => ({
  verbs: allVerbs,
  servedByDefault: true,
  ...row,
  strategy: strategyOf(row),
  singular: row.kind.toLowerCase(),
});

/** Another view of the same object: `status`, `approval`, `resize`... */
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

/** `scale`, an autoscaling/v1 Scale that reads and writes the usual paths. */
export const scaleSubresource = (selector: string): SubresourceDefinition => ({
  name: "scale",
  gvk: scaleGvk,
  verbs: viewVerbs,
  behavior: {
    type: "scale",
    paths: { specReplicas: "spec.replicas", statusReplicas: "status.replicas", selector } satisfies ScalePaths,
  },
});

/** POST of an object of another kind that does something to the parent. */
export const createSubresource = (
  name: string,
  gvk: GroupVersionKind,
  create: (parentName: string, object: KubeObject, access: RegistryAccess, ctx: StrategyContext) => Promise<KubeObject>,
): SubresourceDefinition => ({ name, gvk, verbs: createVerbs, behavior: { type: "create", create } });

type Connect = Extract<SubresourceKind, { readonly type: "connect" }>["connect"];

/** A stream or proxy to a kubelet; `verbs` are what discovery makes of the methods. */
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
