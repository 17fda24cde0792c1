import { useState } from "react";
import { useStore } from "zustand";
import { listObjects, sharedObjects } from "../../../share/collect-objects.ts";
import { withoutControllersWork } from "../../../share/controllers-work.ts";
import { plural } from "../../data/words.ts";
import { Button } from "../../design/button.tsx";
import { Modal } from "../../design/dialog.tsx";
import { urlOf } from "../../platform/address.ts";
import { reloadPage } from "../../platform/leaving.ts";
import { useNarrow } from "../../platform/media.ts";
import { usePage, type Page, type Visit } from "../../state/page.ts";
import { formatRoute } from "../../state/route.ts";
import { askAboutWorld } from "../../state/world-dialog.ts";
import { worlds } from "../../state/worlds.ts";
import { KeepDialog } from "./keep-dialog.tsx";
import { leaveWorld } from "./leave-world.ts";
import { labelOfView, mergedEntry } from "./view-entries.ts";
import "./share.css";
import { pageAgent } from "../../data/send.ts";

/** Says above a guest page what it shows, and leads back to the tab's own server. */
export function GuestBar({ visit }: { readonly visit: Visit }) {
  const page = usePage();
  const narrow = useNarrow();
  const worldsAreKept = useStore(worlds.of(page.guests.own), (state) => state.areKept);
  const [keeping, setKeeping] = useState(false);
  const [rejected, setRejected] = useState(false);
  return (
    <section className="kp-guest-bar" aria-label="Shared server">
      <p className="grow">
        <strong>A shared world, in this tab’s memory.</strong>{" "}
        <span className={narrow ? "unseen" : undefined}>{visit.words} </span>
        {visit.isAgain === true ? "It was opened again as it came. " : ""}Your own objects are not here.
      </p>
      {visit.rejected.length === 0 ? null : (
        <Button size="small" tone="danger" icon="warning" onClick={() => setRejected(true)}>
          {plural(visit.rejected.length, "object")} rejected
        </Button>
      )}
      <Button size="small" tone="primary" icon="download" onClick={() => setKeeping(true)}>
        Keep it…
      </Button>
      {worldsAreKept ? (
        <Button size="small" icon="world" onClick={() => askAboutWorld(page, { kind: "keep", visit })}>
          As a new world…
        </Button>
      ) : null}
      <Button size="small" onClick={() => leaveWorld(page)}>
        Back to mine
      </Button>
      {keeping ? <Keep visit={visit} onClose={() => setKeeping(false)} /> : null}
      <Modal open={rejected} onClose={() => setRejected(false)} title="Rejected by the server" wide>
        <ul className="kp-share-failures">
          {visit.rejected.slice(0, 100).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <div className="kp-dialog-actions">
          <Button tone="primary" onClick={() => setRejected(false)}>
            Close
          </Button>
        </div>
      </Modal>
    </section>
  );
}

function Keep({ visit, onClose }: { readonly visit: Visit; readonly onClose: () => void }) {
  const page = usePage();
  const address = formatRoute(useStore(page.route));
  const collect = async () => {
    const [all, { controllers }] = await Promise.all([
      listObjects({ handle: visit.server.handle, userAgent: pageAgent }),
      page.guests.own.inspect.serverSettings(),
    ]);
    const running = new Set(controllers.flatMap(({ name, enabled }) => (enabled ? [name] : [])));
    return sharedObjects(withoutControllersWork(all, running));
  };
  const kept = (withView: boolean) => {
    if (!withView) return page.guests.leave(address);
    takeEntries(page, visit.entries);
    reloadPage(urlOf(address, undefined));
  };
  return (
    <KeepDialog
      collect={collect}
      view={visit.entries.length === 0 ? undefined : { label: labelOfView(page) }}
      onKept={kept}
      onClose={onClose}
    />
  );
}

const isAnything = (value: unknown): value is unknown => value !== undefined;

/** Puts what was entered on the guest page in place of the own entries. The page is to be loaded again afterwards. */
function takeEntries(page: Page, keys: readonly string[]): void {
  const { memory } = page.guests;
  page.memory.save();
  memory.save();
  for (const key of keys) {
    const brought = page.memory.read(key, isAnything);
    memory.write(key, mergedEntry(key, memory.read(key, isAnything), brought));
  }
  memory.detach();
}
