import type { RaceOutcome } from "../client/races.ts";

/** Tells an order by its turns: `alice read, bob read, write, alice write`. */
export function orderInWords({ order, steps }: Pick<RaceOutcome, "order" | "steps">): string {
  const words = order.map((actor, i) => `${actor === order[i - 1] ? "" : `${actor} `}${steps[i] ?? ""}`);
  return words.join(", ");
}
