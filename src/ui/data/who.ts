import type { TraceSource } from "../../component-base/trace.ts";

/**
 * Who sends requests, as far as the page tells them apart; what it only reads for its own lists is many and seldom of
 * interest.
 */
export type Who = "console" | "ui" | "reads" | "controller" | "client";

/** In the order and the words of the filters. */
export const whoWords: readonly (readonly [who: Who, label: string])[] = [
  ["console", "You"],
  ["ui", "Page"],
  ["reads", "Page’s reads"],
  ["controller", "Controllers"],
  ["client", "Clients"],
];

/** What is in sight at first. */
export const whoAtFirst: Readonly<Record<Who, boolean>> = {
  console: true,
  ui: true,
  reads: false,
  controller: true,
  client: true,
};

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
