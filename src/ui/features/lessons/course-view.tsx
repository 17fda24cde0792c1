import { useStore } from "zustand";
import { plural } from "../../data/words.ts";
import { Button } from "../../design/button.tsx";
import { EmptyState } from "../../design/feedback.tsx";
import { usePage } from "../../state/page.ts";
import { navigate } from "../../state/route.ts";
import { lessonsIn, type OpenCourse } from "./catalogue.ts";
import { CourseEnd } from "./course-end.tsx";
import { GoOn } from "./go-on.tsx";
import { LessonItem } from "./lesson-item.tsx";
import { openedCourse, ownCourse } from "./own-course.ts";
import { progress, wasDone, type KnownLessons } from "./progress.ts";
import { useCourses } from "./use-courses.ts";
import "../../workbench/home.css";

/** A course: its lessons in order, how far the reader is, and its end. */
export function CourseView({ slug, isEnd }: { readonly slug: string; readonly isEnd: boolean }) {
  const course = useCourses().find((one) => one.slug === slug);
  const known = useStore(progress.of(usePage().guests.own), ({ lessons }) => lessons);
  if (course === undefined)
    return (
      <EmptyState
        icon="book"
        title={`There is no course ${slug}`}
        actions={<Button onClick={() => navigate("#/lessons")}>All lessons</Button>}
      >
        {slug === openedCourse
          ? "The files of a course stay in the browser in which they were opened."
          : "It may have another name in this version of Kubepad."}
      </EmptyState>
    );
  return isEnd ? <CourseEnd course={course} known={known} /> : <CourseLessons course={course} known={known} />;
}

function CourseLessons({ course, known }: { readonly course: OpenCourse; readonly known: KnownLessons }) {
  const lessons = lessonsIn(course);
  const done = lessons.filter(({ slug }) => wasDone(known[slug])).length;
  const numbers = new Map(lessons.map((lesson, i) => [lesson, i + 1]));
  return (
    <section className="fill scroll kp-home" aria-label="Course" tabIndex={0}>
      <div className="kp-home-sheet kp-lessons-sheet">
        <header className="stack">
          <p>
            <a href="#/lessons">‹ Lessons</a>
          </p>
          <h2 className="kp-page-title">{course.title}</h2>
          <p className="quiet">{course.summary}</p>
          <div className="row wrap kp-course-progress">
            <progress max={lessons.length} value={done} aria-label="Lessons that are done" />
            <span className="quiet small">
              {done} of {plural(lessons.length, "lesson")} done
            </span>
            <span className="grow" />
            {course.slug === openedCourse ? <CloseCourse /> : null}
            <GoOn course={course.slug} lessons={lessonsIn(course)} known={known} />
          </div>
        </header>
        {course.parts.map((part, i) => (
          <section key={i} className="kp-lessons-section" aria-label={part.title || course.title}>
            {part.title === "" ? null : <h3>{part.title}</h3>}
            <ol className="kp-course-lessons">
              {part.lessons.map((entry) => (
                <LessonItem
                  key={entry.slug}
                  entry={entry}
                  known={known[entry.slug]}
                  number={numbers.get(entry)}
                  course={course.slug}
                />
              ))}
            </ol>
          </section>
        ))}
      </div>
    </section>
  );
}

/** Closes the course that was opened from files; what was done in its lessons stays known. */
function CloseCourse() {
  const page = usePage();
  const close = useStore(ownCourse.of(page.guests.own), (state) => state.close);
  return (
    <Button
      onClick={() => {
        close();
        navigate("#/lessons");
      }}
    >
      Close this course
    </Button>
  );
}
