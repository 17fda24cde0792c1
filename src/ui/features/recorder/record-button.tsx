import { useStore } from "zustand";
import { plural } from "../../data/words.ts";
import { Button, IconButton } from "../../design/button.tsx";
import { ActionMenu, type MenuEntry } from "../../design/menu.tsx";
import { useNarrow } from "../../platform/media.ts";
import { usePage } from "../../state/page.ts";
import { navigate } from "../../state/route.ts";
import { recordedPage, recorder } from "./recorder.ts";
import "./recorder.css";

/** Begins a recording, but on narrow screens; while one is under way, tells how many steps it has. */
export function RecordButton() {
  const shown = usePage();
  const page = recordedPage(shown);
  const { active, isBusy, start, pause, resume, stop } = useStore(recorder.of(page));
  const narrow = useNarrow();
  if (active === undefined) {
    if (narrow) return null;
    const isPast = shown.past !== undefined;
    return (
      <IconButton icon="record" label="Record what you do" disabled={isBusy || isPast} onClick={() => void start()} />
    );
  }
  const { recording, isPaused } = active;
  const count = recording.steps.length;
  const words = `${isPaused ? "Recording is paused" : "Recording"}, ${plural(count, "step")}`;
  const entries: readonly MenuEntry[] = [
    isPaused
      ? { label: "Go on", icon: "play", onSelect: () => void resume() }
      : { label: "Pause", icon: "pause", onSelect: () => void pause() },
    { label: "Stop and show the steps", icon: "stop", onSelect: () => void stop() },
    { label: "All recordings", icon: "record", onSelect: () => navigate("#/recordings") },
  ];
  return (
    <ActionMenu
      trigger={
        <Button
          tone="plain"
          className="kp-recording"
          aria-label={words}
          title={words}
          aria-busy={isBusy}
          data-paused={isPaused ? "" : undefined}
        >
          <span className="kp-recording-sign" aria-hidden="true" />
          {narrow ? String(count) : plural(count, "step")}
        </Button>
      }
      entries={entries}
    />
  );
}
