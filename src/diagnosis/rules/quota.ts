import { parseQuantity } from "../../apimachinery/quantity-parse.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { conclude, field } from "../conclude.ts";
import { labelsAt } from "../fields.ts";
import type { Rule } from "../rule.ts";
import { listed } from "../words.ts";

/** The rules of ResourceQuotas. */
export const quotaRules: readonly Rule[] = [
  (quota: KubeObject) => {
    const hard = labelsAt(quota, "status.hard");
    const used = labelsAt(quota, "status.used");
    if (Object.keys(hard).length === 0)
      return conclude(quota, {
        situation: "quota-not-counted",
        state: "Waiting",
        level: "progressing",
        because: "its use has not been counted yet",
        evidence: [field(quota, "status.hard", "")],
      });
    const rows = Object.entries(hard).map(([name, most]) => ({ name, most, now: used[name] ?? "0" }));
    const spent = rows.filter(({ most, now }) => parseQuantity(now).compare(parseQuantity(most)) >= 0);
    const text = ({ name, most, now }: { name: string; most: string; now: string }): string =>
      `${name} ${now} of ${most}`;
    const evidence = (spent.length === 0 ? rows : spent)
      .slice(0, 4)
      .map(({ name, now }) => field(quota, `status.used.${name}`, now));
    return conclude(quota, {
      situation: spent.length === 0 ? "quota-has-room" : "quota-exhausted",
      state: spent.length === 0 ? "Within limits" : "Exhausted",
      level: spent.length === 0 ? "ok" : "warning",
      because:
        listed((spent.length === 0 ? rows : spent).map(text)) +
        (spent.length === 0 ? "" : " is used, so what needs more is refused"),
      evidence,
    });
  },
];
