import { isConflict, isNotFound } from "../apimachinery/errors.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import { checkTypes, type KnownKinds } from "../apiserver/admission/policy/type-checking.ts";
import type { ResourceScope } from "../apiserver/endpoints/resource-scope.ts";
import type { InstalledResource } from "../apiserver/endpoints/routes/resource-table.ts";
import { updateManagedFields } from "../apiserver/managedfields/field-manager.ts";
import type { ResourceInfo } from "../apiserver/registry/resource-definition.ts";
import type { StrategyContext } from "../apiserver/registry/strategy.ts";
import { loadRegexEngine } from "../apiserver/schema/cel/load-regex-engine.ts";
import type { JSONSchemaProps } from "../apiserver/schema/builtin/generated/apiextensions-v1.d.ts";
import { structuralSchemaOf } from "../apiserver/schema/structural/structural-schema.ts";
import { isObserved } from "./policy-refresh.ts";
import type { TypeRegistry } from "../apiserver/schema/type-registry.ts";
import { ignore } from "../component-base/ignore.ts";

/** The field manager of upstream's controller, which belongs to kube-controller-manager. */
const managerName = "validatingadmissionpolicy-status";

/** The kinds of a server. */
export interface KnownResources {
  readonly types: TypeRegistry;
  /** The served resources, built in and custom. */
  resources(): readonly ResourceInfo[];
}

/** The dependencies of the status of policies. */
export interface PolicyStatusServices extends KnownResources {
  readonly policies: InstalledResource;
  context(): StrategyContext;
}

/** Checks the types of a policy and writes the result to its status (validatingadmissionpolicystatus.Controller). */
export async function writePolicyStatus(policy: KubeObject, services: PolicyStatusServices): Promise<void> {
  await loadRegexEngine();
  const warnings = checkTypes(policy, knownKinds(services));
  const { generation, name = "", uid } = policy.metadata;
  const typeChecking = warnings.length === 0 ? {} : { expressionWarnings: warnings };
  const { store, strategy, fieldManager } = await statusScope(services.policies);
  const ctx = services.context();
  const updatedObject = (live: KubeObject | undefined): KubeObject => {
    if (live === undefined || isObserved(live)) throw new Unchanged();
    const status = { ...(live["status"] as object | undefined), observedGeneration: generation, typeChecking };
    return updateManagedFields(fieldManager, live, { ...live, status }, managerName, ctx.now);
  };
  try {
    await store.update(ctx, name, {
      info: { updatedObject, preconditions: { uid } },
      strategy,
      validateCreate: ignore,
      validateUpdate: ignore,
      forceAllowCreate: false,
    });
  } catch (error) {
    if (!(error instanceof Unchanged) && !isNotFound(error) && !isConflict(error)) throw error;
  }
}

/** Aborts an update that changes nothing. */
class Unchanged extends Error {}

async function statusScope({ resource, open }: InstalledResource): Promise<ResourceScope> {
  const status = resource.subresources?.find(({ name }) => name === "status");
  if (status === undefined) throw new Error("policies have no status");
  return (await open()).subresource(status);
}

/** Finds the kinds of resources and their schemas, those of custom resources as their definitions publish them. */
export function knownKinds({ resources, types }: KnownResources): KnownKinds {
  const all = resources();
  return {
    kindsOf: ({ group, version, resource }) =>
      all
        .filter((one) => one.group === group && one.version === version && one.resource === resource)
        .map(({ kind }) => ({ group, version, kind })),
    schemaOf(gvk) {
      const known = types.schemaOf(gvk);
      if (known !== undefined) return known;
      const { group, version, kind } = gvk;
      const custom = all.find((one) => one.group === group && one.version === version && one.kind === kind);
      const schema = custom?.published?.schema;
      // What a definition publishes is its schema.
      return schema && structuralSchemaOf(schema as unknown as JSONSchemaProps);
    },
  };
}
