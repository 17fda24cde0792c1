import type { ReflectorOptions, ResumeFrom } from "../../../../client/reflector/reflector.ts";
import type { Route } from "../../../state/route.ts";

/** How an informer can resume, in words. */
export const resumeWords: readonly (readonly [ResumeFrom, string])[] = [
  ["last-event", "the last event that it has read (right)"],
  ["newest", "the server’s newest revision (wrong)"],
  ["unset", "no revision (wrong)"],
];

export const isResumeFrom = (value: string | undefined): value is ResumeFrom =>
  resumeWords.some(([known]) => known === value);

/** Reads the options that an address of the lab gives. */
export function optionsIn({ parameters }: Route): Partial<ReflectorOptions> {
  const { resume, list, bookmarks } = parameters;
  return {
    ...(isResumeFrom(resume) && { resumeFrom: resume }),
    ...(list !== undefined && { useWatchList: list === "watch" }),
    ...(bookmarks !== undefined && { allowWatchBookmarks: bookmarks !== "no" }),
  };
}

/** Returns the parameters of an address for options. */
export const parametersOf = ({
  resumeFrom,
  useWatchList,
  allowWatchBookmarks,
}: ReflectorOptions): Readonly<Record<string, string>> => ({
  resume: resumeFrom,
  list: useWatchList ? "watch" : "list",
  bookmarks: allowWatchBookmarks ? "yes" : "no",
});

/** What takes the options out of an address. */
export const withoutOptions = { resume: undefined, list: undefined, bookmarks: undefined } as const;
