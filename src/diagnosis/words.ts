import { parseTime } from "../apimachinery/time.ts";
import { humanDuration } from "../apimachinery/human-duration.ts";

/** A number with its noun: `1 pod`, `3 pods`, `1,204 pods`. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? noun : plural}`;

/** How often something happened: `once`, `4 times`. */
export const times = (count: number): string => (count === 1 ? "once" : `${count} times`);

/** The first names, and how many more there are: `a, b and 3 more`. */
export function listed(names: readonly string[], most = 3): string {
  const shown = names.slice(0, most);
  if (names.length > most) return `${shown.join(", ")} and ${names.length - most} more`;
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1) ?? ""}`;
}

/** The first line of a text, cut where it is longer than a sentence should be. */
export function firstLine(text: string, most = 240): string {
  const line = (text.trim().split("\n", 1)[0] ?? "").replace(/\s+/g, " ");
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}

/** How long ago a time was, as Kubernetes prints ages; "" for no time. */
export function ago(time: string, now: number): string {
  if (time === "") return "";
  return humanDuration(Math.max(0, now - parseTime(time)));
}
