import { useStore } from "zustand";
import { messageOf } from "../../apimachinery/message-of.ts";
import { ActionSheetHost } from "../actions/action-sheet-host.tsx";
import { Boundary } from "../design/boundary.tsx";
import { Button } from "../design/button.tsx";
import { EmptyState, Note } from "../design/feedback.tsx";
import { identity } from "../state/identity.ts";
import { usePage } from "../state/page.ts";
import { navigate, type Route } from "../state/route.ts";
import { embeddedPlaces } from "../shell/places.tsx";
import "./embed.css";

export interface EmbedShellProps {
  /** The address that the embed began with. */
  readonly home: string;
  /** How often the server was started again from its seed. */
  readonly restarts: number;
  /** The name of the server, if other embeds of the page use it as well. */
  readonly shared: string | undefined;
  readonly onReset: () => void;
}

/** The layout of an embed: one view, as high as its content, over a line that says whose requests these are. */
export function EmbedShell({ home, restarts, shared, onReset }: EmbedShellProps) {
  const page = usePage();
  const route = useStore(page.route);
  const as = identity.use((state) => state.as);
  return (
    <div className="kp-embed">
      {restarts === 0 ? null : (
        <Note tone="warning">
          The server was started again, because the part of the page that ran it was removed. The objects are those of
          the beginning.
        </Note>
      )}
      <Boundary
        key={`${route.parts[0]} ${JSON.stringify(as)}`}
        fallback={(error, again) => (
          <EmptyState
            icon="warning"
            title="This view crashed"
            actions={<Button onClick={again}>Reload the view</Button>}
          >
            {messageOf(error)}
          </EmptyState>
        )}
      >
        <EmbeddedView route={route} />
      </Boundary>
      <ActionSheetHost />
      <footer className="kp-embed-foot row small">
        {isElsewhere(route, home) ? (
          <Button size="small" tone="plain" icon="left" onClick={() => navigate(home)}>
            Back
          </Button>
        ) : null}
        <span className="quiet grow clip">{footText(as?.user, shared, page.embed?.readOnly === true)}</span>
        {page.embed?.readOnly === true ? null : (
          <Button size="small" tone="plain" icon="refresh" onClick={onReset} title="Removes all changes">
            Start over
          </Button>
        )}
        <a href="./" target="_blank" rel="noopener">
          Kubepad
        </a>
      </footer>
    </div>
  );
}

/** Whether the reader has left the view that the embed began with. */
const isElsewhere = ({ parts }: Route, home: string): boolean => !home.startsWith(`#/${parts[0] ?? ""}`);

function footText(user: string | undefined, shared: string | undefined, readOnly: boolean): string {
  return [
    user === undefined ? "" : `as ${user}`,
    shared === undefined ? "" : `server ${shared}`,
    readOnly ? "read-only" : "",
  ]
    .filter((text) => text !== "")
    .join(" · ");
}

/** The view of an address, as the document's main landmark. */
function EmbeddedView({ route }: { readonly route: Route }) {
  const found = embeddedPlaces.find(({ id }) => id === route.parts[0]);
  return (
    <main className="column" aria-labelledby="place-title">
      <h1 className="unseen" id="place-title">
        {found?.embed.title ?? "Kubepad"}
      </h1>
      {found === undefined ? (
        <EmptyState icon="info" title="Not part of this page">
          This view is shown by Kubepad itself, not by its embeds.
        </EmptyState>
      ) : (
        <found.view.View route={route} />
      )}
    </main>
  );
}
