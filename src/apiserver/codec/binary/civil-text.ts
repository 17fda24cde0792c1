import { formatCivil } from "../../../apimachinery/civil-time.ts";

const secondsOfDay = 86400;
const two = Array.from({ length: 60 }, (_, i) => String(i).padStart(2, "0"));

let knownDay = Number.NaN;
let knownText = "";

/**
 * Formats seconds since the epoch as `2006-01-02T15:04:05`. The last day is cached, since the times of one object are
 * often on the same day.
 */
export function civilText(seconds: number): string {
  const day = Math.floor(seconds / secondsOfDay);
  if (day !== knownDay) {
    knownText = formatCivil(day * secondsOfDay).slice(0, -8);
    knownDay = day;
  }
  const time = seconds - day * secondsOfDay;
  return `${knownText}${two[Math.floor(time / 3600)]}:${two[Math.floor(time / 60) % 60]}:${two[time % 60]}`;
}
