import type { PersistentVolumeClaim, Pod } from "../../api/core/v1.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";

/** Returns the object of a request for pods as one; the schema has checked it. */
export function asPod(object: KubeObject): Pod;
export function asPod(object: KubeObject | undefined): Pod | undefined;
export function asPod(object: KubeObject | undefined): Pod | undefined {
  return object as Pod | undefined;
}

/** Returns the object of a request for claims as one; the schema has checked it. */
export function asPersistentVolumeClaim(object: KubeObject): PersistentVolumeClaim;
export function asPersistentVolumeClaim(object: KubeObject | undefined): PersistentVolumeClaim | undefined;
export function asPersistentVolumeClaim(object: KubeObject | undefined): PersistentVolumeClaim | undefined {
  return object as PersistentVolumeClaim | undefined;
}
