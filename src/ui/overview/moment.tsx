import { formatAge } from "../data/words.ts";

/** How long ago a time of an object was, with the time itself as its title. */
export function Moment({
  at,
  now,
  prefix = "",
}: {
  readonly at: string;
  readonly now: number;
  readonly prefix?: string;
}) {
  const time = Date.parse(at);
  if (Number.isNaN(time)) return null;
  return (
    <time className="quiet small" dateTime={at} title={new Date(time).toLocaleString()}>
      {prefix}
      {formatAge(time, now)} ago
    </time>
  );
}
