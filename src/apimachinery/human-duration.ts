const minute = 60;
const hour = 60 * minute;
const day = 24;
const year = 365;

const withRest = (whole: number, unit: string, rest: number, restUnit: string): string =>
  rest === 0 ? `${whole}${unit}` : `${whole}${unit}${rest}${restUnit}`;

/** Formats a duration for humans, with two or three digits: `95s`, `4m30s`, `2d3h` (duration.HumanDuration). */
export function humanDuration(ms: number): string {
  const seconds = Math.trunc(ms / 1000);
  if (seconds < -1) return "<invalid>";
  if (seconds < 0) return "0s";
  if (seconds < 2 * minute) return `${seconds}s`;
  if (seconds < 10 * minute) return withRest(Math.floor(seconds / minute), "m", seconds % minute, "s");
  if (seconds < 3 * hour) return `${Math.floor(seconds / minute)}m`;
  const hours = Math.floor(seconds / hour);
  return hours < 8 ? withRest(hours, "h", Math.floor(seconds / minute) % 60, "m") : longDuration(hours);
}

function longDuration(hours: number): string {
  const days = Math.floor(hours / day);
  if (hours < 2 * day) return `${hours}h`;
  if (hours < 8 * day) return withRest(days, "d", hours % day, "h");
  if (days < 2 * year) return `${days}d`;
  return days < 8 * year ? withRest(Math.floor(days / year), "y", days % year, "d") : `${Math.floor(days / year)}y`;
}
