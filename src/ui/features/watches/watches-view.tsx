import { useEffect } from "react";
import { deferred } from "../../design/deferred.tsx";
import { EmptyState, Skeleton } from "../../design/feedback.tsx";
import { LinkButton } from "../../design/button.tsx";
import { usePage } from "../../state/page.ts";
import { watchAddress, type Route } from "../../state/route.ts";
import { watches } from "./store.ts";
import { WatchForm } from "./watch-form.tsx";
import { WatchPaneView } from "./watch-pane.tsx";
import "./watches.css";

const lab = deferred(async () => (await import("./lab/lab-view.tsx")).WatchLabView, <Skeleton lines={10} />);

/** The place of watches: `#/watches/lab` is the watch lab, all others show the open watches. */
export function WatchesView({ route }: { readonly route: Route }) {
  return route.parts[1] === "lab" ? <lab.View route={route} /> : <OpenWatches route={route} />;
}

/** All open watches side by side. `#/watches?open=TARGET` opens one. */
function OpenWatches({ route }: { readonly route: Route }) {
  const page = usePage();
  const wanted = route.parameters["open"];
  useEffect(() => {
    if (wanted !== undefined) watches.of(page).getState().open(wanted);
  }, [page, wanted]);
  const panes = watches.use((state) => state.panes);
  if (page.embed !== undefined) return panes.map((pane) => <WatchPaneView key={pane.id} pane={pane} />);
  return (
    <div className="column fill kp-watches">
      <WatchForm />
      {panes.length === 0 ? (
        <NoWatches />
      ) : (
        <div className="kp-watch-grid fill scroll">
          {panes.map((pane) => (
            <WatchPaneView key={pane.id} pane={pane} />
          ))}
        </div>
      )}
    </div>
  );
}

function NoWatches() {
  return (
    <EmptyState
      icon="watches"
      title="No watch is open"
      actions={
        <>
          <LinkButton icon="watches" href={watchAddress("/api/v1/namespaces?watch=true")}>
            Watch the namespaces
          </LinkButton>
          <LinkButton icon="play" href="#/watches/lab">
            See how an informer watches
          </LinkButton>
        </>
      }
    >
      A watch is a long-running request: the server sends an event for every change. You can open several; they continue
      while you work elsewhere.
    </EmptyState>
  );
}
