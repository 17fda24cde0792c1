import { groupVersionOf } from "../apimachinery/gvk.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import type { ObjectId } from "./diagnosis.ts";

/** Returns what names an object. */
export const idOf = ({ apiVersion = "v1", kind = "", metadata }: KubeObject): ObjectId => ({
  group: groupVersionOf(apiVersion).group,
  kind,
  namespace: metadata.namespace ?? "",
  name: metadata.name ?? "",
});

/** Names an object of a kind in a namespace, "" for objects of the cluster. */
export const objectId = (group: string, kind: string, namespace: string, name: string): ObjectId => ({
  group,
  kind,
  namespace,
  name,
});

/** How sentences name an object: `ConfigMap settings`. */
export const named = ({ kind, name }: ObjectId): string => `${kind} ${name}`;
