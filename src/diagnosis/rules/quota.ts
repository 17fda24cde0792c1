import type { KubeObject } from "../../apimachinery/meta.ts";
import { isBuiltinGroup } from "../../apimachinery/builtin-group.ts";
import { conclude, field, missing } from "../conclude.ts";
import { itemsAt, membersAt, textAt, textsAt } from "../fields.ts";
import { objectId } from "../object-id.ts";
import { isSpent, type QuotaUse, usesOf, useText } from "../quota-use.ts";
import type { Rule } from "../rule.ts";
import { listed } from "../words.ts";
import { elsewhere } from "./elsewhere.ts";
import { misnamedResource } from "./named-resources.ts";

/** Which pods a quota is for, where it is not for all. */
function scopes(quota: KubeObject): string {
  const plain = textsAt(quota, "spec.scopes");
  const selected = itemsAt(quota, "spec.scopeSelector.matchExpressions").map((one) =>
    [textAt(one, "scopeName"), textAt(one, "operator"), textsAt(one, "values").join(", ")].join(" ").trim(),
  );
  const all = [...plain, ...selected];
  return all.length === 0 ? "" : `; it counts what is ${listed(all)} only`;
}

/** Objects that a quota counts by a name that no resource has. */
const countsNothing: Rule = async (quota, { reading }) => {
  for (const name of Object.keys(membersAt(quota, "spec.hard"))) {
    const [, resource = "", group = ""] = /^count\/([^.]+)(?:\.(.*))?$/.exec(name) ?? [];
    if (resource === "") continue;
    const misnamed = misnamedResource({ apiGroups: [group], resources: [resource] });
    const id = objectId("apiextensions.k8s.io", "CustomResourceDefinition", "", `${resource}.${group}`);
    const isUnserved = misnamed === undefined && !isBuiltinGroup(group) && (await reading.isMissing(id));
    if (misnamed === undefined && !isUnserved) continue;
    return conclude(quota, {
      situation: "quota-of-unknown-resource",
      state: "Counts nothing",
      level: "warning",
      because: `${name} ${misnamed?.words ?? `is of no resource that a definition (CRD) serves`}`,
      evidence: [field(quota, `spec.hard.${name}`, ""), ...(isUnserved ? [missing(id)] : [])],
    });
  }
  return undefined;
};

/** Classes that a quota is for, and that are not there: it counts nothing. */
const ofMissingClass: Rule = async (quota, { reading }) => {
  const scoped = itemsAt(quota, "spec.scopeSelector.matchExpressions").filter(
    (one) => textAt(one, "scopeName") === "PriorityClass" && textAt(one, "operator") === "In",
  );
  const stored = Object.keys(membersAt(quota, "spec.hard")).flatMap((name) => {
    const [, of] = /^(.+)\.storageclass\.storage\.k8s\.io\//.exec(name) ?? [];
    return of === undefined ? [] : [objectId("storage.k8s.io", "StorageClass", "", of)];
  });
  const named = scoped.flatMap((one) => textsAt(one, "values"));
  const classes = [...named.map((name) => objectId("scheduling.k8s.io", "PriorityClass", "", name)), ...stored];
  for (const id of classes) {
    // A quota of several classes counts what has one of the others.
    if ((id.kind === "PriorityClass" && named.length > 1) || !(await reading.isMissing(id))) continue;
    const other = await elsewhere(id, reading);
    const path = id.kind === "PriorityClass" ? "spec.scopeSelector.matchExpressions" : "spec.hard";
    return conclude(quota, {
      situation: "quota-class-missing",
      state: "Counts nothing",
      level: "warning",
      because: `it is for the ${id.kind} ${id.name}, which does not exist${other.text}`,
      evidence: [field(quota, path, id.name), missing(id)],
    });
  }
  return undefined;
};

/** What is used up, and what a quota of zero does not allow at all. */
function spentText(spent: readonly QuotaUse[]): string {
  const none = spent.filter(({ most }) => most === "0").map(({ name }) => name);
  const full = spent.filter(({ most }) => most !== "0");
  const used = full.length === 0 ? [] : [`${listed(full.map(useText))} ${full.length === 1 ? "is" : "are"} used`];
  const closed = none.length === 0 ? [] : [`no ${none.join(" or ")} is allowed`];
  return [...used, ...closed].join(", and ");
}

/** What a LimitRange gives to those that say nothing, and what it refuses. */
export const limitRangeRules: readonly Rule[] = [
  (range) => {
    const parts = itemsAt(range, "spec.limits").map((limit) => {
      const told = ["default", "defaultRequest", "min", "max", "maxLimitRequestRatio"].flatMap((member) =>
        Object.entries(membersAt(limit, member)).map(([resource, amount]) => `${member} ${resource} ${String(amount)}`),
      );
      return `${textAt(limit, "type")}: ${told.join(", ")}`;
    });
    return conclude(range, {
      situation: "limitrange-in-effect",
      state: "In effect",
      level: "ok",
      because: listed(parts),
      evidence: [field(range, "spec.limits", String(parts.length))],
    });
  },
];

/** The rules of ResourceQuotas. */
export const quotaRules: readonly Rule[] = [
  countsNothing,
  ofMissingClass,
  (quota: KubeObject) => {
    const rows = usesOf(quota);
    if (rows.length === 0)
      return conclude(quota, {
        situation: "quota-not-counted",
        state: "Waiting",
        level: "progressing",
        because: "its use has not been counted yet",
        evidence: [field(quota, "status.hard", "")],
      });
    const spent = rows.filter(isSpent);
    const evidence = (spent.length === 0 ? rows : spent)
      .slice(0, 4)
      .map(({ name, now }) => field(quota, `status.used.${name}`, now));
    return conclude(quota, {
      situation: spent.length === 0 ? "quota-has-room" : "quota-exhausted",
      state: spent.length === 0 ? "Within limits" : "Exhausted",
      level: spent.length === 0 ? "ok" : "warning",
      because:
        spent.length === 0
          ? listed(rows.map(useText)) + scopes(quota)
          : `${spentText(spent)}, so what needs more is refused${scopes(quota)}`,
      evidence,
    });
  },
];
