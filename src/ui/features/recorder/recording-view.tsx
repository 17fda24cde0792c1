import { type ReactNode, useMemo, useState } from "react";
import { useStore } from "zustand";
import type { Recording } from "../../../recorder/recording.ts";
import { hasSecrets } from "../../../recorder/without-secrets.ts";
import { plural } from "../../data/words.ts";
import { Button, LinkButton } from "../../design/button.tsx";
import { EmptyState, Note } from "../../design/feedback.tsx";
import { TextInput } from "../../design/field.tsx";
import { Panes } from "../../design/panes.tsx";
import { Tabs } from "../../design/tabs.tsx";
import { useNarrow } from "../../platform/media.ts";
import { keepRecording, keptRecordings } from "../../state/kept-recordings.ts";
import { usePage } from "../../state/page.ts";
import { navigate } from "../../state/route.ts";
import { FormatPane } from "./format-pane.tsx";
import { formats, write, type FormatId, type FormatOptions, type Written } from "./formats.ts";
import { recordedPage } from "./recorder.ts";
import { deleteRecording } from "./delete-recording.ts";
import { StepList } from "./step-list.tsx";
import type { TriedLesson, TryLesson } from "./try-lesson.ts";

interface Tried {
  /** The text that was tried. */
  readonly written: Written;
  /** Undefined while it runs. */
  readonly result: TriedLesson | undefined;
}

/** A recording: its steps, and what they are written as. */
export function RecordingView({ id, tryLesson }: { readonly id: string; readonly tryLesson: TryLesson }) {
  const page = recordedPage(usePage());
  const kept = useStore(keptRecordings.of(page), (state) => state.open(id));
  if (kept === undefined)
    return (
      <EmptyState
        icon="record"
        title="There is no such recording"
        actions={<Button onClick={() => navigate("#/recordings")}>All recordings</Button>}
      >
        It may have been deleted, or be one of another world.
      </EmptyState>
    );
  return <Shown recording={kept} tryLesson={tryLesson} />;
}

function Shown({ recording, tryLesson }: { readonly recording: Recording; readonly tryLesson: TryLesson }) {
  const page = recordedPage(usePage());
  const narrow = useNarrow();
  const [options, setOptions] = useState<FormatOptions>({ showsSecrets: false, tool: "kubectl" });
  const [tried, setTried] = useState<Tried>();
  const secrets = useMemo(() => hasSecrets(recording), [recording]);
  const lesson = useMemo(() => write(page, recording, "lesson", options), [page, recording, options]);
  /** The recording as it is now: it may have been changed since it was drawn, where what changes it was put off. */
  const latest = (): Recording => keptRecordings.of(page).getState().open(recording.id) ?? recording;
  const change = (part: Partial<Recording>): void => keepRecording(page, { ...latest(), ...part });
  const tryIt = async () => {
    setTried({ written: lesson, result: undefined });
    setTried({ written: lesson, result: await tryLesson(page, lesson.text) });
  };
  const shownTried = tried?.written.text === lesson.text ? tried : undefined;
  const steps = (
    <StepList
      steps={recording.steps}
      written={lesson}
      tried={shownTried?.result}
      onSteps={(made) => change({ steps: made(latest().steps) })}
    />
  );
  const paneOf = (format: FormatId) => (
    <FormatPane
      recording={recording}
      format={format}
      options={options}
      hasSecrets={secrets}
      onOptions={setOptions}
      onChange={change}
    />
  );
  const isTrying = tried !== undefined && tried.result === undefined;
  return (
    <div className="column fill">
      <RecordingBar
        recording={recording}
        onName={(name) => change({ name })}
        onDelete={() => (deleteRecording(page, recording.id), navigate("#/recordings"))}
      >
        <Button size="small" tone="primary" icon="play" disabled={isTrying} onClick={() => void tryIt()}>
          Try it
        </Button>
        <TryWords tried={shownTried} />
      </RecordingBar>
      <Misses tried={shownTried} written={lesson} />
      {narrow ? (
        <NarrowParts count={recording.steps.length} steps={steps} paneOf={paneOf} />
      ) : (
        <WideParts steps={steps} paneOf={paneOf} />
      )}
    </div>
  );
}

function RecordingBar({
  recording,
  onName,
  onDelete,
  children,
}: {
  readonly recording: Recording;
  readonly onName: (name: string) => void;
  readonly onDelete: () => void;
  readonly children: ReactNode;
}) {
  return (
    <div className="kp-toolbar wrap">
      <LinkButton size="small" tone="plain" icon="left" href="#/recordings">
        Recordings
      </LinkButton>
      <TextInput
        className="kp-recording-name"
        aria-label="Name of the recording"
        value={recording.name}
        onValue={onName}
      />
      {children}
      <span className="grow" />
      <Button size="small" tone="plain" icon="clear" onClick={onDelete}>
        Delete
      </Button>
    </div>
  );
}

const items = formats.map(({ id, label }) => ({ id, label }));

interface PartsProps {
  readonly steps: ReactNode;
  readonly paneOf: (format: FormatId) => ReactNode;
}

function NarrowParts({ count, steps, paneOf }: PartsProps & { readonly count: number }) {
  const [tab, setTab] = useState<"steps" | FormatId>("steps");
  return (
    <>
      <Tabs
        label="Steps, or what they are written as"
        items={[{ id: "steps", label: "Steps", count }, ...items]}
        value={tab}
        onValue={setTab}
      />
      {tab === "steps" ? steps : paneOf(tab)}
    </>
  );
}

function WideParts({ steps, paneOf }: PartsProps) {
  const [format, setFormat] = useState<FormatId>("lesson");
  const written = (
    <div className="column fill">
      <Tabs label="What the steps are written as" items={items} value={format} onValue={setFormat} />
      {paneOf(format)}
    </div>
  );
  return (
    <Panes
      id="recording"
      panes={[
        { id: "steps", size: 42, min: 300, content: steps },
        { id: "written", size: 58, min: 320, content: written },
      ]}
    />
  );
}

/** Says what came of trying. */
function TryWords({ tried }: { readonly tried: Tried | undefined }) {
  return (
    <span role="status" className="small quiet">
      {tried === undefined ? "" : wordsOf(tried.result)}
    </span>
  );
}

function wordsOf(result: TriedLesson | undefined): string {
  if (result === undefined) return "It runs against a fresh world.";
  if (result.problem !== "") return "It does not run.";
  const { ran, steps, claims, missed } = result;
  const held = missed.length === 0 ? "all hold" : `${missed.length} ${missed.length === 1 ? "does" : "do"} not hold`;
  return `${ran} of ${plural(steps, "step")} ran, ${plural(claims, "claim")}: ${held}.`;
}

/** Why a lesson did not run, and what of one that its author has changed does not hold; else, the steps tell it. */
function Misses({ tried, written }: { readonly tried: Tried | undefined; readonly written: Written }) {
  const result = tried?.result;
  if (result === undefined) return null;
  const { problem, missed } = result;
  const lines = written.steps.length > 0 ? [] : missed.map(({ line, words }) => `Line ${line}: ${words}`);
  const all = problem === "" ? lines : [problem, ...lines];
  return all.map((words, i) => (
    <Note key={i} tone="error">
      {words}
    </Note>
  ));
}
