import { useEffect } from "react";
import { useStore } from "zustand";
import { formatAge } from "../../data/words.ts";
import { Button, LinkButton } from "../../design/button.tsx";
import { Note } from "../../design/feedback.tsx";
import type { NamedWorld } from "../../platform/named-worlds.ts";
import { compareAddress } from "../../shared/compare-address.ts";
import { usePage } from "../../state/page.ts";
import { askAboutWorld } from "../../state/world-dialog.ts";
import { urlOfNamed, worlds } from "../../state/worlds.ts";

/** The worlds that this browser keeps, each with a server, objects and drafts of its own. */
export function WorldsTab() {
  const page = usePage();
  const { worlds: all, here, areKept, load } = useStore(worlds.of(page.guests.own));
  useEffect(() => void load(), [load]);
  return (
    <div className="fill scroll pad" role="region" aria-label="Worlds" tabIndex={0}>
      <div className="kp-sheet stack">
        <h2 className="kp-page-title">Worlds</h2>
        <p>
          A world has a server, objects, settings and drafts of its own, which this browser keeps. The page’s address
          names the world, so that each tab can have another one.
        </p>
        {areKept ? null : <Note tone="warning">This browser keeps no objects here, and so no other worlds.</Note>}
        <ul className="kp-worlds">
          {all.map((world) => (
            <World key={world.id} world={world} isHere={world.id === here.id && page.visit === undefined} />
          ))}
        </ul>
        <div>
          <Button icon="plus" tone="primary" disabled={!areKept} onClick={() => askAboutWorld(page, { kind: "new" })}>
            New world…
          </Button>
        </div>
      </div>
    </div>
  );
}

function World({ world, isHere }: { readonly world: NamedWorld; readonly isHere: boolean }) {
  const page = usePage();
  const { name, madeAt } = world;
  const ask = (kind: "rename" | "duplicate" | "delete") => () => askAboutWorld(page, { kind, world });
  return (
    <li className="kp-world-row" aria-current={isHere ? "true" : undefined}>
      <div className="grow">
        <strong>{name}</strong>{" "}
        <span className="quiet">
          {[
            ...(isHere ? ["open in this tab"] : []),
            ...(world.id === "" ? ["the first one"] : []),
            ...(madeAt === undefined ? [] : [`made ${formatAge(madeAt, page.clock.now())} ago`]),
          ].join(", ")}
        </span>
      </div>
      <div className="row wrap">
        {isHere ? null : (
          <>
            <LinkButton size="small" href={urlOfNamed(world)} aria-label={`Open ${name}`}>
              Open
            </LinkButton>
            <LinkButton size="small" href={compareAddress(world)} aria-label={`Compare with ${name}`}>
              Compare…
            </LinkButton>
          </>
        )}
        <Button size="small" aria-label={`Rename ${name}`} onClick={ask("rename")}>
          Rename…
        </Button>
        <Button size="small" aria-label={`Duplicate ${name}`} onClick={ask("duplicate")}>
          Duplicate…
        </Button>
        {world.id === "" ? (
          isHere && (
            <LinkButton size="small" href="#/server?ask=reset" aria-label={`Reset ${name}`}>
              Reset…
            </LinkButton>
          )
        ) : (
          <Button size="small" tone="danger" aria-label={`Delete ${name}`} onClick={ask("delete")}>
            Delete…
          </Button>
        )}
      </div>
    </li>
  );
}
