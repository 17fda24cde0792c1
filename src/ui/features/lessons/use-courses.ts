import { useMemo } from "react";
import { useStore } from "zustand";
import { usePage } from "../../state/page.ts";
import { courses, type OpenCourse } from "./catalogue.ts";
import { ownCourse } from "./own-course.ts";

/** Returns the courses of Kubepad, and the one that the reader has opened from files. */
export function useCourses(): readonly OpenCourse[] {
  const read = useStore(ownCourse.of(usePage().guests.own), (state) => state.read);
  return useMemo(() => (read === undefined ? courses : [...courses, read.course]), [read]);
}
