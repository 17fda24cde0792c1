import { useEffect, useRef, useState } from "react";
import { messageOf } from "../../../apimachinery/message-of.ts";
import { Button } from "../../design/button.tsx";
import { EmptyState, Note, Skeleton } from "../../design/feedback.tsx";
import { chooseFile } from "../../platform/files.ts";
import type { WorldSource } from "../../platform/kept-worlds.ts";
import { usePage, type Page } from "../../state/page.ts";
import { firstPlace, navigate, worldOfRoute, type Route } from "../../state/route.ts";
import type { Content } from "./content.ts";
import { KeepDialog } from "./keep-dialog.tsx";
import { openContent, type Progress } from "./open-world.ts";
import { contentInWords } from "./share-words.ts";
import { OpeningProgress } from "./opening-progress.tsx";
import { ReturningView } from "./returning-view.tsx";
import { fileTypes, sharing, type Offer } from "./share-store.ts";
import { WorldContents } from "./world-contents.tsx";
import "./share.css";

/**
 * What a link or a file brings, before anything of it is opened. Addresses: `#/shared/LINK`, and `#/shared` for a file
 * that was dropped or chosen. Where the URL names a world that was opened before, that one is opened again.
 */
export function SharedView({ route }: { readonly route: Route }) {
  const world = worldOfRoute(route);
  return world === undefined ? <OfferView route={route} /> : <ReturningView key={world} world={world} />;
}

function OfferView({ route }: { readonly route: Route }) {
  const page = usePage();
  const link = route.parts[1];
  const offer = sharing.use((state) => state.offer);
  useEffect(() => {
    if (link !== undefined) void sharing.of(page).getState().offerLink(link);
  }, [page, link]);
  if (offer === undefined || (link !== undefined && offer.from !== link))
    return link === undefined ? <NothingYet /> : <Skeleton lines={6} />;
  return (
    <section className="fill scroll pad" aria-label="Shared with you" tabIndex={0}>
      <div className="kp-share-sheet stack">
        <h2>{titles[offer.kind] ?? offer.from}</h2>
        <Reading key={offer.from} offer={offer} />
      </div>
    </section>
  );
}

const titles: Readonly<Record<string, string | undefined>> = { link: "A shared link", world: "A shared world" };

function NothingYet() {
  const page = usePage();
  const choose = async () => {
    const file = await chooseFile(fileTypes);
    if (file !== undefined) await sharing.of(page).getState().offerFile(file);
  };
  return (
    <EmptyState
      icon="upload"
      title="Nothing to open"
      actions={
        <Button icon="upload" onClick={() => void choose()}>
          Open a file
        </Button>
      }
    >
      Open a link that somebody shared, or drop a .kubepad, YAML or JSON file anywhere on the page.
    </EmptyState>
  );
}

function Reading({ offer }: { readonly offer: Offer }) {
  const { reading } = offer;
  switch (reading.phase) {
    case "reading":
      return <StillReading words={reading.words} progress={reading.progress} />;
    case "refused":
      return <Refused message={reading.message} />;
    case "read":
      return <Offered content={reading.content} source={reading.source} />;
  }
}

function StillReading({ words, progress }: { readonly words: string; readonly progress: Progress | undefined }) {
  const page = usePage();
  if (progress === undefined) return <p role="status">{words}</p>;
  return (
    <div className="row wrap" role="status">
      <progress value={progress.done} max={Math.max(1, progress.total)} aria-label="Read" />
      <Button size="small" onClick={() => sharing.of(page).getState().stop()}>
        Cancel
      </Button>
      <span>{words}</span>
    </div>
  );
}

function Refused({ message }: { readonly message: string }) {
  const isShared = usePage().visit !== undefined;
  return (
    <>
      <Note tone="error">{message}</Note>
      <p className="quiet">
        Nothing was opened, and nothing was sent.
        {isShared ? "" : " You are on your own server, which is as you left it."}
      </p>
      <div>
        <Button onClick={() => navigate(firstPlace)}>{isShared ? "To the world" : "To my own world"}</Button>
      </div>
    </>
  );
}

/** The content with its actions. Nothing is sent before one of them is chosen. */
function Offered({ content, source }: { readonly content: Content; readonly source: WorldSource }) {
  const page = usePage();
  const { progress, trouble, open, cancel } = useOpening(page, content, source);
  const [keeping, setKeeping] = useState(false);
  const objects = content.kind === "world" ? content.world.objects : [];
  return (
    <>
      <p>{contentInWords(content)}</p>
      <p className="quiet">
        Nothing has been sent yet. It opens on a server of its own in the memory of this tab
        {content.kind === "world" && content.isPlain ? ", with controllers and nodes as a new world has" : ""}; your
        objects stay as they are.
      </p>
      {trouble === "" ? null : <Note tone="error">{trouble}</Note>}
      {progress === undefined ? (
        <div className="row wrap">
          <Button tone="primary" icon="play" onClick={() => void open()}>
            Open
          </Button>
          {source.kind === "file" && objects.length > 0 ? (
            <Button icon="upload" onClick={() => setKeeping(true)}>
              Import into my server…
            </Button>
          ) : null}
          <Button tone="plain" onClick={() => navigate(firstPlace)}>
            Not now
          </Button>
        </div>
      ) : (
        <OpeningProgress progress={progress} cancel="Cancel" onCancel={cancel} />
      )}
      {content.kind === "world" ? <WorldContents world={content.world} /> : null}
      {keeping ? (
        <KeepDialog
          collect={async () => objects}
          onKept={() => page.guests.leave("#/objects")}
          onClose={() => setKeeping(false)}
        />
      ) : null}
    </>
  );
}

function useOpening(page: Page, content: Content, source: WorldSource) {
  const [progress, setProgress] = useState<Progress | undefined>(undefined);
  const [trouble, setTrouble] = useState("");
  const control = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => control.current?.abort(), []);
  const open = async () => {
    const own = new AbortController();
    control.current = own;
    setTrouble("");
    setProgress({ done: 0, total: content.kind === "world" ? content.world.objects.length : content.objects });
    try {
      await openContent(page, { content, source }, setProgress, own.signal);
    } catch (error) {
      if (!own.signal.aborted) setTrouble(messageOf(error));
      setProgress(undefined);
    }
  };
  return { progress, trouble, open, cancel: () => control.current?.abort() };
}
