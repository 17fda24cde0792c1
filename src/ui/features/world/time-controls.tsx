import { useCallback, useEffect, useState } from "react";
import { messageOf } from "../../../apimachinery/message-of.ts";
import type { WorldTime } from "../../../component-base/world-clock.ts";
import { plural } from "../../data/words.ts";
import { Button } from "../../design/button.tsx";
import { usePast } from "../../state/past.ts";
import { usePage, whyUnchangeable } from "../../state/page.ts";

const speeds = [1, 10, 100];
const readMs = 1000;

/** A time in two parts, of which narrow screens show the second. */
const Moment = ({ text }: { readonly text: string }) => (
  <>
    <span className="kp-world-date">{text.slice(0, 10)} </span>
    {text.slice(11, 19)}
  </>
);

/** The time of the world as it was read last, and a function that changes it and reads what came of that. */
function useWorldTime() {
  const { inspect, clock, toasts } = usePage();
  const [time, setTime] = useState<WorldTime | undefined>(undefined);
  const change = useCallback(
    (call: () => Promise<WorldTime>): Promise<void> =>
      call().then(setTime, (error: unknown) => void toasts.add({ description: messageOf(error) })),
    [toasts],
  );
  useEffect(() => {
    let cancel: (() => void) | undefined;
    let ended = false;
    const read = async (): Promise<void> => {
      const now = await inspect.worldTime().catch(() => undefined);
      if (ended) return;
      setTime(now);
      cancel = clock.after(readMs, () => void read());
    };
    void read();
    return () => {
      ended = true;
      cancel?.();
    };
  }, [inspect, clock]);
  return { time, change };
}

/** Pauses the world, steps it, and changes its speed. */
export function TimeControls() {
  const page = usePage();
  const { inspect } = page;
  const { time, change } = useWorldTime();
  const [stepping, setStepping] = useState(false);
  const step = async (): Promise<void> => {
    if (stepping) return; // another step would go past what this one has not shown yet
    setStepping(true);
    await change(() => inspect.stepWorld());
    setStepping(false);
  };
  const paused = time?.paused === true;
  const past = usePast();
  const why = whyUnchangeable(page);
  const shown = past?.at ?? time?.now;
  return (
    <div className="row wrap kp-world-time" role="group" aria-label="Time of the world">
      <time className="mono" dateTime={shown === undefined ? "" : new Date(shown).toISOString()}>
        {shown === undefined ? "–" : <Moment text={new Date(shown).toISOString()} />}
      </time>
      <Button
        size="small"
        icon={paused ? "play" : "pause"}
        aria-pressed={paused}
        disabled={why !== undefined}
        title={why}
        onClick={() => void change(() => inspect.changeWorldTime({ paused: !paused }))}
      >
        {paused ? "Go on" : "Pause"}
      </Button>
      <Button
        size="small"
        icon="right"
        disabled={why !== undefined}
        title={why}
        aria-disabled={stepping}
        onClick={() => void step()}
      >
        Step
      </Button>
      {speeds.map((speed) => (
        <Button
          key={speed}
          size="small"
          aria-pressed={!paused && time?.speed === speed}
          disabled={why !== undefined}
          title={why}
          onClick={() => void change(() => inspect.changeWorldTime({ paused: false, speed }))}
        >
          ×{speed}
        </Button>
      ))}
      <span className="quiet small" role="status">
        {paused && why === undefined ? `Paused. ${plural(time.waiting, "reconciliation")} waiting.` : ""}
      </span>
    </div>
  );
}
