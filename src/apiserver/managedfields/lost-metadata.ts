import { isList, type JsonValue } from "../../apimachinery/json/value.ts";
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
 * Returns as text what is lost of the metadata of a configuration when an object of a custom resource is read back from
 * storage: what is empty or null; "" if nothing is. Upstream compares the merged object with the stored one, so that
 * such an apply always changes the object (fieldmanager.IgnoreManagedFieldsTimestampsTransformer), and stores what is
 * lost, so that the next update is written even if it changes nothing (etcd3.store GuaranteedUpdate).
 */
export function lostMetadata(config: JsonValue): string {
  if (!isMap(config)) return "";
  const lost = Object.entries(metadataOf(config)).filter(([name, value]) => !setByServer.has(name) && isLost(value));
  return lost.length === 0 ? "" : JSON.stringify(lost.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const isLost = (value: JsonValue): boolean => value === "" || isEmpty(value) || holdsNull(value);

const isEmpty = (value: JsonValue): boolean =>
  isList(value) ? value.length === 0 : isMap(value) && Object.keys(value).length === 0;

function holdsNull(value: JsonValue): boolean {
  if (value === null) return true;
  if (isList(value)) return value.some(holdsNull);
  return isMap(value) && Object.values(value).some(holdsNull);
}
