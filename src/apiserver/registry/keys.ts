import { newBadRequest } from "../../apimachinery/errors.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import { isValidPathSegmentName } from "../../apimachinery/validation/names.ts";
import type { ResourceDefinition } from "./resource-definition.ts";

/** Where the objects of one resource stand in the store. */
export interface Keys {
  readonly namespaced: boolean;
  /** The prefix of a whole namespace, or of the resource for "" (KeyRootFunc). */
  root(namespace: string): string;
  /**
   * The key of one object; throws a 400 for names and namespaces that cannot be any (NamespaceKeyFunc,
   * NoNamespaceKeyFunc).
   */
  key(namespace: string, name: string): string;
}

/** Where the keys of a resource begin: below `/registry/`, as etcd holds them. */
export const storageRoot = ({ storagePrefix, resource }: Pick<ResourceDefinition, "storagePrefix" | "resource">) =>
  `/registry/${storagePrefix ?? resource}/`;

/** Keys of one resource. */
export function createKeys(definition: ResourceDefinition): Keys {
  const prefix = storageRoot(definition);
  const root = (namespace: string): string =>
    definition.namespaced && namespace !== "" ? `${prefix}${namespace}/` : prefix;
  return {
    namespaced: definition.namespaced,
    root,
    key(namespace, name) {
      if (definition.namespaced && namespace === "") throw newBadRequest("Namespace parameter required.");
      if (name === "") throw newBadRequest("Name parameter required.");
      const messages = isValidPathSegmentName(name);
      if (messages.length > 0) throw newBadRequest(`Name parameter invalid: ${quoteGo(name)}: ${messages.join(";")}`);
      return root(namespace) + name;
    },
  };
}
