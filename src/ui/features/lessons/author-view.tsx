import { useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { messageOf } from "../../../apimachinery/message-of.ts";
import { MarkedEditor, selectLine, type LineMark } from "../../code/marked-editor.tsx";
import { plural } from "../../data/words.ts";
import { Button, LinkButton } from "../../design/button.tsx";
import { EmptyState, Skeleton } from "../../design/feedback.tsx";
import { Panes } from "../../design/panes.tsx";
import { Tabs } from "../../design/tabs.tsx";
import { LessonError } from "../../../lessons/lesson-error.ts";
import { useNarrow } from "../../platform/media.ts";
import { saveText } from "../../platform/files.ts";
import { keepRecording, keptRecordings, recordingAddress } from "../../state/kept-recordings.ts";
import { usePage, type Page } from "../../state/page.ts";
import { navigate, type Route } from "../../state/route.ts";
import { claimWords } from "./claims.ts";
import { draft, template } from "../../state/lesson-draft.ts";
import { missedBy } from "./goal-state.ts";
import { LessonBody, useBusy } from "./lesson-body.tsx";
import type { LessonSession } from "./lesson-session.ts";
import { lessons } from "./lesson-store.ts";
import type { SideView } from "./side-views.ts";
import { ownSlug } from "./use-lesson.ts";

/** A claim or a mistake at a line, from 1. */
interface Problem {
  readonly line: number;
  readonly words: string;
}

/** Where lessons are written: the Markdown with its mistakes at their lines, and the lesson that it is. */
export function AuthorView({ route }: { readonly route: Route; readonly views: readonly SideView[] }) {
  const page = usePage();
  const own = page.guests.own;
  const { text, write } = useStore(draft.of(own));
  const { session, problems } = useDraft(own, text);
  const narrow = useNarrow();
  const [tab, setTab] = useState<"markdown" | "lesson">("markdown");
  const source =
    session === undefined ? (
      <Source text={text} problems={problems} onText={write} />
    ) : (
      <CheckedSource session={session} text={text} onText={write} />
    );
  const preview = <Preview session={session} problem={problems[0]?.words} />;
  return (
    <div className="column fill">
      <AuthorBar text={text} session={session} recording={route.parameters["recording"]} onText={write} />
      {narrow ? (
        <>
          <Tabs
            label="Markdown or lesson"
            items={[
              { id: "markdown", label: "Markdown" },
              { id: "lesson", label: "Lesson" },
            ]}
            value={tab}
            onValue={setTab}
          />
          {tab === "markdown" ? source : preview}
        </>
      ) : (
        <Panes
          id="author"
          panes={[
            { id: "markdown", size: 50, min: 300, content: source },
            { id: "lesson", size: 50, min: 300, content: preview },
          ]}
        />
      )}
    </div>
  );
}

/** The lesson that the Markdown is. */
function Preview({
  session,
  problem,
}: {
  readonly session: LessonSession | undefined;
  readonly problem: string | undefined;
}) {
  if (session === undefined)
    return problem === undefined ? (
      <Skeleton lines={10} />
    ) : (
      <EmptyState icon="warning" title="This is not a lesson yet">
        {problem}
      </EmptyState>
    );
  return (
    <div key={session.text} className="fill scroll kp-lesson-body" tabIndex={0} role="region" aria-label="The lesson">
      <LessonBody session={session} onRun={(step) => void session.run(step)} />
    </div>
  );
}

interface ReadDraft {
  readonly session: LessonSession | undefined;
  readonly problems: readonly Problem[];
}

const settleMs = 200;

/** Reads a text as a lesson, shortly after its last change. */
function useDraft(own: Page, text: string): ReadDraft {
  const [read, setRead] = useState<ReadDraft>({ session: undefined, problems: [] });
  const isFirst = useRef(true);
  useEffect(() => {
    const wait = isFirst.current ? 0 : settleMs;
    isFirst.current = false;
    return own.clock.after(wait, () => setRead(readDraft(own, text)));
  }, [own, text]);
  return read;
}

function readDraft(own: Page, text: string): ReadDraft {
  try {
    return { session: lessons.of(own).getState().begin(ownSlug, text, false), problems: [] };
  } catch (error) {
    const { line, words } = error instanceof LessonError ? error : { line: 1, words: messageOf(error) };
    return { session: undefined, problems: [{ line, words }] };
  }
}

function AuthorBar({
  text,
  session,
  recording,
  onText,
}: {
  readonly text: string;
  readonly session: LessonSession | undefined;
  /** The id of the recording that the lesson comes from. */
  readonly recording: string | undefined;
  readonly onText: (text: string) => void;
}) {
  return (
    <div className="kp-toolbar wrap">
      <LinkButton size="small" tone="plain" icon="left" href="#/lessons">
        Lessons
      </LinkButton>
      <span className="row">
        {session === undefined ? (
          <span role="status">It cannot be read.</span>
        ) : (
          <RunAll session={session} isRead={session.text === text} />
        )}
      </span>
      <span className="grow" />
      {recording === undefined ? null : <KeepInRecording id={recording} text={text} />}
      <Button size="small" tone="plain" onClick={() => onText(template)}>
        Template
      </Button>
      <Button size="small" icon="download" onClick={() => saveText("lesson.md", text)}>
        Save the file
      </Button>
    </div>
  );
}

/** Keeps the lesson in the recording that it comes from, and goes back there. */
function KeepInRecording({ id, text }: { readonly id: string; readonly text: string }) {
  const { own } = usePage().guests;
  const recording = useStore(keptRecordings.of(own), (state) => state.open(id));
  if (recording === undefined) return null;
  const keep = (): void => {
    keepRecording(own, { ...recording, lesson: text });
    navigate(recordingAddress(id));
  };
  return (
    <Button size="small" icon="record" onClick={keep}>
      Keep in the recording
    </Button>
  );
}

function RunAll({
  session,
  isRead,
}: {
  readonly session: LessonSession;
  /** Whether the session is of the text as it is now. */
  readonly isRead: boolean;
}) {
  const isBusy = useBusy(session);
  const { steps } = useStore(session.state);
  const findings = steps.flatMap(({ report }) => report?.findings ?? []);
  const wrong = findings.filter(({ holds }) => !holds).length;
  const ran = steps.filter(({ report }) => report !== undefined).length;
  const runAll = async () => {
    await session.reset();
    await session.runAll();
  };
  return (
    <>
      <Button size="small" tone="primary" icon="play" disabled={isBusy || !isRead} onClick={() => void runAll()}>
        Run all steps
      </Button>
      <span role="status" className="small quiet">
        {ran === 0
          ? plural(steps.length, "step")
          : `${ran} of ${plural(steps.length, "step")} ran, ${plural(findings.length, "claim")}, ${wrong} ${wrong === 1 ? "differs" : "differ"}`}
      </span>
    </>
  );
}

/** The Markdown with the claims that do not hold at their lines. */
function CheckedSource({
  session,
  text,
  onText,
}: {
  readonly session: LessonSession;
  readonly text: string;
  readonly onText: (text: string) => void;
}) {
  const { steps, goals } = useStore(session.state);
  const problems = useMemo(
    () =>
      session.text !== text
        ? []
        : [
            ...steps.filter((step) => step.text === undefined).flatMap(({ report }) => report?.findings ?? []),
            ...missedBy(session.lesson, steps, goals),
          ]
            .filter(({ holds }) => !holds)
            .map((finding) => ({ line: finding.place.line, words: claimWords(finding) })),
    [session, steps, goals, text],
  );
  return <Source text={text} problems={problems} onText={onText} />;
}

function Source({
  text,
  problems,
  onText,
}: {
  readonly text: string;
  readonly problems: readonly Problem[];
  readonly onText: (text: string) => void;
}) {
  const field = useRef<HTMLTextAreaElement>(null);
  const marks = useMemo(
    () =>
      new Map(
        problems.map(({ line, words }): readonly [number, LineMark] => [line - 1, { tone: "error", sign: "!", words }]),
      ),
    [problems],
  );
  return (
    <div className="column fill">
      <MarkedEditor
        value={text}
        language="markdown"
        label="Markdown of the lesson"
        marks={marks}
        field={field}
        onValue={onText}
      />
      {problems.length === 0 ? null : (
        <ul className="kp-author-problems" aria-label="Problems">
          {problems.map(({ line, words }, i) => (
            <li key={i}>
              <button type="button" className="kp-link" onClick={() => selectLine(field.current, line - 1)}>
                Line {line}
              </button>{" "}
              {words}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
