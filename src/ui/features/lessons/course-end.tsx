import { useState } from "react";
import { plural } from "../../data/words.ts";
import { Button, LinkButton } from "../../design/button.tsx";
import { EmptyState } from "../../design/feedback.tsx";
import { Field, TextInput } from "../../design/field.tsx";
import { usePage } from "../../state/page.ts";
import { lessonsIn, type OpenCourse } from "./catalogue.ts";
import { lessonAddress } from "./lesson-item.tsx";
import { wasDone, type KnownLessons } from "./progress.ts";

const isText = (value: unknown): value is string => typeof value === "string";
const date = new Intl.DateTimeFormat(undefined, { dateStyle: "long" });

/** The end of a course: a page to print, with the reader's name and what was done when. */
export function CourseEnd({ course, known }: { readonly course: OpenCourse; readonly known: KnownLessons }) {
  const lessons = lessonsIn(course);
  const [next] = lessons.filter(({ slug }) => !wasDone(known[slug]));
  const back = `#/lessons/course/${course.slug}`;
  if (next !== undefined)
    return (
      <EmptyState
        icon="flag"
        title="Not done yet"
        actions={
          <>
            <LinkButton tone="primary" icon="play" href={lessonAddress(next.slug, course.slug)}>
              Go on: {next.title}
            </LinkButton>
            <LinkButton href={back}>All lessons of the course</LinkButton>
          </>
        }
      >
        {course.title}: {lessons.filter(({ slug }) => wasDone(known[slug])).length} of{" "}
        {plural(lessons.length, "lesson")} done.
      </EmptyState>
    );
  return <Certificate course={course} known={known} back={back} />;
}

function Certificate({
  course,
  known,
  back,
}: {
  readonly course: OpenCourse;
  readonly known: KnownLessons;
  readonly back: string;
}) {
  const { memory } = usePage().guests.own;
  const [name, setName] = useState(() => memory.read("reader", isText) ?? "");
  const lessons = lessonsIn(course);
  const steps = lessons.reduce((sum, { slug }) => sum + (known[slug]?.steps ?? 0), 0);
  const last = Math.max(0, ...lessons.map(({ slug }) => known[slug]?.at ?? 0));
  const write = (text: string) => {
    setName(text);
    memory.write("reader", text);
  };
  return (
    <section className="fill scroll kp-home" aria-label="End of the course" tabIndex={0}>
      <div className="kp-course-tools row wrap">
        <LinkButton tone="plain" icon="left" href={back}>
          The course
        </LinkButton>
        <span className="grow" />
        <Field label="Your name">
          {(field) => <TextInput {...field} value={name} maxLength={80} autoComplete="name" onValue={write} />}
        </Field>
        <Button tone="primary" onClick={() => print()}>
          Print
        </Button>
      </div>
      <article className="kp-certificate">
        <h2>{course.title}</h2>
        <p className="kp-certificate-name">{name.trim() || "A reader"}</p>
        <p>
          has done {plural(lessons.length, "lesson")} with {plural(steps, "step")}, whose results a Kubernetes API
          server of version 1.34 has confirmed{last === 0 ? "" : `, the last one on ${date.format(last)}`}.
        </p>
        <ol>
          {lessons.map(({ slug, title }) => (
            <li key={slug}>
              <span className="grow">{title}</span>
              <span className="quiet small">{dayOf(known[slug]?.at)}</span>
            </li>
          ))}
        </ol>
        <p className="quiet small">
          Kubepad keeps this in the reader’s browser. It was done without supervision, and nobody else has a record of
          it.
        </p>
      </article>
    </section>
  );
}

const dayOf = (at: number | undefined): string => (at === undefined ? "" : date.format(at));
