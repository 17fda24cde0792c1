import { formatCount } from "../../data/words.ts";
import { Button } from "../../design/button.tsx";
import type { Progress } from "./open-world.ts";

/** How far a world is opened. */
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
      <progress value={progress.done} max={Math.max(1, progress.total)} aria-label="Objects created" />
      <span>
        {progress.total === 0 ? "Opening…" : `${formatCount(progress.done)} of ${formatCount(progress.total)} objects`}
      </span>
      <Button size="small" onClick={onCancel}>
        {cancel}
      </Button>
    </div>
  );
}
