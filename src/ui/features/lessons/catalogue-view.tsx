import { useId, useState } from "react";
import { useStore } from "zustand";
import { plural } from "../../data/words.ts";
import { Button, LinkButton } from "../../design/button.tsx";
import { EmptyState } from "../../design/feedback.tsx";
import { TextInput } from "../../design/field.tsx";
import { chooseFiles } from "../../platform/files.ts";
import { usePage } from "../../state/page.ts";
import type { Route } from "../../state/route.ts";
import {
  findLessons,
  lessonsAbout,
  newcomersCourse,
  newcomersPath,
  sectionsOf,
  type LessonEntry,
} from "./catalogue.ts";
import { CourseCards } from "./course-cards.tsx";
import { GoOn } from "./go-on.tsx";
import { LessonItem } from "./lesson-item.tsx";
import { openCourseFiles } from "./open-lesson-file.ts";
import { isDone, progress, wasDone, type KnownLessons } from "./progress.ts";
import "../../workbench/home.css";

/** The path for newcomers, and all lessons by section. `#/lessons?about=watches` begins with those about a view. */
export function CatalogueView({ route, label }: { readonly route: Route; readonly label: (place: string) => string }) {
  const [search, setSearch] = useState("");
  const page = usePage();
  const known = useStore(progress.of(page.guests.own), ({ lessons }) => lessons);
  const choose = async () => {
    const files = await chooseFiles(".md,.markdown");
    if (files.length > 0) await openCourseFiles(page, files);
  };
  const about = route.parameters["about"] ?? "";
  const found = findLessons(search);
  const isSearching = search.trim() !== "";
  return (
    <section className="fill scroll kp-home" aria-label="Lessons" tabIndex={0}>
      <div className="kp-home-sheet kp-lessons-sheet">
        <header className="stack">
          <h2 className="kp-page-title">Lessons</h2>
          <p className="quiet">
            The documentation of the Kubernetes API, done instead of read: each lesson runs on a server of its own in
            memory, and what it claims is checked against what is really answered. Your own objects are not touched.
          </p>
          <div className="row wrap">
            <TextInput
              type="search"
              className="kp-lessons-search"
              placeholder="Search lessons"
              aria-label="Search lessons"
              value={search}
              onValue={setSearch}
            />
            <LinkButton icon="edit" href="#/lessons/write">
              Write a lesson
            </LinkButton>
            <Button
              icon="upload"
              title="A Markdown file with course: true, and those of its lessons"
              onClick={() => void choose()}
            >
              Open a course
            </Button>
          </div>
        </header>
        {isSearching ? null : <About place={about} label={label(about)} known={known} />}
        {isSearching ? null : <NewcomersPath known={known} />}
        {isSearching ? null : <CourseCards known={known} />}
        {isSearching ? (
          <p role="status" className="quiet">
            {plural(found.length, "lesson")} found
          </p>
        ) : null}
        {found.length === 0 ? (
          <EmptyState icon="search" title="No lesson has these words">
            Search for words of the API: watch, patch, quota, finalizer.
          </EmptyState>
        ) : null}
        {sectionsOf(found).map(({ name, lessons }) => (
          <LessonList key={name} title={name} lessons={lessons} known={known} />
        ))}
      </div>
    </section>
  );
}

function About({
  place,
  label,
  known,
}: {
  readonly place: string;
  readonly label: string;
  readonly known: KnownLessons;
}) {
  const lessons = lessonsAbout(place);
  return lessons.length === 0 ? null : <LessonList title={`About ${label}`} lessons={lessons} known={known} />;
}

/** The twelve lessons for newcomers, numbered, with a way to the next one. */
function NewcomersPath({ known }: { readonly known: KnownLessons }) {
  const id = useId();
  const done = newcomersPath.filter(({ slug }) => wasDone(known[slug])).length;
  return (
    <section className="kp-lessons-path" aria-labelledby={id}>
      <header className="row wrap">
        <h2 id={id}>New here? Twelve lessons, in order</h2>
        <a className="quiet small" href={`#/lessons/course/${newcomersCourse}`}>
          {done} of {newcomersPath.length} done
        </a>
        <GoOn course={newcomersCourse} lessons={newcomersPath} known={known} />
      </header>
      <ol>
        {newcomersPath.map((entry, i) => (
          <LessonItem
            key={entry.slug}
            entry={entry}
            known={known[entry.slug]}
            number={i + 1}
            course={newcomersCourse}
          />
        ))}
      </ol>
    </section>
  );
}

function LessonList({
  title,
  lessons,
  known,
}: {
  readonly title: string;
  readonly lessons: readonly LessonEntry[];
  readonly known: KnownLessons;
}) {
  const id = useId();
  const done = lessons.filter(({ slug }) => isDone(known[slug])).length;
  return (
    <section className="kp-lessons-section" aria-labelledby={id}>
      <h2 id={id}>
        {title}{" "}
        <span className="quiet small">
          {done === 0 ? plural(lessons.length, "lesson") : `${done} of ${lessons.length} done`}
        </span>
      </h2>
      <ul>
        {lessons.map((entry) => (
          <LessonItem key={entry.slug} entry={entry} known={known[entry.slug]} />
        ))}
      </ul>
    </section>
  );
}
