import { formatGroupVersion, groupVersionOf, type GroupVersionKind } from "../apimachinery/gvk.ts";
import { isNotFound } from "../apimachinery/errors.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import type { AdmissionPlugin } from "../apiserver/admission/admission-plugin.ts";
import { lazyPlugin, type PluginSteps } from "../apiserver/admission/lazy-plugin.ts";
import type { ParamResource, ParamSource } from "../apiserver/admission/policy/params.ts";
import type { ParamKind } from "../apiserver/admission/policy/types.ts";
import { isPolicyResource } from "../apiserver/admission/policy/policy-resources.ts";
import type { PolicyServices } from "../apiserver/admission/policy/validating-policy.ts";
import type { ResourceScope } from "../apiserver/endpoints/resource-scope.ts";
import { namespacePrefix, objectKey, storageRoot } from "../apiserver/registry/keys.ts";
import { gvkOf, type ResourceInfo } from "../apiserver/registry/resource-definition.ts";
import { wholeList } from "../apiserver/registry/selection.ts";
import type { StrategyContext } from "../apiserver/registry/strategy.ts";
import { loadRegexEngine } from "../apiserver/schema/cel/load-regex-engine.ts";
import type { PluginServices } from "./plugin-services.ts";
import { createActivePolicies } from "./policy-refresh.ts";
import type { StoredObjects } from "./storage/stored-objects.ts";

/** Creates the plugin ValidatingAdmissionPolicy, loaded when the first binding exists. */
export const createValidatingPolicies = (services: PluginServices): AdmissionPlugin | undefined =>
  createPolicies(services, {
    name: "ValidatingAdmissionPolicy",
    step: "validate",
    policies: "validatingadmissionpolicies",
    bindings: "validatingadmissionpolicybindings",
    load: async (parts) =>
      (await import("../apiserver/admission/policy/validating-policy.ts")).createValidatingPolicyPlugin(parts),
  });

/** Creates the plugin MutatingAdmissionPolicy, which its feature gate enables; loaded when the first binding exists. */
export const createMutatingPolicies = (services: PluginServices): AdmissionPlugin | undefined =>
  services.gates.enabled("MutatingAdmissionPolicy")
    ? createPolicies(services, {
        name: "MutatingAdmissionPolicy",
        step: "admit",
        policies: "mutatingadmissionpolicies",
        bindings: "mutatingadmissionpolicybindings",
        load: async (parts) =>
          (await import("../apiserver/admission/policy/mutating-policy.ts")).createMutatingPolicyPlugin(parts),
      })
    : undefined;

interface PolicyPlugin {
  readonly name: string;
  readonly step: "admit" | "validate";
  readonly policies: string;
  readonly bindings: string;
  load(services: PolicyServices): Promise<PluginSteps>;
}

function createPolicies(
  { objects, authorizer, params, policyObserver, clock, background, policiesChanged }: PluginServices,
  plugin: PolicyPlugin,
): AdmissionPlugin | undefined {
  const stored = {
    policies: objects.storageIfAny(plugin.policies),
    bindings: objects.storageIfAny(plugin.bindings),
  };
  if (stored.policies === undefined || stored.bindings === undefined) return undefined;
  const active = createActivePolicies(
    { storage: stored.policies, resource: plugin.policies },
    { storage: stored.bindings, resource: plugin.bindings },
    { clock, changed: plugin.step === "validate" ? policiesChanged : undefined },
  );
  background((signal) => active.follow(signal));
  return lazyPlugin({
    name: plugin.name,
    steps: [plugin.step],
    handles: (operation) => plugin.step === "validate" || operation !== "DELETE",
    matches: isPolicyResource,
    needed: () => active.anyBound,
    async load() {
      await loadRegexEngine();
      return plugin.load({
        policies: active.policies,
        bindings: active.bindings,
        params,
        authorizer,
        observer: policyObserver,
        findNamespace: (name) => objects.find("namespaces", "", name),
      });
    },
  });
}

/** The resources of a server in which parameters are found. */
export interface ParamResources {
  readonly served: readonly ResourceInfo[];
  readonly objects: StoredObjects;
  convert(object: KubeObject, from: GroupVersionKind, to: GroupVersionKind): KubeObject;
  context(namespace: string): StrategyContext;
}

/** Returns the scope of a custom resource of a kind; undefined if no definition serves it. */
export type FindCustomKind = (kind: GroupVersionKind) => Promise<ResourceScope | undefined>;

/** Finds the parameters of policies among the built-in and the custom resources of a server. */
export class PolicyParams implements ParamSource {
  readonly #resources: ParamResources;
  #findCustom: FindCustomKind = () => Promise.resolve(undefined);

  constructor(resources: ParamResources) {
    this.#resources = resources;
  }

  /** Custom resources exist only after the resources that they are stored as. */
  serveCustom(find: FindCustomKind): void {
    this.#findCustom = find;
  }

  async resolve({ apiVersion = "", kind = "" }: ParamKind): Promise<ParamResource> {
    const gvk = { ...groupVersionOf(apiVersion), kind };
    const found = await this.find(gvk);
    if (found !== undefined) return found;
    throw new Error(`failed to find resource referenced by paramKind: '${formatGroupVersion(gvk)}, Kind=${kind}'`);
  }

  /** Returns the objects of a kind, built in or custom; undefined if it is not served. */
  async find(gvk: GroupVersionKind): Promise<ParamResource | undefined> {
    const definition = this.#resources.served.find((one) => isSame(gvkOf(one), gvk) && one.unstored !== true);
    if (definition !== undefined) return this.#builtin(definition);
    const scope = await this.#findCustom(gvk);
    return scope && this.#custom(scope);
  }

  #builtin(definition: ResourceInfo): ParamResource {
    const { objects, convert } = this.#resources;
    const { storage } = objects.of(definition);
    const kind = gvkOf(definition);
    const stored = { ...(definition.storageVersion ?? kind), kind: kind.kind };
    const typed = (object: KubeObject): KubeObject => ({
      ...(isSame(stored, kind) ? object : convert(object, stored, kind)),
      apiVersion: formatGroupVersion(kind),
      kind: kind.kind,
    });
    return {
      namespaced: definition.namespaced,
      get(namespace, name) {
        const found = storage.peek(objectKey(definition, namespace, name));
        return found && typed(found.object);
      },
      list: (namespace) =>
        storage
          .newest(definition.namespaced ? namespacePrefix(definition, namespace) : storageRoot(definition))
          .map(({ object }) => typed(object)),
    };
  }

  #custom({ store, definition }: ResourceScope): ParamResource {
    const { context } = this.#resources;
    return {
      namespaced: definition.namespaced,
      async get(namespace, name) {
        try {
          return (await store.get(context(namespace), name, "")).object;
        } catch (error) {
          if (isNotFound(error)) return undefined;
          throw error;
        }
      },
      list: async (namespace) => (await store.list(context(namespace), wholeList)).items.map(({ object }) => object),
    };
  }
}

const isSame = (a: GroupVersionKind, b: GroupVersionKind): boolean =>
  a.group === b.group && a.version === b.version && a.kind === b.kind;
