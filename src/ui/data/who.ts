import type { TraceSource } from "../../component-base/trace.ts";

/** The sender of a request. The page's own reads are a separate category, because there are many of them. */
export type Who = "console" | "ui" | "reads" | "controller" | "client";

/** The filter labels, in display order. */
export const whoWords: readonly (readonly [who: Who, label: string])[] = [
  ["console", "You"],
  ["ui", "Page"],
  ["reads", "Page’s reads"],
  ["controller", "Controllers"],
  ["client", "Clients"],
];

/** The senders shown by default: the user and the user's programs. */
export const whoAtFirst: Readonly<Record<Who, boolean>> = {
  console: true,
  ui: true,
  reads: false,
  controller: false,
  client: true,
};

/** Counts the entries by sender. */
export function countByWho<T>(entries: readonly T[], whoIs: (entry: T) => Who): Readonly<Record<Who, number>> {
  const counts = { console: 0, ui: 0, reads: 0, controller: 0, client: 0 };
  for (const entry of entries) counts[whoIs(entry)] += 1;
  return counts;
}

/** Returns the sender of a request. */
export const whoFrom = (source: TraceSource, onlyReads: boolean): Who =>
  source.kind === "ui" && onlyReads ? "reads" : source.kind;

/** Returns the display name of a sender: `You`, `Page`, or the name of the controller or client. */
export function whoOf(source: TraceSource): string {
  switch (source.kind) {
    case "console":
      return "You";
    case "ui":
      return "Page";
    case "controller":
      return source.name;
    case "client":
      return source.name ?? "Client";
  }
}

/** Splits a filter into words. A row matches if it contains all of them. */
export const wordsOf = (filter: string): readonly string[] =>
  filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
