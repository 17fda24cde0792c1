import { labelSelectorAsSelector } from "../../../apimachinery/labels/label-selector.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { MaybeAsync } from "../../../component-base/maybe-async.ts";
import type { Binding, ParamKind } from "./types.ts";

/** The resource whose objects are the parameters of a policy. Objects have a kind and an apiVersion. */
export interface ParamResource {
  readonly namespaced: boolean;
  get(namespace: string, name: string): MaybeAsync<KubeObject | undefined>;
  /** Lists the objects of a namespace, or all of a cluster-scoped resource, in the order of their names. */
  list(namespace: string): MaybeAsync<readonly KubeObject[]>;
}

/** Finds the resources of parameters. */
export interface ParamSource {
  /** Rejects with a PolicyConfigurationError if the server knows no such kind. */
  resolve(kind: ParamKind): Promise<ParamResource>;
}

/** An error in the configuration of a policy or binding; its failure policy decides what it means for a request. */
class PolicyConfigurationError extends Error {}

/** The parameters without which a policy runs once. */
export const noParams: readonly undefined[] = [undefined];

/**
 * Returns the parameters that a binding selects, undefined standing for no parameter; the policy runs once for each
 * (generic.CollectParams). Throws PolicyConfigurationError.
 */
export async function collectParams(
  resource: ParamResource | undefined,
  { spec: { paramRef } }: Binding,
  requestNamespace: string,
): Promise<readonly (KubeObject | undefined)[]> {
  if (resource === undefined || paramRef === undefined) return noParams;
  const { name = "", namespace = "", selector, parameterNotFoundAction } = paramRef;
  const where = resource.namespaced ? namespace || requestNamespace : "";
  if (resource.namespaced && where === "")
    throw new PolicyConfigurationError(
      "cannot use namespaced paramRef in policy binding that matches cluster-scoped resources",
    );
  if (!resource.namespaced && namespace !== "")
    throw new PolicyConfigurationError("paramRef.namespace must not be provided for a cluster-scoped `paramKind`");
  const params = await selected(resource, where, name, selector);
  if (params.length === 0 && parameterNotFoundAction === "Deny")
    throw new PolicyConfigurationError("no params found for policy binding with `Deny` parameterNotFoundAction");
  return params;
}

async function selected(
  resource: ParamResource,
  namespace: string,
  name: string,
  selector: NonNullable<Binding["spec"]["paramRef"]>["selector"],
): Promise<readonly KubeObject[]> {
  if (name !== "") {
    if (selector !== undefined)
      throw new PolicyConfigurationError("paramRef.name and paramRef.selector are mutually exclusive");
    const found = await resource.get(namespace, name);
    return found === undefined ? [] : [found];
  }
  if (selector === undefined) throw new PolicyConfigurationError("one of name or selector must be provided");
  const parsed = labelSelectorAsSelector(selector);
  return (await resource.list(namespace)).filter(({ metadata }) => parsed.matches(metadata.labels ?? {}));
}
