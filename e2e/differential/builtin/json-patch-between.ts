import { isList, isMap, type Json, type JsonMap } from "../../conformance/recorded-case.ts";

/** Returns the operations of a JSON patch that make one value of another. Lists of equal length are patched by item. */
export function jsonPatchBetween(before: Json, after: Json, path = ""): readonly JsonMap[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (isMap(before) && isMap(after)) return membersBetween(before, after, path);
  if (isList(before) && isList(after) && before.length === after.length)
    return after.flatMap((item, i) => jsonPatchBetween(before[i] ?? null, item, `${path}/${i}`));
  return [{ op: "replace", path, value: after }];
}

function membersBetween(before: JsonMap, after: JsonMap, path: string): readonly JsonMap[] {
  const at = (name: string): string => `${path}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  return [
    ...Object.keys(before)
      .filter((name) => !(name in after))
      .map((name): JsonMap => ({ op: "remove", path: at(name) })),
    ...Object.entries(after).flatMap(([name, value]): readonly JsonMap[] => {
      const old = before[name];
      return old === undefined ? [{ op: "add", path: at(name), value }] : jsonPatchBetween(old, value, at(name));
    }),
  ];
}
