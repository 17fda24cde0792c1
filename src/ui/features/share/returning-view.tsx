import { useEffect, useState } from "react";
import { messageOf } from "../../../apimachinery/message-of.ts";
import { Button } from "../../design/button.tsx";
import { Note } from "../../design/feedback.tsx";
import { usePage } from "../../state/page.ts";
import { leaveWorld } from "./leave-world.ts";
import { reopenWorld, type Progress } from "./open-world.ts";
import { OpeningProgress } from "./opening-progress.tsx";
import { sharing } from "./share-store.ts";

const nothingYet: Progress = { done: 0, total: 0 };

/** Opens the shared world that the page's URL names again, as it came. */
export function ReturningView({ world }: { readonly world: string }) {
  const page = usePage();
  const [progress, setProgress] = useState(nothingYet);
  const [trouble, setTrouble] = useState("");
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    const control = new AbortController();
    const { signal } = control;
    reopenWorld(page, world, setProgress, signal).then(
      (isKept) => isKept || signal.aborted || sharing.of(page).getState().tellOfLoss(),
      (error: unknown) => signal.aborted || setTrouble(messageOf(error)),
    );
    return () => control.abort();
  }, [page, world, attempt]);
  const again = () => {
    setTrouble("");
    setAttempt(attempt + 1);
  };
  const leave = () => leaveWorld(page);
  return (
    <section className="fill scroll pad" aria-label="Shared with you" tabIndex={0}>
      <div className="kp-share-sheet stack">
        <h2>A shared world</h2>
        <p>The address of this page is in a shared world, which is opened again as it came.</p>
        {trouble === "" ? (
          <OpeningProgress progress={progress} cancel="To my own server" onCancel={leave} />
        ) : (
          <>
            <Note tone="error">{trouble}</Note>
            <div className="row wrap">
              <Button tone="primary" onClick={again}>
                Try again
              </Button>
              <Button onClick={leave}>To my own server</Button>
            </div>
          </>
        )}
      </div>
    </section>
  );
}
