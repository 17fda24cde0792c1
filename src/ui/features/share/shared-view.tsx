import { useEffect, useRef, useState } from "react";
import { inWords } from "../../data/send.ts";
import { formatCount } from "../../data/words.ts";
import { Button } from "../../design/button.tsx";
import { EmptyState, Note, Skeleton } from "../../design/feedback.tsx";
import { chooseFile } from "../../platform/files.ts";
import { usePage, type Page } from "../../state/page.ts";
import { firstPlace, navigate, type Route } from "../../state/route.ts";
import type { Content } from "./content.ts";
import { KeepDialog } from "./keep-dialog.tsx";
import { openContent, type Progress } from "./open-world.ts";
import { contentInWords } from "./share-words.ts";
import { fileTypes, sharing, type Offer } from "./share-store.ts";
import { WorldContents } from "./world-contents.tsx";
import "./share.css";

/**
 * What a link or a file brings, before anything of it is opened. Addresses: `#/shared/LINK`, and `#/shared` for a file
 * that was dropped or chosen.
 */
export function SharedView({ route }: { readonly route: Route }) {
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
        <h2>{offer.kind === "link" ? "A shared link" : offer.from}</h2>
        <Reading key={offer.from} offer={offer} />
      </div>
    </section>
  );
}

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
      return <p role="status">{reading.words}</p>;
    case "refused":
      return (
        <>
          <Note tone="error">{reading.message}</Note>
          <p className="quiet">Nothing was opened, and nothing was sent.</p>
          <div>
            <Button onClick={() => navigate(firstPlace)}>To the world</Button>
          </div>
        </>
      );
    case "read":
      return <Offered content={reading.content} isFile={offer.kind === "file"} />;
  }
}

/** The content with its actions. Nothing is sent before one of them is chosen. */
function Offered({ content, isFile }: { readonly content: Content; readonly isFile: boolean }) {
  const page = usePage();
  const { progress, trouble, open, cancel } = useOpening(page, content);
  const [keeping, setKeeping] = useState(false);
  const objects = content.kind === "world" ? content.world.objects : [];
  return (
    <>
      <p>{contentInWords(content)}</p>
      <p className="quiet">
        Nothing has been sent yet. It opens on a server of its own in the memory of this tab; your objects stay as they
        are.
      </p>
      {trouble === "" ? null : <Note tone="error">{trouble}</Note>}
      {progress === undefined ? (
        <div className="row wrap">
          <Button tone="primary" icon="play" onClick={() => void open()}>
            Open
          </Button>
          {isFile && objects.length > 0 ? (
            <Button icon="upload" onClick={() => setKeeping(true)}>
              Import into my server…
            </Button>
          ) : null}
          <Button tone="plain" onClick={() => navigate(firstPlace)}>
            Not now
          </Button>
        </div>
      ) : (
        <Busy progress={progress} onCancel={cancel} />
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

function Busy({ progress, onCancel }: { readonly progress: Progress; readonly onCancel: () => void }) {
  return (
    <div className="row wrap" role="status">
      <progress value={progress.done} max={Math.max(1, progress.total)} aria-label="Objects created" />
      <span>
        {formatCount(progress.done)} of {formatCount(progress.total)} objects
      </span>
      <Button size="small" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

function useOpening(page: Page, content: Content) {
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
      await openContent(page, content, setProgress, own.signal);
    } catch (error) {
      if (!own.signal.aborted) setTrouble(inWords(error));
      setProgress(undefined);
    }
  };
  return { progress, trouble, open, cancel: () => control.current?.abort() };
}
