import { formatShare, heatOf } from "../cel/cost-words.ts";
import "./share-bar.css";

/** Displays usage of a limit as a bar and as text. */
export function ShareBar({
  share,
  of,
  small = false,
}: {
  readonly share: number;
  readonly of: string;
  readonly small?: boolean;
}) {
  const joint = share > 1 ? "" : "of ";
  const words = `${formatShare(share)} ${joint}${of}`;
  return (
    <span className="kp-share" data-heat={heatOf(share)} data-small={small ? "" : undefined} title={words}>
      <span className="kp-share-track" aria-hidden="true">
        <span style={{ width: `${Math.min(100, Math.max(share > 0 ? 2 : 0, share * 100))}%` }} />
      </span>
      <span className="kp-share-words">{small ? formatShare(share) : words}</span>
      {small ? (
        <span className="unseen">
          {" "}
          {joint}
          {of}
        </span>
      ) : null}
    </span>
  );
}
