import { compareSchemas, type Difference } from "./compare-schemas.ts";
import type { WrittenDefinition, WrittenVersionOf } from "./written-definition.ts";

/** Compares two versions of a definition, or two revisions of the same version. */
export function compareVersions(before: WrittenVersionOf, after: WrittenVersionOf): readonly Difference[] {
  return [...compareFacts(before, after), ...compareSchemas(before.schema ?? {}, after.schema ?? {})];
}

function compareFacts(before: WrittenVersionOf, after: WrittenVersionOf): readonly Difference[] {
  const found: Difference[] = [];
  for (const [has, name] of [
    ["hasStatus", "status"],
    ["hasScale", "scale"],
  ] as const) {
    if (before[has] && !after[has])
      found.push({
        kind: "breaks",
        path: "",
        words: `the subresource ${name} removed: requests to /${name} return 404`,
      });
    if (!before[has] && after[has])
      found.push(
        name === "status"
          ? {
              kind: "breaks",
              path: "status",
              words: "subresource status added: status can only be written through /status",
            }
          : { kind: "loosens", path: "", words: "subresource scale added" },
      );
  }
  for (const field of before.selectable)
    if (!after.selectable.includes(field))
      found.push({
        kind: "breaks",
        path: field.replace(/^\./, ""),
        words: "no longer selectable: lists and watches with this field selector are rejected",
      });
  for (const field of after.selectable)
    if (!before.selectable.includes(field))
      found.push({ kind: "loosens", path: field.replace(/^\./, ""), words: "selectable by field selectors" });
  return found;
}

/** Returns the differences between two revisions of a definition, except for the schemas of their common versions. */
export function compareDefinitions(before: WrittenDefinition, after: WrittenDefinition): readonly Difference[] {
  const found: Difference[] = [];
  const fixed = [
    ["group", before.group, after.group],
    ["scope", scopeOf(before), scopeOf(after)],
    ["plural name", before.plural, after.plural],
    ["kind", before.kind, after.kind],
  ] as const;
  for (const [what, was, is] of fixed)
    if (was !== is)
      found.push({
        kind: "breaks",
        path: "",
        words: `${what} changed from ${was} to ${is}: immutable, this would be another definition`,
      });
  for (const version of before.versions) {
    const now = after.versions.find(({ name }) => name === version.name);
    if (now === undefined)
      found.push({
        kind: "breaks",
        path: "",
        words: `version ${version.name} removed: requests for it return 404`,
      });
    else if (version.served && !now.served)
      found.push({ kind: "breaks", path: "", words: `version ${version.name} no longer served` });
    else if (!version.served && now.served)
      found.push({ kind: "loosens", path: "", words: `version ${version.name} is served` });
    if (now?.storage === true && !version.storage)
      found.push({
        kind: "notes",
        path: "",
        words: `objects are stored as ${version.name} when they are next written`,
      });
  }
  for (const { name } of after.versions)
    if (!before.versions.some((version) => version.name === name))
      found.push({ kind: "loosens", path: "", words: `version ${name} added` });
  return found;
}

const scopeOf = ({ namespaced }: WrittenDefinition): string => (namespaced ? "Namespaced" : "Cluster");
