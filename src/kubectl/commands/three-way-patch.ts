import { isObject, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { compareUtf8 } from "../../apimachinery/compare-utf8.ts";
import { encodeJson } from "../../apimachinery/json/encode.ts";
import { isList, textAt } from "../json-access.ts";

/** The merge keys of lists of objects, by the name of the field (patchMergeKey in the types of k8s.io/api). */
const mergeKeys: Readonly<Record<string, readonly string[]>> = {
  containers: ["name"],
  initContainers: ["name"],
  ephemeralContainers: ["name"],
  env: ["name"],
  volumes: ["name"],
  volumeMounts: ["mountPath"],
  volumeDevices: ["devicePath"],
  imagePullSecrets: ["name"],
  secrets: ["name"],
  ports: ["containerPort", "port"],
  hostAliases: ["ip"],
  topologySpreadConstraints: ["topologyKey"],
  conditions: ["type"],
  ownerReferences: ["uid"],
  resourceClaims: ["name"],
  webhooks: ["name"],
};

/** The fields whose patches name the keys that stay (patchStrategy retainKeys). */
const retainsKeys = new Set(["strategy", "updateStrategy"]);

const same = (a: JsonValue | undefined, b: JsonValue | undefined): boolean =>
  a !== undefined && b !== undefined && encodeJson(a) === encodeJson(b);

const mergeKeyOf = (field: string, items: readonly JsonValue[]): string | undefined =>
  mergeKeys[field]?.find((key) => items.length > 0 && items.every((item) => isObject(item) && item[key] !== undefined));

/**
 * The patch that brings `current` to `modified` and removes what only `original` had
 * (strategicpatch.CreateThreeWayMergePatch). Without `strategic`, lists are replaced whole, as JSON merge patches do.
 */
export function threeWayPatch(
  original: JsonObject,
  modified: JsonObject,
  current: JsonObject,
  strategic: boolean,
): JsonObject {
  const patch: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(modified)) {
    const [was, is] = [original[name], current[name]];
    if (isObject(value) && isObject(is)) {
      const inner = threeWayPatch(isObject(was) ? was : {}, value, is, strategic);
      if (Object.keys(inner).length === 0) continue;
      patch[name] =
        strategic && retainsKeys.has(name) ? { ...inner, $retainKeys: Object.keys(value).sort(compareUtf8) } : inner;
    } else if (strategic && isList(value) && isList(is)) listPatch(name, isList(was) ? was : [], value, is, patch);
    else if (!same(value, is) && !(value === null && is === undefined)) patch[name] = value;
  }
  for (const name of Object.keys(original)) {
    if (modified[name] !== undefined) continue;
    if (current[name] !== undefined || original[name] !== null) patch[name] = null;
  }
  return patch;
}

function listPatch(
  name: string,
  original: readonly JsonValue[],
  modified: readonly JsonValue[],
  current: readonly JsonValue[],
  patch: Record<string, JsonValue>,
): void {
  if (name === "finalizers") return primitivesPatch(name, original, modified, current, patch);
  const key = mergeKeyOf(name, [...modified, ...current]);
  if (key === undefined) {
    if (!same(modified, current)) patch[name] = modified;
    return;
  }
  const find = (items: readonly JsonValue[], item: JsonValue): JsonValue | undefined =>
    items.find((each) => textAt(each, key) === textAt(item, key));
  const changes: JsonObject[] = [];
  for (const item of modified) {
    const is = find(current, item);
    if (!isObject(item)) continue;
    const was = find(original, item);
    const change = isObject(is) ? threeWayPatch(isObject(was) ? was : {}, item, is, true) : item;
    if (Object.keys(change).length > 0) changes.push({ ...change, [key]: item[key] ?? null });
  }
  for (const item of original)
    if (isObject(item) && find(modified, item) === undefined)
      changes.push({ $patch: "delete", [key]: item[key] ?? null });
  const order = modified.map((item) => textAt(item, key));
  const there = current.map((item) => textAt(item, key)).filter((each) => order.includes(each));
  if (
    changes.length === 0 &&
    same(
      order.filter((each) => there.includes(each)),
      there,
    )
  )
    return;
  if (changes.length > 0) patch[name] = changes.sort((a, b) => compareUtf8(textAt(a, key), textAt(b, key)));
  patch[`$setElementOrder/${name}`] = modified.map((item) => ({ [key]: isObject(item) ? (item[key] ?? null) : null }));
}

function primitivesPatch(
  name: string,
  original: readonly JsonValue[],
  modified: readonly JsonValue[],
  current: readonly JsonValue[],
  patch: Record<string, JsonValue>,
): void {
  const added = modified.filter((item) => !current.includes(item));
  const removed = original.filter((item) => !modified.includes(item));
  if (added.length + removed.length === 0) return;
  if (added.length > 0) patch[name] = added;
  if (removed.length > 0) patch[`$deleteFromPrimitiveList/${name}`] = removed;
  patch[`$setElementOrder/${name}`] = modified;
}
