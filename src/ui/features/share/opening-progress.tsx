import { formatCount } from "../../data/words.ts";
import { Button } from "../../design/button.tsx";
import type { Progress } from "./open-world.ts";

/** How far a world is opened. The button stands before the words, whose length changes. */
export function OpeningProgress({
  progress,
  cancel,
  onCancel,
}: {
  readonly progress: Progress;
  /** The label of the button. */
  readonly cancel: string;
  readonly onCancel: () => void;
}) {
  return (
    <div className="row wrap" role="status">
      <progress value={progress.done} max={Math.max(1, progress.total)} aria-label={labelOf(progress)} />
      <Button size="small" onClick={onCancel}>
        {cancel}
      </Button>
      <span>{inWords(progress)}</span>
    </div>
  );
}

const labelOf = ({ of }: Progress): string => (of === undefined ? "Objects created" : "History restored");

function inWords({ done, total, of }: Progress): string {
  if (total === 0) return "Opening…";
  if (of === undefined) return `${formatCount(done)} of ${formatCount(total)} objects`;
  return done < total ? `Opening: ${Math.floor((100 * done) / total)} %` : "Starting the server…";
}
