import { deferred } from "../design/deferred.tsx";
import { Skeleton } from "../design/feedback.tsx";
import { places, type Place } from "./places.tsx";

const skeleton = <Skeleton lines={10} />;

/** The views beside and over the place, and the one that takes its place. */
export const logPane = deferred(async () => (await import("../features/log/log-view.tsx")).LogView, skeleton);
export const terminalDock = deferred(
  async () => (await import("../features/terminal/terminal-pane.tsx")).TerminalPane,
  skeleton,
);
export const damagedPlace = deferred(
  async () => (await import("../features/server/damaged-view.tsx")).DamagedView,
  skeleton,
);
export const shareDialog = deferred(async () => (await import("../features/share/share-dialog.tsx")).ShareDialog, null);
export const guestBar = deferred(async () => (await import("../features/share/guest-bar.tsx")).GuestBar, null);
export const timelineView = deferred(
  async () => (await import("../features/timeline/timeline-view.tsx")).TimelineView,
  null,
);
export const recordButton = deferred(
  async () => (await import("../features/recorder/record-button.tsx")).RecordButton,
  <span className="kp-icon-button" />,
);
export const paletteDialog = deferred(async () => (await import("./palette-dialog.tsx")).PaletteDialog, null);
export const helpDialog = deferred(async () => (await import("./help-dialog.tsx")).HelpDialog, null);
export const worldDialogs = deferred(async () => (await import("../shared/world-dialogs.tsx")).WorldDialogs, null);

/** Loads the code of a view, since the reader is about to open it. */
export function expectPlace({ view }: Place): void {
  view.load().catch(ignored);
}

/**
 * Loads the code of all views and dialogs, one at a time while the browser is idle, so that later navigation does not
 * wait and nothing else waits for it.
 */
export async function loadPlaces(idle: () => Promise<void>): Promise<void> {
  const dialogs = [paletteDialog, helpDialog, shareDialog];
  for (const view of [logPane, ...places.map(({ view }) => view), ...dialogs]) {
    await idle();
    await view.load().catch(ignored);
  }
}

/** What could not be loaded is asked for again, and reported, when it is opened. */
function ignored(): void {}
