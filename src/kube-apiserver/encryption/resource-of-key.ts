import type { GroupResource } from "../../apimachinery/gvk.ts";
import { builtinResources } from "../../apis/all-resources.ts";
import { storageRoot } from "../../apiserver/registry/keys.ts";
import { keyVaultPrefix } from "../security/key-vault.ts";

/**
 * Returns a function that tells the resource of a key in storage: a built-in one by its prefix, a custom one by its
 * group and name, which the key has. Events are of the core group, whichever group they were written by. The key that
 * signs tokens of service accounts is one of the secrets. Of any other key, the first segment is the resource. Keys of
 * what no API serves, which is never encrypted, have none.
 */
export function createResourceOfKey(): (key: string) => GroupResource | undefined {
  const builtin = new Map<string, GroupResource>();
  for (const definition of builtinResources) {
    const root = storageRoot(definition);
    if (!builtin.has(root)) builtin.set(root, { group: definition.group, resource: definition.resource });
  }
  return (key) => {
    if (key.startsWith(keyVaultPrefix)) return { group: "", resource: "secrets" };
    const [, , first = "", second = ""] = key.split("/", 4);
    if (unserved.has(first)) return undefined;
    return (
      builtin.get(`/registry/${first}/`) ??
      builtin.get(`/registry/${first}/${second}/`) ??
      (first.includes(".") ? { group: first, resource: second } : { group: "", resource: first })
    );
  };
}

/** What allocators and reconcilers of upstream keep below /registry/. */
const unserved: ReadonlySet<string> = new Set(["ranges", "masterleases", "peerserverleases"]);
