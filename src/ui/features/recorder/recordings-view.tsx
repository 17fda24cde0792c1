import { useStore } from "zustand";
import { formatMoment, plural } from "../../data/words.ts";
import { Button, IconButton } from "../../design/button.tsx";
import { EmptyState } from "../../design/feedback.tsx";
import { keptRecordings, recordingAddress, type RecordingSummary } from "../../state/kept-recordings.ts";
import { usePage, type Page } from "../../state/page.ts";
import type { Route } from "../../state/route.ts";
import { deleteRecording } from "./delete-recording.ts";
import { recordedPage, recorder } from "./recorder.ts";
import { RecordingView } from "./recording-view.tsx";
import type { TryLesson } from "./try-lesson.ts";
import "./recorder.css";

/** The recordings of this world. Addresses: `#/recordings`, and `#/recordings/ID` for one of them. */
export function RecordingsView({ route, tryLesson }: { readonly route: Route; readonly tryLesson: TryLesson }) {
  const id = route.parts[1];
  return id === undefined ? <RecordingList /> : <RecordingView key={id} id={id} tryLesson={tryLesson} />;
}

function RecordingList() {
  const page = recordedPage(usePage());
  const { list } = useStore(keptRecordings.of(page));
  const { active, isBusy, start, stop } = useStore(recorder.of(page));
  const button =
    active === undefined ? (
      <Button tone="primary" icon="record" disabled={isBusy} onClick={() => void start()}>
        Record
      </Button>
    ) : (
      <Button tone="primary" icon="stop" disabled={isBusy} onClick={() => void stop()}>
        Stop, and show the {plural(active.recording.steps.length, "step")}
      </Button>
    );
  if (list.length === 0)
    return (
      <EmptyState icon="record" title="No recordings yet" actions={button}>
        What you do while you record (requests, command lines, actions) becomes a lesson, a test or a script.
      </EmptyState>
    );
  return (
    <div className="column fill">
      <div className="kp-toolbar">
        {button}
        <span className="quiet small">They are kept in this browser, with this world.</span>
      </div>
      <ul className="kp-recordings fill scroll" aria-label="Recordings" tabIndex={0}>
        {list.map((recording) => (
          <Row key={recording.id} recording={recording} page={page} />
        ))}
      </ul>
    </div>
  );
}

function Row({ recording, page }: { readonly recording: RecordingSummary; readonly page: Page }) {
  const { id, name, begun, steps } = recording;
  return (
    <li>
      <a href={recordingAddress(id)}>{name}</a>
      <span className="quiet small grow">
        {plural(steps, "step")}, {formatMoment(begun, page.clock.now())}
      </span>
      <IconButton size="small" icon="clear" label={`Delete ${name}`} onClick={() => deleteRecording(page, id)} />
    </li>
  );
}
