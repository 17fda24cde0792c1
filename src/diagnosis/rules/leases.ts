import { parseTime } from "../../apimachinery/time.ts";
import { conclude, field } from "../conclude.ts";
import { numberAt, textAt } from "../fields.ts";
import type { Rule } from "../rule.ts";
import { ago } from "../words.ts";

/** The rules of Leases: who holds them, and until when. */
export const leaseRules: readonly Rule[] = [
  (lease, { reading }) => {
    const holder = textAt(lease, "spec.holderIdentity");
    const renewed = textAt(lease, "spec.renewTime");
    const seconds = numberAt(lease, "spec.leaseDurationSeconds") ?? 0;
    const evidence = ["spec.holderIdentity", "spec.renewTime", "spec.leaseDurationSeconds"].map((path) =>
      field(lease, path),
    );
    if (holder === "")
      return conclude(lease, {
        situation: "lease-free",
        state: "Free",
        level: "ok",
        because: "nobody holds it",
        evidence,
      });
    const age = ago(renewed, reading.now());
    const isOver = renewed !== "" && parseTime(renewed) + seconds * 1000 < reading.now();
    if (isOver)
      return conclude(lease, {
        situation: "lease-expired",
        state: "Expired",
        level: "warning",
        because: `${holder} renewed it ${age} ago, and it lasts ${seconds} s: another one may take it`,
        evidence,
      });
    const because =
      renewed === "" ? `by ${holder}, which has never renewed it` : `by ${holder}, which renewed it ${age} ago`;
    return conclude(lease, { situation: "lease-held", state: "Held", level: "ok", because, evidence });
  },
];
