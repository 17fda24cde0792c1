import type { ReflectorOptions } from "../reflector/reflector.ts";

/** Something that is done in the lab: by the server's other clients, to the connection, or by the informer. */
export type Move =
  | { readonly kind: "create" | "change" | "delete"; readonly name: string }
  /** A change in another namespace, which the informer does not watch. */
  | { readonly kind: "elsewhere" }
  /** Changes of an object of 900 kB, until the server has ended the watch of a reader that does not read. */
  | { readonly kind: "burst" }
  | { readonly kind: "compact" }
  | { readonly kind: "drop" }
  /** Lets the informer go on by itself, or holds it. */
  | { readonly kind: "run" | "hold" }
  | { readonly kind: "step" }
  /** Has the informer list again, whatever it was doing. */
  | { readonly kind: "relist" }
  /** Waits until a bookmark comes, or the watch is opened anew. */
  | { readonly kind: "await" }
  | { readonly kind: "set"; readonly options: Partial<ReflectorOptions> };

export interface PresetMove {
  readonly move: Move;
  readonly words: string;
}

/** A story of the lab: how its informer is written, and what happens. */
export interface Preset {
  readonly id: string;
  readonly title: string;
  readonly words: string;
  readonly options: ReflectorOptions;
  readonly moves: readonly PresetMove[];
}

const right: ReflectorOptions = { useWatchList: false, allowWatchBookmarks: true, resumeFrom: "last-event" };

const move = (kind: Exclude<Move["kind"], "create" | "change" | "delete" | "set">, words: string): PresetMove => ({
  move: { kind },
  words,
});
const write = (kind: "create" | "change" | "delete", name: string, words: string): PresetMove => ({
  move: { kind, name },
  words,
});

const begins: readonly PresetMove[] = [
  move("step", "The informer lists the ConfigMaps of the namespace default."),
  move("step", "It opens a watch from the revision of its list."),
];
const misses: readonly PresetMove[] = [
  move("drop", "The connection is lost."),
  write("delete", "b", "Meanwhile somebody deletes ConfigMap b …"),
  write("create", "c", "… and creates ConfigMap c."),
];

/** The stories, the first of which is shown where none is chosen. */
export const presets: readonly Preset[] = [
  {
    id: "lost-event",
    title: "An event is lost by a wrong resume",
    words:
      "This informer asks for the server’s newest revision after a lost connection and watches from there. What " +
      "happened in between is never told, and nothing reports an error.",
    options: { ...right, resumeFrom: "newest" },
    moves: [
      ...begins,
      ...misses,
      move("run", "It reads that the connection is closed, and resumes wrongly."),
      { move: { kind: "set", options: { resumeFrom: "last-event" } }, words: "Mend it: resume from the last event …" },
      move("relist", "… and relist once, since what was lost cannot be told any more."),
      move("drop", "The connection is lost again."),
      write("delete", "c", "ConfigMap c is deleted: now the informer is told."),
    ],
  },
  {
    id: "right-resume",
    title: "The same, resumed rightly",
    words:
      "An informer that goes on from the resourceVersion of the last event that it has read is told everything, in " +
      "order, and lists only once.",
    options: right,
    moves: [...begins, ...misses, move("run", "It resumes from the revision that it knows: both events come.")],
  },
  {
    id: "no-revision",
    title: "A watch from no revision",
    words:
      "A watch without a resourceVersion begins with an ADDED event for each object that exists. Deletions that " +
      "happened before are not among them.",
    options: { ...right, resumeFrom: "unset" },
    moves: [...begins, ...misses, move("run", "It watches again, from no revision: it is told of c, and b stays.")],
  },
  {
    id: "relist",
    title: "410 Gone, and a relist",
    words:
      "The server keeps the changes of some time only. Who comes back too late is told that its resourceVersion is too " +
      "old, and has to list again: the list replaces the store, so that deletions are noticed, too.",
    options: right,
    moves: [
      ...begins,
      ...misses,
      move("compact", "The server compacts its history: the changes cannot be told any more."),
      move("run", "The informer resumes rightly, is answered with 410, and relists."),
    ],
  },
  {
    id: "slow-reader",
    title: "A reader that is too slow",
    words:
      "The server queues events for each reader within a bound. A reader that exceeds it is ended, so that the server " +
      "and all others go on. An informer resumes where it has stopped reading and loses nothing.",
    options: right,
    moves: [
      ...begins,
      move("burst", "A large ConfigMap is changed again and again, while the informer reads nothing."),
      write("delete", "a", "ConfigMap a is deleted. The server has ended the watch, so nobody is told."),
      move("run", "The informer reads what is left, finds the watch closed, and resumes."),
    ],
  },
  {
    id: "bookmark",
    title: "A bookmark saves a relist",
    words:
      "Nothing happens in the namespace of this informer, but much elsewhere: the revision that it knows grows old. A " +
      "bookmark tells it a newer one, which is still there after the compaction. Clear “Bookmarks”, begin anew, and it " +
      "has to relist. Its watches last 4 seconds, since a bookmark comes shortly before the end.",
    options: { ...right, timeoutSeconds: 4 },
    moves: [
      move("run", "The informer lists and watches."),
      move("elsewhere", "ConfigMaps change in another namespace."),
      move("await", "A bookmark comes, or the watch ends after its time and is opened anew."),
      move("hold", "The informer is held …"),
      move("drop", "… and loses its connection."),
      move("compact", "The server compacts its history."),
      move("run", "The informer resumes from the revision that it knows."),
    ],
  },
  {
    id: "streaming-list",
    title: "A streaming list (WatchList)",
    words:
      "One watch brings the list as ADDED events, a bookmark that ends it, and then the changes. The server sends the " +
      "objects one by one instead of building one large answer.",
    options: { ...right, useWatchList: true },
    moves: [
      move("step", "The informer opens a watch with sendInitialEvents."),
      move("run", "It reads the initial events up to the bookmark, which replaces its store."),
      write("change", "a", "A change comes over the same watch."),
    ],
  },
];

/** Returns the preset of an id, or the first one. */
export function presetOf(id: string | undefined): Preset {
  const [first] = presets;
  const preset = presets.find((one) => one.id === id) ?? first;
  if (preset === undefined) throw new Error("the lab has no presets");
  return preset;
}
