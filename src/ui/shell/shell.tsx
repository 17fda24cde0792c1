import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { messageOf } from "../../apimachinery/message-of.ts";
import { ActionSheetHost } from "../actions/action-sheet-host.tsx";
import { Button, IconButton } from "../design/button.tsx";
import { Boundary } from "../design/boundary.tsx";
import { EmptyState } from "../design/feedback.tsx";
import { Panes, type Pane } from "../design/panes.tsx";
import { whenIdle } from "../platform/browser-clock.ts";
import { revisionOfAddress } from "../platform/address.ts";
import { isPresenting } from "../platform/presenting.ts";
import { savesData } from "../platform/saves-data.ts";
import { useNarrow } from "../platform/media.ts";
import { identity } from "../state/identity.ts";
import { PageProvider, usePage, type Page } from "../state/page.ts";
import { shownPast } from "../state/past.ts";
import { formatRoute, logAddress, type Route } from "../state/route.ts";
import { serverStatus } from "../state/server-status.ts";
import { setDock, settings, toggleTimeline, viewOf } from "../state/settings.ts";
import { DropTarget } from "./drop-target.tsx";
import { CommandPalette } from "./command-palette.tsx";
import { openFiles } from "./open-file.ts";
import { worldDialog } from "../state/world-dialog.ts";
import { worlds } from "../state/worlds.ts";
import {
  damagedPlace,
  guestBar,
  helpDialog,
  loadPlaces,
  logPane,
  terminalDock,
  timelineView,
  worldDialogs,
} from "./place-views.tsx";
import { firstPlace, placeOf } from "./places.tsx";
import { usePlaceTitle } from "./place-title.ts";
import { Rail, rememberPlace } from "./rail.tsx";
import { TopBar } from "./top-bar.tsx";
import { deferred } from "../design/deferred.tsx";
import { help, snippet } from "./palette-store.ts";
import "./shell.css";

const dialog = deferred(async () => (await import("../embed/snippet-dialog.tsx")).SnippetDialog, null);

/** The dialog with the HTML that embeds the current view. */
function EmbedSnippet() {
  const { open, setOpen } = snippet.use((state) => state);
  return open ? <dialog.View onClose={() => setOpen(false)} /> : null;
}

/** The dialog with the keys and the lessons. */
function Help() {
  const { open, setOpen } = help.use((state) => state);
  return open ? <helpDialog.View open onClose={() => setOpen(false)} /> : null;
}

/** The dialogs about worlds. */
function AboutWorlds() {
  const page = usePage();
  const isAsked = worldDialog.use(({ asked }) => asked !== undefined);
  return isAsked ? <worldDialogs.View onFile={(file) => void openFiles(page, [file])} /> : null;
}

/** The delay before the code of views that are not open is loaded, unless the reader saves data. */
const preloadDelayMs = 3_000;

/** The page layout: the page or its past, and below it the line of revisions, where that is asked for. */
export function Shell() {
  const page = usePage();
  const shown = shownPast.use((state) => state.page) ?? page;
  const hasTimeline = settings.use((state) => state.timeline);
  useTimelineKey();
  useEffect(() => {
    if (revisionOfAddress() !== undefined) settings.of(page).getState().change({ timeline: true });
  }, [page]);
  return (
    <div className="kp-shell" data-present={isPresenting() ? "" : undefined}>
      <PageProvider value={shown} key={shown === page ? "now" : "past"}>
        <ShownPage />
      </PageProvider>
      {hasTimeline ? <timelineView.View /> : null}
    </div>
  );
}

/** The elements in which text is written; the last one is that of Monaco. */
const written = "input, textarea, [contenteditable], .native-edit-context";

/** Alt+R shows and hides the line of revisions, unless something is written in a field. */
function useTimelineKey(): void {
  const page = usePage();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.code !== "KeyR" || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.target instanceof Element && event.target.closest(written) !== null) return;
      event.preventDefault();
      toggleTimeline(page);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [page]);
}

/** Top bar, rail, the current view, and the request log below. */
function ShownPage() {
  const page = usePage();
  const route = useStore(page.route);
  const narrow = useNarrow();
  const presents = isPresenting();
  const isDamaged = serverStatus.use(({ leadership }) => leadership.damaged === true);
  const place = placeOf(route)?.id ?? firstPlace.id;
  const needsServer = place !== "shared" && !(place === "server" && route.parameters["tab"] === "worlds");
  useEffect(
    () => (savesData() ? undefined : page.clock.after(preloadDelayMs, () => void loadPlaces(whenIdle))),
    [page],
  );
  useEffect(() => rememberPlace(page, route, formatRoute(route)), [page, route]);
  useEffect(() => tellOfUnknownPlace(page, route), [page, route]);
  return (
    <>
      {presents ? null : (
        <>
          <SkipLink />
          <TopBar />
          <Rail current={place} />
        </>
      )}
      <div className="kp-main">
        {page.visit === undefined ? null : <guestBar.View visit={page.visit} />}
        {page.rescue !== undefined && isDamaged && needsServer ? (
          <damagedPlace.View rescue={page.rescue} />
        ) : narrow ? (
          <NarrowMain route={route} />
        ) : (
          <WideMain route={route} />
        )}
      </div>
      <CommandPalette />
      <DropTarget />
      <EmbedSnippet />
      <Help />
      <AboutWorlds />
      <ActionSheetHost />
    </>
  );
}

