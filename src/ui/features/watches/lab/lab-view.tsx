import { useEffect } from "react";
import { Button, LinkButton } from "../../../design/button.tsx";
import { Note, Skeleton } from "../../../design/feedback.tsx";
import { Check, Select } from "../../../design/field.tsx";
import { linkTo } from "../../../platform/address.ts";
import { copy } from "../../../state/copy.ts";
import { usePage } from "../../../state/page.ts";
import { navigate, withParameters, type Route } from "../../../state/route.ts";
import { InformerPane } from "./informer-pane.tsx";
import { optionsIn, withoutOptions } from "./lab-address.ts";
import { watchLab } from "./lab-store.ts";
import { presetOf, presets } from "../../../../client/watch-lab/presets.ts";
import { ServerPane } from "./server-pane.tsx";
import { StepList } from "./step-list.tsx";
import "./lab.css";

/**
 * The watch lab: an informer beside the server that it follows, in a world of its own. `#/watches/lab?preset=ID`; the
 * parameters `resume`, `list` and `bookmarks` change how the informer is written, and with `world=copy` its server is a
 * fork of the page's world.
 */
export function WatchLabView({ route }: { readonly route: Route }) {
  const page = usePage();
  const { begin, close, state, trouble, preset } = watchLab.use((all) => all);
  const isFork = route.parameters["world"] === "copy";
  const wanted = presetOf(route.parameters["preset"]);
  useEffect(() => {
    begin(wanted, optionsIn(page.route.getState()), isFork);
    return close;
  }, [begin, close, page, wanted, isFork]);
  return (
    <section className="column fill kp-watch-lab" aria-label="Watch lab">
      <LabBar route={route} />
      <div className="fill scroll" role="region" aria-label="The lab" tabIndex={0}>
        <p className="pad kp-lab-words">{preset.words}</p>
        {state === "failed" ? (
          <div className="pad">
            <Note tone="error">{trouble}</Note>
          </div>
        ) : state === "opening" ? (
          <Skeleton lines={10} />
        ) : (
          <>
            <Moves />
            <div className="kp-lab-grid">
              <ServerPane />
              <InformerPane route={route} />
              <StepList />
            </div>
          </>
        )}
      </div>
    </section>
  );
}

function LabBar({ route }: { readonly route: Route }) {
  const page = usePage();
  const { preset, begin } = watchLab.use((all) => all);
  const isFork = route.parameters["world"] === "copy";
  const share = () => copy(page, linkTo(location.hash), "The link is copied.");
  return (
    <div className="kp-toolbar kp-lab-bar">
      {page.embed === undefined ? (
        <LinkButton size="small" tone="plain" icon="left" href="#/watches">
          Watches
        </LinkButton>
      ) : null}
      <h1>Watch lab</h1>
      <Select
        aria-label="Story"
        className="grow"
        value={preset.id}
        options={presets.map(({ id, title }) => [id, title] as const)}
        onValue={(id) => navigate(withParameters(route, { ...withoutOptions, preset: id }), true)}
      />
      {page.embed === undefined ? (
        <Check
          label="In a copy of this world"
          checked={isFork}
          onChecked={(isChecked) => navigate(withParameters(route, { world: isChecked ? "copy" : undefined }), true)}
        />
      ) : null}
      <Button size="small" icon="refresh" onClick={() => begin(preset, optionsIn(route), isFork)}>
        Begin anew
      </Button>
      {page.embed === undefined ? (
        <Button size="small" icon="external" onClick={() => void share()}>
          Copy link
        </Button>
      ) : null}
    </div>
  );
}

/** The moves of the preset, of which the next can be made. */
function Moves() {
  const { preset, done, state, next } = watchLab.use((all) => all);
  const isOver = done >= preset.moves.length;
  return (
    <section className="pad kp-lab-moves" aria-label="What happens">
      <ol>
        {preset.moves.map(({ words }, at) => (
          <li key={words} aria-current={at === done ? "step" : undefined} data-done={at < done ? "" : undefined}>
            {words}
          </li>
        ))}
      </ol>
      <Button tone="primary" icon="play" disabled={isOver || state !== "ready"} onClick={() => void next()}>
        Next: {preset.moves[done]?.words ?? "the story is told"}
      </Button>
    </section>
  );
}
