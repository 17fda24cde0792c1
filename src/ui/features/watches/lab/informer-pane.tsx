import { differencesOf } from "../../../../client/reflector/differences.ts";
import { requestOf, type ReflectorOptions } from "../../../../client/reflector/reflector.ts";
import { plural } from "../../../data/words.ts";
import { Button } from "../../../design/button.tsx";
import { Note } from "../../../design/feedback.tsx";
import { Check, Field, Select } from "../../../design/field.tsx";
import { navigate, withParameters, type Route } from "../../../state/route.ts";
import { isResumeFrom, parametersOf, resumeWords } from "./lab-address.ts";
import { watchLab, type WatchLab } from "./lab-store.ts";

/** The informer: its connection, how it is written, its store, and what it does not know. */
export function InformerPane({ route }: { readonly route: Route }) {
  const { informer, make, state, isRunning, isConnected } = watchLab.use((all) => all);
  const isBusy = state !== "ready";
  return (
    <section className="kp-lab-pane" aria-label="Informer">
      <h2>Informer</h2>
      <Connection />
      <div className="row wrap">
        <Button
          size="small"
          icon={isRunning ? "pause" : "play"}
          onClick={() => void make({ kind: isRunning ? "hold" : "run" })}
        >
          {isRunning ? "Hold it" : "Let it run"}
        </Button>
        <Button size="small" disabled={isBusy || isRunning} onClick={() => void make({ kind: "step" })}>
          One step
        </Button>
        <Button size="small" disabled={isBusy || !isConnected} onClick={() => void make({ kind: "drop" })}>
          Drop the connection
        </Button>
        <Button size="small" disabled={isBusy} onClick={() => void make({ kind: "relist" })}>
          Relist
        </Button>
      </div>
      <Options route={route} />
      <Unknown />
      <dl className="kp-lab-facts">
        <dt>lastSyncResourceVersion</dt>
        <dd className="mono">{informer.lastSyncResourceVersion === "" ? "none" : informer.lastSyncResourceVersion}</dd>
        <dt>Lists, watches, bookmarks</dt>
        <dd>
          {informer.lists}, {informer.watches}, {informer.bookmarks}
        </dd>
      </dl>
      <Store />
    </section>
  );
}

function connectionInWords({ informer, options, isConnected, isServed, held }: WatchLab): string {
  const request = requestOf(informer, options);
  if (request !== undefined) {
    const query = Object.entries(request.query).map(([name, value]) => `${name}=${value}`);
    return `Not connected. Next request: ${request.verb}${query.length === 0 ? "" : `, ${query.join("&")}`}.`;
  }
  const unread =
    held === 0 ? "Everything that has arrived is read." : `${plural(held, "event")} arrived, not read yet.`;
  if (!isConnected) return "The connection is lost, which the informer has not noticed yet.";
  if (!isServed) return `The server has ended this watch, which the informer has not noticed yet. ${unread}`;
  return `A watch is open. ${unread}`;
}

function Connection() {
  const lab = watchLab.use((all) => all);
  return <p role="status">{connectionInWords(lab)}</p>;
}

function Options({ route }: { readonly route: Route }) {
  const { options, make } = watchLab.use((all) => all);
  const change = (part: Partial<ReflectorOptions>): void => {
    navigate(withParameters(route, parametersOf({ ...options, ...part })), true);
    void make({ kind: "set", options: part });
  };
  return (
    <div className="stack">
      <Field label="After a lost connection it resumes from">
        {(ids) => (
          <Select
            {...ids}
            value={options.resumeFrom}
            options={resumeWords}
            onValue={(value) => {
              if (isResumeFrom(value)) change({ resumeFrom: value });
            }}
          />
        )}
      </Field>
      <div className="row wrap">
        <Check
          label="Bookmarks"
          checked={options.allowWatchBookmarks}
          onChecked={(allowWatchBookmarks) => change({ allowWatchBookmarks })}
        />
        <Check
          label="Streaming list (WatchList)"
          checked={options.useWatchList}
          onChecked={(useWatchList) => change({ useWatchList })}
        />
      </div>
    </div>
  );
}

/** What the informer does not know, in words. */
function Unknown() {
  const { informer, server } = watchLab.use((all) => all);
  const { objects, writes } = server;
  const found = informer.lists === 0 ? [] : differencesOf(informer, { kind: "ConfigMap", objects, writes });
  const words = informer.lists === 0 ? "The informer has not listed yet." : "The informer knows what the server has.";
  return (
    <div className="stack" role="group" aria-label="What the informer does not know">
      {found.length === 0 ? <p className="kp-lab-same">{words}</p> : null}
      {found.map(({ key, words: sentence, isLost }) => (
        <Note key={key} tone={isLost ? "error" : "info"}>
          {sentence} {isLost ? "No watch will tell it." : "It is still to be told."}
        </Note>
      ))}
    </div>
  );
}

function Store() {
  const { informer } = watchLab.use((all) => all);
  const objects = [...informer.store.values()];
  return (
    <>
      <h3>Its store</h3>
      {objects.length === 0 ? (
        <p className="quiet">The store is empty.</p>
      ) : (
        <ul className="kp-lab-objects" aria-label="ConfigMaps of the informer">
          {objects.map(({ metadata: { name = "", resourceVersion = "" } }) => (
            <li key={name} className="row">
              <strong className="mono">{name}</strong> <span className="quiet">revision {resourceVersion}</span>
            </li>
          ))}
        </ul>
      )}
      {informer.temporaryStore === undefined ? null : (
        <p className="quiet">
          The streaming list has brought {plural(informer.temporaryStore.size, "object")} so far, which replace the
          store at its bookmark.
        </p>
      )}
    </>
  );
}
