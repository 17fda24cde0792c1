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
 * Reports whether a configuration has metadata that is lost when an object of a custom resource is stored: what is
 * empty or null. Upstream compares the merged object with the stored one before it is encoded, so that such an apply
 * always changes the object (fieldmanager.IgnoreManagedFieldsTimestampsTransformer).
 */
export function losesMetadata(config: JsonValue): boolean {
  if (!isMap(config)) return false;
  const metadata = metadataOf(config);
  for (const name in metadata) if (!setByServer.has(name) && isLost(metadata[name] ?? null)) return true;
  return false;
}

const isLost = (value: JsonValue): boolean => value === "" || isEmpty(value) || holdsNull(value);

const isEmpty = (value: JsonValue): boolean =>
  isList(value) ? value.length === 0 : isMap(value) && Object.keys(value).length === 0;

function holdsNull(value: JsonValue): boolean {
  if (value === null) return true;
  if (isList(value)) return value.some(holdsNull);
  return isMap(value) && Object.values(value).some(holdsNull);
}