/** Says why an address of no place shows the first one. */
function tellOfUnknownPlace(page: Page, route: Route): void {
  const [id = ""] = route.parts;
  if (id === "" || placeOf(route) !== undefined) return;
  page.toasts.add({
    description: `There is no view ${id}: this is ${firstPlace.label}. The command palette finds the others.`,
  });
}

/** The first link of the page: it leads past the bars. */
const SkipLink = () => (
  <a
    className="kp-skip"
    href="#main"
    onClick={(event) => {
      event.preventDefault(); // the part of the address behind # names the view
      document.getElementById("main")?.focus();
    }}
  >
    Skip to the view
  </a>
);

/**
 * The current view, rendered as the document's main landmark. It is remounted when the user changes. An error in it
 * leaves the top bar, the rail and the log working.
 */
function Place({ route }: { readonly route: Route }) {
  const title = usePlaceTitle(route);
  const as = identity.use((state) => state.as);
  const page = usePage();
  const here = useStore(worlds.of(page.guests.own), (state) => state.here);
  const world = page.visit !== undefined ? "shared world" : here.id === "" ? undefined : here.name;
  useEffect(() => {
    document.title = [title, ...(world === undefined ? [] : [world]), "Kubepad"].join(" · ");
  }, [title, world]);
  return (
    <main className="column fill" id="main" tabIndex={-1} aria-labelledby="place-title">
      <h1 className="unseen" id="place-title">
        {title}
      </h1>
      <Boundary
        key={`${route.parts[0]} ${JSON.stringify(as)}`}
        fallback={(error, again) => <Broken error={error} onAgain={again} />}
      >
        <PlaceOf route={route} />
      </Boundary>
    </main>
  );
}

function Broken({ error, onAgain }: { readonly error: unknown; readonly onAgain: () => void }) {
  return (
    <EmptyState icon="warning" title="This view crashed" actions={<Button onClick={onAgain}>Reload the view</Button>}>
      This is a bug in the page. The server and your objects are not affected. {messageOf(error)}
    </EmptyState>
  );
}

function PlaceOf({ route }: { readonly route: Route }) {
  const { view } = placeOf(route) ?? firstPlace;
  return <view.View route={route} />;
}

/** The views without a dock: the page of the log itself, and lessons, which have their own log. */
const dockless: ReadonlySet<string> = new Set(["log", "lessons"]);

function WideMain({ route }: { readonly route: Route }) {
  const view = viewOf(route);
  const open = settings.use(({ docks }) => docks.includes(view)) && !dockless.has(view);
  const [focuses, setFocuses] = useState(false);
  useEffect(() => () => setFocuses(false), [view]);
  // The view stays in the same pane, so that it keeps its state when the log opens.
  const place: Pane = { id: "place", size: 72, min: 200, content: <Place route={route} /> };
  const dock = <Dock route={route} focuses={focuses} />;
  return (
    <>
      <Panes
        id="main"
        direction="vertical"
        panes={open ? [place, { id: "dock", size: 28, min: 90, content: dock }] : [place]}
      />
      {open || dockless.has(view) || isPresenting() ? null : (
        <DockBar terminal={view !== "terminal"} onOpen={setFocuses} />
      )}
    </>
  );
}

interface DockProps {
  readonly route: Route;
  /** Whether the terminal takes the focus when it is shown. */
  readonly focuses: boolean;
}

/** The request log, with the terminal beside it where that is asked for and it is not shown above. */
function Dock({ route, focuses }: DockProps) {
  const page = usePage();
  const { dockTerminal, change } = settings.use((state) => state);
  const hasTerminal = dockTerminal === true && viewOf(route) !== "terminal";
  const log = <logPane.View hrefOf={logAddress} isCompact={hasTerminal} onClose={() => setDock(page, false)} />;
  const close = (
    <IconButton size="small" icon="close" label="Hide the terminal" onClick={() => change({ dockTerminal: false })} />
  );
  if (!hasTerminal) return log;
  return (
    <Panes
      id="dock"
      panes={[
        { id: "terminal", size: 50, min: 320, content: <terminalDock.View tools={close} autoFocus={focuses} /> },
        { id: "log", size: 50, min: 320, content: log },
      ]}
    />
  );
}

interface DockBarProps {
  /** Whether the terminal is offered: it is not where it is the view above. */
  readonly terminal: boolean;
  /** Called when the dock is opened, with whether that was for its terminal. */
  readonly onOpen: (forTerminal: boolean) => void;
}

/** The closed dock. */
function DockBar({ terminal, onOpen }: DockBarProps) {
  const page = usePage();
  const change = settings.use((state) => state.change);
  const open = (forTerminal: boolean): void => {
    onOpen(forTerminal);
    setDock(page, true);
    if (forTerminal) change({ dockTerminal: true });
  };
  return (
    <div className="kp-dock-closed">
      <Button size="small" tone="plain" icon="up" onClick={() => open(false)}>
        Request log
      </Button>
      {terminal ? (
        <Button size="small" tone="plain" icon="up" onClick={() => open(true)}>
          Terminal
        </Button>
      ) : null}
    </div>
  );
}

function NarrowMain({ route }: { readonly route: Route }) {
  const open = settings.use((state) => state.sheetOpen);
  const change = settings.use((state) => state.change);
  const place = route.parts.join("/");
  useEffect(() => () => change({ sheetOpen: false }), [place, change]);
  return (
    <>
      <Place route={route} />
      {open ? (
        <div className="kp-sheet-dock">
          <logPane.View hrefOf={logAddress} onClose={() => change({ sheetOpen: false })} />
        </div>
      ) : null}
    </>
  );
}
