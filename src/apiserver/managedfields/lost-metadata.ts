import { isList, type JsonValue } from "../../apimachinery/json/value.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { isMap } from "../../structured-merge-diff/value.ts";
import { metadataOf } from "./object-parts.ts";

/** Members that the server sets before it compares objects, whatever a configuration says. */
const setByServer: ReadonlySet<string> = new Set([
  "creationTimestamp",
  "generation",
  "managedFields",
  "name",
  "namespace",
  "resourceVersion",
  "uid",
]);

/**
 * Returns as text what is lost of the metadata of a configuration when the object that it was merged into, of a custom
 * resource, is read back from storage: what is empty or null; "" if nothing is. Upstream compares the merged object
 * with the stored one, so that such an apply always changes the object
 * (fieldmanager.IgnoreManagedFieldsTimestampsTransformer), and stores what is lost, so that the next update is written
 * even if it changes nothing (etcd3.store GuaranteedUpdate).
 */
export function lostMetadata(config: JsonValue, { metadata }: KubeObject): string {
  if (!isMap(config)) return "";
  const merged: Readonly<Record<string, unknown>> = { ...metadata };
  const lost = Object.entries(metadataOf(config)).filter(
    ([name, value]) => !setByServer.has(name) && (holdsNull(value) || (isEmpty(value) && isEmpty(merged[name] ?? ""))),
  );
  return lost.length === 0 ? "" : JSON.stringify(lost.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const isEmpty = (value: unknown): boolean =>
  value === "" || (typeof value === "object" && value !== null && Object.keys(value).length === 0);

function holdsNull(value: JsonValue): boolean {
  if (value === null) return true;
  if (isList(value)) return value.some(holdsNull);
  return isMap(value) && Object.values(value).some(holdsNull);
}
