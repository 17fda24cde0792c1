import type { KubeObject } from "../../apimachinery/meta.ts";
import { conclude, field } from "../conclude.ts";
import { itemsAt, textAt, textsAt } from "../fields.ts";
import { isSpent, usesOf, useText } from "../quota-use.ts";
import type { Rule } from "../rule.ts";
import { listed } from "../words.ts";

/** Which pods a quota is for, where it is not for all. */
function scopes(quota: KubeObject): string {
  const plain = textsAt(quota, "spec.scopes");
  const selected = itemsAt(quota, "spec.scopeSelector.matchExpressions").map((one) =>
    [textAt(one, "scopeName"), textAt(one, "operator"), textsAt(one, "values").join(", ")].join(" ").trim(),
  );
  const all = [...plain, ...selected];
  return all.length === 0 ? "" : `; it counts what is ${listed(all)} only`;
}

/** The rules of ResourceQuotas. */
export const quotaRules: readonly Rule[] = [
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
        listed((spent.length === 0 ? rows : spent).map(useText)) +
        (spent.length === 0 ? "" : ` is used, so what needs more is refused${scopes(quota)}`),
      evidence,
    });
  },
];
