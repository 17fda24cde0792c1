import { useMemo } from "react";
import { pathOf as pathOfSubject } from "../actions/action.ts";
import { askFor } from "../actions/action-sheet-store.ts";
import { deferred } from "../design/deferred.tsx";
import { EmptyState, Skeleton } from "../design/feedback.tsx";
import { breakingActions, targetsIn } from "../features/world/break-targets.ts";
import { world } from "../features/world/world-store.ts";
import { worldAddress, WorldView } from "../features/world/world-view.tsx";
import { Doors } from "../features/welcome/doors.tsx";
import type { ObjectPath } from "../kube/resource.ts";
import { catalog } from "../state/catalog.ts";
import { usePage } from "../state/page.ts";
import { navigate, type Route } from "../state/route.ts";

const overviewPanel = deferred(
  async () => (await import("../overview/overview-panel.tsx")).OverviewPanel,
  <Skeleton lines={8} />,
);

/** The world, with the Overview of an object beside it and, on a first visit, ways to begin above it. */
export function WorldPlace({ route }: { readonly route: Route }) {
  const page = usePage();
  const play = (): void => {
    const [crash] = breakingActions;
    const subject = crash && targetsIn(world.of(page).getState())(crash);
    if (crash === undefined || subject === undefined) return;
    navigate(worldAddress(pathOfSubject(subject)));
    askFor(page, crash, [subject]);
  };
  return (
    <WorldView route={route} Details={page.embed === undefined ? Details : undefined} intro={<Doors onPlay={play} />} />
  );
}

/** The Overview of an object. */
function Details({ path, onClose }: { readonly path: ObjectPath; readonly onClose: () => void }) {
  const found = catalog.use((state) =>
    state.resources.find((item) => item.group === path.group && item.resource === path.resource),
  );
  const state = catalog.use((value) => value.state);
  const kind = useMemo(
    () => (found === undefined ? undefined : { ...found, version: path.version }),
    [found, path.version],
  );
  if (kind !== undefined) return <overviewPanel.View kind={kind} path={path} onClose={onClose} />;
  if (state === "loading") return <Skeleton lines={8} />;
  return (
    <EmptyState icon="objects" title={`The server does not serve ${path.resource}`}>
      It has no resource of this name in group {path.group === "" ? "core" : path.group}.
    </EmptyState>
  );
}
