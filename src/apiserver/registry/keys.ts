import { newBadRequest, newUnknownError } from "../../apimachinery/errors.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import { isValidPathSegmentName } from "../../apimachinery/validation/names.ts";
import type { ResourceInfo } from "./resource-definition.ts";

/** Computes the storage keys of the objects of one resource. */
export interface Keys {
  readonly namespaced: boolean;
  /** The key prefix of a namespace, or of the whole resource if `namespace` is "" (KeyRootFunc). */
  root(namespace: string): string;
  /**
   * The key of one object. Throws a 400 error if the name is invalid (NamespaceKeyFunc, NoNamespaceKeyFunc), and a 500
   * error if the namespace is a path element of its own (etcd3 store.prepareKey).
   */
  key(namespace: string, name: string): string;
}

/** The prefix of all keys of API objects (the default of --etcd-prefix). */
const root = "/registry";

/** The fields of a resource definition that determine its keys. */
export type KeyedResource = Pick<ResourceInfo, "resource" | "namespaced" | "storagePrefix">;

/** The key prefix of a resource. Only keys of this resource have it. */
export const storageRoot = ({ storagePrefix, resource }: KeyedResource): string =>
  `${root}/${storagePrefix ?? resource}/`;

/** The key prefix of a namespace, or of the whole resource if `namespace` is "". */
export const namespacePrefix = (resource: KeyedResource, namespace: string): string =>
  resource.namespaced && namespace !== "" ? `${storageRoot(resource)}${namespace}/` : storageRoot(resource);

/** The key of one object, without validation; for an invalid name, no object is stored under the key. */
export const objectKey = (resource: KeyedResource, namespace: string, name: string): string =>
  namespacePrefix(resource, namespace) + name;

/** The key without the store prefix, as error messages of upstream's dry-run storage contain it. */
export const keyBelowRoot = (key: string): string => (key.startsWith(`${root}/`) ? key.slice(root.length) : key);

/** Creates the key functions of a resource; keys have the same layout as in etcd. */
export function createKeys(resource: KeyedResource): Keys {
  return {
    namespaced: resource.namespaced,
    root: (namespace) => namespacePrefix(resource, namespace),
    key(namespace, name) {
      if (resource.namespaced && namespace === "") throw newBadRequest("Namespace parameter required.");
      if (name === "") throw newBadRequest("Name parameter required.");
      const messages = isValidPathSegmentName(name);
      if (messages.length > 0) throw newBadRequest(`Name parameter invalid: ${quoteGo(name)}: ${messages.join(";")}`);
      const key = objectKey(resource, namespace, name);
      if (namespace === "." || namespace === "..") throw newUnknownError(`invalid key: ${quoteGo(keyBelowRoot(key))}`);
      return key;
    },
  };
}
