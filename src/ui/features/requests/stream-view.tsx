import { Button } from "../../design/button.tsx";
import { EmptyState } from "../../design/feedback.tsx";
import { EventTimeline } from "../../stream/event-timeline.tsx";
import type { TimelineView } from "../../stream/timeline.ts";
import type { Run } from "./run.ts";
import { requests } from "./store.ts";

/** A watch sent from the console, updated live. */
export function StreamView({ run, timeline }: { readonly run: Run; readonly timeline: TimelineView }) {
  const { pauseStream, clearStream, abort } = requests.use((state) => state);
  return (
    <>
      <div className="kp-toolbar">
        <Button size="small" icon={timeline.paused ? "play" : "pause"} onClick={() => pauseStream(!timeline.paused)}>
          {timeline.paused ? `Resume (${timeline.held} waiting)` : "Pause"}
        </Button>
        <Button size="small" icon="clear" onClick={clearStream}>
          Clear
        </Button>
        {run.phase === "streaming" ? (
          <Button size="small" icon="stop" onClick={abort}>
            End the watch
          </Button>
        ) : null}
      </div>
      <EventTimeline
        label="Events"
        view={timeline}
        empty={
          <EmptyState icon="watches" title="No events yet">
            The watch is open. Create, change or delete an object that it covers, and the event appears here. You can
            send other requests meanwhile.
          </EmptyState>
        }
      />
    </>
  );
}
