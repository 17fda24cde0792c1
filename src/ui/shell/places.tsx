import type { ComponentType } from "react";
import { deferred, type Deferred } from "../design/deferred.tsx";
import { Skeleton } from "../design/feedback.tsx";
import type { IconName } from "../design/icon.tsx";
import type { EmbedForm } from "../embed/embed-form.ts";
import type { Route } from "../state/route.ts";

/** The props of the view of a place. */
export interface PlaceProps {
  readonly route: Route;
}

/** A place of the page: what the addresses `#/ID/...` show. */
export interface Place {
  readonly id: string;
  readonly label: string;
  /** The view, in a chunk of its own. */
  readonly view: Deferred<PlaceProps>;
  /** The entry in the navigation rail and the command palette; undefined if the place is reached otherwise. */
  readonly rail?: RailEntry;
  /** Returns the title of an address from the parts after the ID; by default, and where it is undefined, the label. */
  readonly title?: (rest: readonly string[]) => string | undefined;
  /** Whether the place is always entered at its beginning; others are left and found again at the last address. */
  readonly startsAnew?: true;
  /** How other pages embed the place; undefined if they do not. */
  readonly embed?: EmbedForm;
}

/** An entry of the navigation rail. */
export interface RailEntry {
  readonly icon: IconName;
  readonly words: string;
  /** Whether a narrow screen shows it; others are in a menu there. */
  readonly atHand?: true;
}

const view = (importIt: () => Promise<ComponentType<PlaceProps>>): Deferred<PlaceProps> =>
  deferred(importIt, <Skeleton lines={10} />);

const titleWith = (name: string | undefined, label: string): string | undefined =>
  name === undefined ? undefined : `${name} · ${label}`;

/** The place of a first visit and of unknown addresses. */
export const firstPlace: Place = {
  id: "world",
  label: "World",
  view: view(async () => (await import("./world-place.tsx")).WorldPlace),
  rail: {
    icon: "world",
    words: "What runs and how it is, live; break it, mend it, pause and speed up time",
    atHand: true,
  },
  embed: { id: "world", title: "World" },
};

/** The places, those of the rail in its order first. */
export const places: readonly Place[] = [
  firstPlace,
  {
    id: "requests",
    label: "Requests",
    view: view(async () => (await import("../features/requests/requests-view.tsx")).RequestsView),
    rail: { icon: "requests", words: "Write, send and repeat requests", atHand: true },
    embed: { id: "request", title: "Request" },
  },
  {
    id: "objects",
    label: "Objects",
    view: view(async () => (await import("../features/objects/objects-view.tsx")).ObjectsView),
    rail: { icon: "objects", words: "Browse kinds, change objects", atHand: true },
    embed: { id: "object", title: "Object" },
  },
  {
    id: "log",
    label: "Request log",
    view: view(async () => (await import("../features/log/log-page.tsx")).LogPage),
  },
  {
    id: "watches",
    label: "Watches",
    view: view(async () => (await import("../features/watches/watches-view.tsx")).WatchesView),
    rail: { icon: "watches", words: "See changes as they happen" },
    startsAnew: true,
    embed: { id: "watch", title: "Watch" },
  },
  {
    id: "terminal",
    label: "Terminal",
    view: view(async () => (await import("../features/terminal/terminal-view.tsx")).TerminalView),
    rail: { icon: "terminal", words: "kubectl, with the requests that each command sends", atHand: true },
    embed: { id: "terminal", title: "Terminal" },
  },
  {
    id: "apply",
    label: "Apply",
    view: view(async () => (await import("../features/apply/apply-view.tsx")).ApplyView),
    rail: { icon: "apply", words: "Server-side apply: who owns which field, and who conflicts" },
    embed: { id: "apply", title: "Apply" },
  },
  {
    id: "races",
    label: "Races",
    view: view(async () => (await import("../features/races/races-view.tsx")).RacesView),
    rail: { icon: "flag", words: "Who comes first? All orders of requests, step by step" },
    title: ([, id]) => titleWith(id, "Races"),
    embed: { id: "race", title: "Race" },
  },
  {
    id: "cel",
    label: "CEL",
    view: view(async () => (await import("../features/cel/cel-view.tsx")).CelView),
    rail: { icon: "cel", words: "Write CEL expressions, see what they cost and how they evaluate" },
    embed: { id: "cel", title: "CEL" },
  },
  {
    id: "definitions",
    label: "Definitions",
    view: view(async () => (await import("../features/definitions/definitions-view.tsx")).DefinitionsView),
    rail: { icon: "definitions", words: "Write CustomResourceDefinitions: schema, rules, examples, tests" },
    title: ([, name]) => titleWith(name, "Definitions"),
    embed: { id: "definition", title: "Definition" },
  },
  {
    id: "policies",
    label: "Policies",
    view: view(async () => (await import("../features/policies/policies-view.tsx")).PoliciesView),
    rail: { icon: "policies", words: "Admission policies: draft, try, see who is hit, bind" },
    title: (rest) => titleWith(rest.length > 1 ? rest.at(-1) : undefined, "Policies"),
    embed: { id: "policy", title: "Policy" },
  },
  {
    id: "declarative",
    label: "Tags",
    view: view(async () => (await import("../features/declarative/declarative-view.tsx")).DeclarativeView),
    rail: { icon: "filter", words: "Declarative validation: +k8s: tags of Go types, and their CEL twin" },
  },
  {
    id: "lessons",
    label: "Lessons",
    view: view(async () => (await import("./lessons-place.tsx")).createLessonsPlace(labelOf)),
    rail: {
      icon: "book",
      words: "The documentation, done instead of read: lessons that run and are checked",
      atHand: true,
    },
    title: ([slug]) => titleWith(slug, "Lessons"),
    embed: { id: "lesson", title: "Lesson" },
  },
  {
    id: "server",
    label: "Server",
    view: view(async () => (await import("../features/server/server-view.tsx")).ServerView),
    rail: { icon: "server", words: "State, storage, export and import" },
  },
  {
    id: "compare",
    label: "Compare worlds",
    view: view(async () => (await import("../features/compare/compare-view.tsx")).CompareView),
  },
  {
    id: "explain",
    label: "Explain",
    view: view(async () => (await import("../features/explain/explain-view.tsx")).ExplainView),
    title: ([, , kind = "Pod"]) => `Explain ${kind}`,
  },
  {
    id: "identity",
    label: "Identity",
    view: view(async () => (await import("../features/identity/identity-view.tsx")).IdentityView),
  },
  {
    id: "shared",
    label: "Shared",
    view: view(async () => (await import("../features/share/shared-view.tsx")).SharedView),
    startsAnew: true,
  },
];

/** A place with an entry in the navigation rail. */
export type RailPlace = Place & { readonly rail: RailEntry };

/** The places of the navigation rail. */
export const railPlaces: readonly RailPlace[] = places.filter((place): place is RailPlace => place.rail !== undefined);

/** A place that can be embedded. */
export type EmbeddedPlace = Place & { readonly embed: EmbedForm };

/** The places that can be embedded. An address within an embed leads to any of them. */
export const embeddedPlaces: readonly EmbeddedPlace[] = places.filter(
  (place): place is EmbeddedPlace => place.embed !== undefined,
);

/** Returns the place of an address; undefined for unknown addresses. */
export const placeOf = ({ parts }: Pick<Route, "parts">): Place | undefined => places.find(({ id }) => id === parts[0]);

function labelOf(place: string): string {
  return places.find(({ id }) => id === place)?.label ?? place;
}
