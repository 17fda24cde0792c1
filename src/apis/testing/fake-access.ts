import { newNotFound } from "../../apimachinery/errors.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Identity } from "../../apiserver/request/identity.ts";
import type { RegistryAccess } from "../../apiserver/registry/resource-definition.ts";

/** Rejects all tokens, has no opinion on any request, and issues tokens that contain their claims. */
const fakeIdentity: Identity = {
  authorizer: { authorize: () => ({ decision: "noOpinion", reason: "" }) },
  audiences: ["here"],
  rulesFor: () => ({ resourceRules: [], nonResourceRules: [], evaluationError: "" }),
  reviewToken: async () => ({ user: undefined, error: "invalid bearer token" }),
  issueToken: async (content) => JSON.stringify(content),
};

/** Returns a registry with a few objects of one namespace in memory, by resource, or by kind for `listKind`. */
export function fakeAccess(
  objects: Readonly<Record<string, readonly KubeObject[]>>,
  identity: Identity = fakeIdentity,
): RegistryAccess {
  const tables = new Map(
    Object.entries(objects).map(([resource, list]) => [resource, new Map(list.map((o) => [o.metadata.name ?? "", o]))]),
  );
  const find = (resource: string, name: string): KubeObject => {
    const object = tables.get(resource)?.get(name);
    if (object === undefined) throw newNotFound({ group: "", resource }, name);
    return object;
  };
  return {
    identity,
    get: async (resource, _namespace, name) => find(resource, name),
    list: async (resource) => [...(tables.get(resource)?.values() ?? [])],
    listKind: async ({ kind }) => [...(tables.get(kind)?.values() ?? [])],
    async *follow(resource, _namespace, name) {
      yield tables.get(resource)?.get(name);
    },
    async update(resource, _namespace, name, change, how) {
      const changed = change(find(resource, name));
      if (how?.dryRun !== true) tables.get(resource)?.set(name, changed);
      return changed;
    },
    async delete(resource, _namespace, name, _options, how) {
      const object = find(resource, name);
      if (how?.dryRun !== true) tables.get(resource)?.delete(name);
      return object;
    },
  };
}
