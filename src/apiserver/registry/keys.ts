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

/** What every key of an API object begins with (etcd's default prefix). */
const root = "/registry";

/** What of a resource its keys depend on. */
export type KeyedResource = Pick<ResourceDefinition, "resource" | "namespaced" | "storagePrefix">;

/** The prefix that all keys of a resource share, and no key of another one. */
export const storageRoot = ({ storagePrefix, resource }: KeyedResource): string =>
  `${root}/${storagePrefix ?? resource}/`;

/** The prefix of a whole namespace, or of the resource for "". */
export const namespacePrefix = (resource: KeyedResource, namespace: string): string =>
  resource.namespaced && namespace !== "" ? `${storageRoot(resource)}${namespace}/` : storageRoot(resource);

/** The key of one object, unchecked: a name that cannot be any leads to nothing that is stored. */
export const objectKey = (resource: KeyedResource, namespace: string, name: string): string =>
  namespacePrefix(resource, namespace) + name;

/** A key as upstream's storage of a dry run knows it: without the prefix of the whole store. */
export const keyBelowRoot = (key: string): string => (key.startsWith(`${root}/`) ? key.slice(root.length) : key);

/** Keys of one resource's objects, as etcd holds them. */
export function createKeys(resource: KeyedResource): Keys {
  return {
    namespaced: resource.namespaced,
    root: (namespace) => namespacePrefix(resource, namespace),
    key(namespace, name) {
      if (resource.namespaced && namespace === "") throw newBadRequest("Namespace parameter required.");
      if (name === "") throw newBadRequest("Name parameter required.");
      const messages = isValidPathSegmentName(name);
      if (messages.length > 0) throw newBadRequest(`Name parameter invalid: ${quoteGo(name)}: ${messages.join(";")}`);
      return objectKey(resource, namespace, name);
    },
  };
}
