import { deferred } from "../design/deferred.tsx";
import { Skeleton } from "../design/feedback.tsx";
import type { Place } from "./places.ts";

const skeleton = <Skeleton lines={10} />;

/** The views, each in its own chunk. */
export const requestsPlace = deferred(
  async () => (await import("../features/requests/requests-view.tsx")).RequestsView,
  skeleton,
);
export const objectsPlace = deferred(
  async () => (await import("../features/objects/objects-view.tsx")).ObjectsView,
  skeleton,
);
export const logPane = deferred(async () => (await import("../features/log/log-view.tsx")).LogView, skeleton);
export const worldPlace = deferred(async () => (await import("../features/world/world-view.tsx")).WorldView, skeleton);
export const watchesPlace = deferred(
  async () => (await import("../features/watches/watches-view.tsx")).WatchesView,
  skeleton,
);
export const terminalPlace = deferred(
  async () => (await import("../features/terminal/terminal-view.tsx")).TerminalView,
  skeleton,
);
export const terminalDock = deferred(
  async () => (await import("../features/terminal/terminal-pane.tsx")).TerminalPane,
  skeleton,
);
export const applyPlace = deferred(async () => (await import("../features/apply/apply-view.tsx")).ApplyView, skeleton);
export const celPlace = deferred(async () => (await import("../features/cel/cel-view.tsx")).CelView, skeleton);
export const definitionsPlace = deferred(
  async () => (await import("../features/definitions/definitions-view.tsx")).DefinitionsView,
  skeleton,
);
export const policiesPlace = deferred(
  async () => (await import("../features/policies/policies-view.tsx")).PoliciesView,
  skeleton,
);
export const declarativePlace = deferred(
  async () => (await import("../features/declarative/declarative-view.tsx")).DeclarativeView,
  skeleton,
);
export const lessonsPlace = deferred(async () => (await import("./lessons-place.tsx")).LessonsPlace, skeleton);
export const serverPlace = deferred(
  async () => (await import("../features/server/server-view.tsx")).ServerView,
  skeleton,
);
export const damagedPlace = deferred(
  async () => (await import("../features/server/damaged-view.tsx")).DamagedView,
  skeleton,
);
export const explainPlace = deferred(
  async () => (await import("../features/explain/explain-view.tsx")).ExplainView,
  skeleton,
);
export const identityPlace = deferred(
  async () => (await import("../features/identity/identity-view.tsx")).IdentityView,
  skeleton,
);
export const sharedPlace = deferred(
  async () => (await import("../features/share/shared-view.tsx")).SharedView,
  skeleton,
);
export const shareDialog = deferred(async () => (await import("../features/share/share-dialog.tsx")).ShareDialog, null);
export const guestBar = deferred(async () => (await import("../features/share/guest-bar.tsx")).GuestBar, null);
export const paletteBody = deferred(async () => (await import("./palette-body.tsx")).PaletteBody, null);
export const helpDialog = deferred(async () => (await import("./help-dialog.tsx")).HelpDialog, null);

/** The views of the rail's places. */
const views: Readonly<Record<Place["id"], { load(): Promise<void> }>> = {
  requests: requestsPlace,
  objects: objectsPlace,
  world: worldPlace,
  watches: watchesPlace,
  terminal: terminalPlace,
  apply: applyPlace,
  cel: celPlace,
  definitions: definitionsPlace,
  policies: policiesPlace,
  declarative: declarativePlace,
  lessons: lessonsPlace,
  server: serverPlace,
};

/** Loads the code of a view, since the reader is about to open it. */
export function expectPlace(id: Place["id"]): void {
  views[id].load().catch(ignored);
}

/**
 * Loads the code of all views and dialogs, one at a time while the browser is idle, so that later navigation does not
 * wait and nothing else waits for it.
 */
export async function loadPlaces(idle: () => Promise<void>): Promise<void> {
  const dialogs = [paletteBody, helpDialog, shareDialog];
  for (const view of [logPane, ...Object.values(views), explainPlace, identityPlace, sharedPlace, ...dialogs]) {
    await idle();
    await view.load().catch(ignored);
  }
}

/** What could not be loaded is asked for again, and reported, when it is opened. */
function ignored(): void {}
