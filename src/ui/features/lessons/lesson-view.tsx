import { useEffect } from "react";
import { useStore } from "zustand";
import { plural } from "../../data/words.ts";
import { Button, LinkButton } from "../../design/button.tsx";
import { Badge, Note } from "../../design/feedback.tsx";
import { Panes } from "../../design/panes.tsx";
import { Tabs } from "../../design/tabs.tsx";
import { useNarrow } from "../../platform/media.ts";
import { usePage } from "../../state/page.ts";
import { formatRoute, navigate, withParameters, type Route } from "../../state/route.ts";
import { lessonAfter, lessonsIn, lessonWith, type OpenCourse } from "./catalogue.ts";
import { lessonAddress } from "./lesson-item.tsx";
import { isAsked, LessonBody, useBusy } from "./lesson-body.tsx";
import type { LessonSession } from "./lesson-session.ts";
import { LessonSide, SideContent } from "./lesson-side.tsx";
import { sideViewsOf, type SideView } from "./side-views.ts";
import { useCourses } from "./use-courses.ts";

export interface LessonViewProps {
  readonly session: LessonSession;
  readonly slug: string;
  readonly route: Route;
  readonly views: readonly SideView[];
  /** Whether the lesson's server is opened before a step runs. */
  readonly isEager: boolean;
}

/** A lesson beside a view of its server. */
export function LessonView(props: LessonViewProps) {
  const { session, route, views, isEager } = props;
  const narrow = useNarrow();
  const { embed } = usePage();
  const { fitting, chosen } = sideViewsOf(views, session);
  const beside = fitting.find(({ id }) => id === route.parameters["beside"]);
  useEffect(() => {
    if (isEager) void session.start();
  }, [session, isEager]);
  const lesson = <LessonMain {...props} />;
  if (narrow || embed !== undefined)
    return (
      <div className="column fill">
        <Tabs
          label="Lesson"
          items={[{ id: "lesson", label: "Lesson" }, ...fitting]}
          value={beside?.id ?? "lesson"}
          onValue={(id) => navigate(withParameters(route, { beside: id === "lesson" ? undefined : id }), true)}
        />
        {beside === undefined ? lesson : <SideContent session={session} route={route} shown={beside} />}
      </div>
    );
  const shown = beside ?? chosen;
  const side =
    shown === undefined ? null : <LessonSide session={session} route={route} views={fitting} shown={shown} />;
  return (
    <Panes
      id="lesson"
      panes={[
        { id: "text", size: 58, min: 360, content: lesson },
        { id: "beside", size: 42, min: 280, content: side },
      ]}
    />
  );
}

/** The step that an address names, from 0; undefined if it names none. */
function stepOfRoute({ parts }: Route, { lesson }: LessonSession): number | undefined {
  const number = Number(parts[2] ?? "");
  return Number.isSafeInteger(number) && number >= 1 && number <= lesson.steps.length ? number - 1 : undefined;
}

/** Brings a part of the lesson into view, a third below the top. Nothing but the text of the lesson scrolls. */
function intoView(id: string): void {
  const element = document.getElementById(id);
  const box = element?.closest(".kp-lesson-body");
  if (element === null || box === null || box === undefined) return;
  const below = element.getBoundingClientRect().top - box.getBoundingClientRect().top;
  box.scrollTop += below - box.clientHeight / 3;
}

/** After a question, whose answers cannot be changed any more, the focus goes to what is next. */
function focusFoot(): void {
  const { activeElement } = document;
  if (activeElement instanceof HTMLInputElement && activeElement.type === "radio")
    document.querySelector<HTMLElement>(".kp-lesson-foot .kp-button")?.focus();
}

function LessonMain({ session, slug, route }: LessonViewProps) {
  const named = stepOfRoute(route, session);
  const only = route.parameters["only"] === undefined ? undefined : named;
  // Where the address leads: once, not after each step that changes it.
  useEffect(() => {
    const at = named ?? 0;
    if (at > 0 && only === undefined) intoView(`kp-step-${at + 1}`);
  }, [session]); // oxlint-disable-line react-hooks/exhaustive-deps -- later addresses follow the reader
  const run = (step: number) => {
    const { parameters } = route;
    if (only === undefined) navigate(formatRoute({ parts: ["lessons", slug, String(step + 1)], parameters }), true);
    void session.run(step);
    focusFoot();
  };
  return (
    <section className="column fill kp-course" aria-label="Lesson">
      <LessonHead session={session} slug={slug} only={only} course={route.parameters["course"]} />
      <div className="fill scroll kp-lesson-body" tabIndex={0} role="region" aria-label="Text of the lesson">
        <Trouble session={session} />
        <LessonBody session={session} only={only} onRun={run} />
      </div>
      {only === undefined ? (
        <LessonFoot session={session} slug={slug} course={route.parameters["course"]} onRun={run} />
      ) : null}
    </section>
  );
}

