import type { TraceSource } from "../../component-base/trace.ts";

/** Who sends requests. The page's reads for its own lists are kept apart, because there are many of them. */
export type Who = "console" | "ui" | "reads" | "controller" | "client";

/** The labels of the filters, in their order. */
export const whoWords: readonly (readonly [who: Who, label: string])[] = [
  ["console", "You"],
  ["ui", "Page"],
  ["reads", "Page’s reads"],
  ["controller", "Controllers"],
  ["client", "Clients"],
];

/** What a log shows until more is asked for: what the person and their programs do. */
export const whoAtFirst: Readonly<Record<Who, boolean>> = {
  console: true,
  ui: true,
  reads: false,
  controller: false,
  client: true,
};

/** How many entries there are of each sender. */
export function countByWho<T>(entries: readonly T[], whoIs: (entry: T) => Who): Readonly<Record<Who, number>> {
  const counts = { console: 0, ui: 0, reads: 0, controller: 0, client: 0 };
  for (const entry of entries) counts[whoIs(entry)] += 1;
  return counts;
}

/** Which of them a request is of. */
export const whoFrom = (source: TraceSource, onlyReads: boolean): Who =>
  source.kind === "ui" && onlyReads ? "reads" : source.kind;

/** The name behind a request: `You`, `Page`, or the controller's. */
export function whoOf(source: TraceSource): string {
  switch (source.kind) {
    case "console":
      return "You";
    case "ui":
      return "Page";
    case "controller":
      return source.name;
    case "client":
      return "Client";
  }
}

/** A filter's words; a row fits when it has all of them. */
export const wordsOf = (filter: string): readonly string[] =>
  filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
