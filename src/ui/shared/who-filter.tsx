import { whoWords, type Who } from "../data/who.ts";
import { formatCount } from "../data/words.ts";
import { Button } from "../design/button.tsx";
import "./who-filter.css";

/** Filter chips for the senders of log entries. An inactive chip shows how many entries it hides. */
export function WhoFilter({
  label,
  shown,
  counts,
  onToggle,
}: {
  readonly label: string;
  readonly shown: Readonly<Record<Who, boolean>>;
  readonly counts: Readonly<Record<Who, number>>;
  readonly onToggle: (who: Who) => void;
}) {
  return (
    <div className="row kp-who" role="group" aria-label={label}>
      {whoWords.map(([who, name]) => (
        <Button
          key={who}
          size="small"
          tone="plain"
          aria-pressed={shown[who]}
          title={
            shown[who] || counts[who] === 0 ? undefined : `${formatCount(counts[who])} hidden. Click to show them.`
          }
          onClick={() => onToggle(who)}
        >
          {name}
          {shown[who] || counts[who] === 0 ? null : (
            <span className="kp-count">
              {formatCount(counts[who])}
              <span className="unseen"> hidden</span>
            </span>
          )}
        </Button>
      ))}
    </div>
  );
}