function LessonHead({
  session,
  slug,
  only,
  course: courseSlug,
}: {
  readonly session: LessonSession;
  readonly slug: string;
  readonly only: number | undefined;
  readonly course: string | undefined;
}) {
  const { embed } = usePage();
  const course = useCourses().find((one) => one.slug === courseSlug);
  const { section, level, minutes, title } = session.lesson;
  return (
    <div className="kp-toolbar">
      {embed === undefined ? (
        <LinkButton
          size="small"
          tone="plain"
          icon="left"
          href={course === undefined ? "#/lessons" : `#/lessons/course/${course.slug}`}
          title={course?.title}
        >
          {course === undefined ? "Lessons" : "Course"}
        </LinkButton>
      ) : null}
      <span className="grow clip">
        {only === undefined ? <span className="quiet kp-lesson-section">{section}</span> : `${title}, step ${only + 1}`}
      </span>
      {only === undefined ? (
        <>
          {level === "" ? null : <Badge>{level}</Badge>}
          {minutes === 0 ? null : <span className="quiet small kp-lesson-minutes">{minutes} min</span>}
        </>
      ) : (
        <a className="small" href={`#/lessons/${slug}`}>
          The whole lesson
        </a>
      )}
      {embed === undefined || embed.readOnly ? (
        <Button
          size="small"
          tone="plain"
          icon="refresh"
          title="Begins the lesson anew with a fresh server"
          onClick={() => void session.reset()}
        >
          Start over
        </Button>
      ) : null}
    </div>
  );
}

function Trouble({ session }: { readonly session: LessonSession }) {
  const { phase, problem } = useStore(session.state);
  if (phase !== "failed") return null;
  return (
    <div className="pad">
      <Note tone="error">
        <p>The lesson has no server: {problem}</p>
        <Button size="small" icon="refresh" onClick={() => void session.start()}>
          Start it again
        </Button>
      </Note>
    </div>
  );
}

/** Says how far the reader is, and leads to what is next. */
function LessonFoot({
  session,
  slug,
  course,
  onRun,
}: {
  readonly session: LessonSession;
  readonly slug: string;
  readonly course: string | undefined;
  readonly onRun: (step: number) => void;
}) {
  useStore(session.state);
  const isBusy = useBusy(session);
  const { next, done } = session;
  return (
    <footer className="kp-lesson-foot row">
      <progress max={done.steps} value={done.passed} aria-label="Steps that are done" />
      <span className="grow clip small" role="status">
        {footWords(session)}
      </span>
      {next === undefined ? (
        <NextLesson slug={slug} course={course} />
      ) : next.kind === "goal" ? (
        <NextGoal index={next.goal.index} />
      ) : (
        <NextStep session={session} index={next.step} isBusy={isBusy} onRun={onRun} />
      )}
    </footer>
  );
}

function footWords({ lesson, state, done: { passed, steps } }: LessonSession): string {
  const { phase, restored } = state.getState();
  if (phase === "restoring")
    return `Restoring the lesson’s world: ${restored.done + 1} of ${plural(restored.total, "step")}`;
  if (phase === "starting") return "Starting the lesson’s server…";
  if (passed < steps && lesson.goals.length === steps) return "Not there yet";
  return passed === steps ? "Done: every claim holds." : `${passed} of ${plural(steps, "step")} done`;
}

function NextStep({
  session,
  index,
  isBusy,
  onRun,
}: {
  readonly session: LessonSession;
  readonly index: number;
  readonly isBusy: boolean;
  readonly onRun: (step: number) => void;
}) {
  const state = useStore(session.state, ({ steps }) => steps[index]);
  const step = session.lesson.steps[index];
  if (state === undefined || step === undefined) return null;
  const number = index + 1;
  if (isAsked(step, state))
    return (
      <Button
        tone="primary"
        icon="help"
        disabled={isBusy}
        onClick={() => {
          const question = `kp-question-${number}`;
          intoView(question);
          document.getElementById(question)?.querySelector("input")?.focus({ preventScroll: true });
        }}
      >
        Answer the question of step {number}
      </Button>
    );
  return (
    <Button
      tone="primary"
      icon="play"
      aria-disabled={isBusy}
      onClick={() => {
        if (isBusy) return;
        onRun(index);
        intoView(`kp-step-${number}`);
      }}
    >
      Run step {number}
      {state.phase === "failed" ? " again" : ""}
    </Button>
  );
}

/** Leads to a goal, which is reached in any way. */
function NextGoal({ index }: { readonly index: number }) {
  const id = `kp-goal-${index + 1}`;
  return (
    <Button
      tone="primary"
      icon="flag"
      onClick={() => {
        intoView(id);
        document.querySelector<HTMLElement>(`#${id} > .kp-button`)?.focus({ preventScroll: true });
      }}
    >
      Go to the goal
    </Button>
  );
}

/** Leads to the next lesson, and to the end of a course when its last lesson is done. */
function NextLesson({ slug, course: courseSlug }: { readonly slug: string; readonly course: string | undefined }) {
  const { embed } = usePage();
  const course = useCourses().find((one) => one.slug === courseSlug);
  if (embed !== undefined) return null;
  if (course !== undefined) return <NextOfCourse slug={slug} course={course} />;
  const entry = lessonWith(slug);
  const next = entry && lessonAfter(entry);
  if (next === undefined)
    return (
      <LinkButton tone="primary" href="#/lessons">
        All lessons
      </LinkButton>
    );
  return (
    <LinkButton tone="primary" href={`#/lessons/${next.slug}`}>
      Next: {next.title}
    </LinkButton>
  );
}

function NextOfCourse({ slug, course }: { readonly slug: string; readonly course: OpenCourse }) {
  const lessons = lessonsIn(course);
  const next = lessons[lessons.findIndex((entry) => entry.slug === slug) + 1];
  if (next === undefined)
    return (
      <LinkButton tone="primary" icon="flag" href={`#/lessons/course/${course.slug}/end`}>
        The end of the course
      </LinkButton>
    );
  return (
    <LinkButton tone="primary" href={lessonAddress(next.slug, course.slug)}>
      Next: {next.title}
    </LinkButton>
  );
}
