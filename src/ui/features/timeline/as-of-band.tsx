import type { ReactNode } from "react";
import { useStore } from "zustand";
import { formatCount } from "../../data/words.ts";
import { Button } from "../../design/button.tsx";
import { Icon } from "../../design/icon.tsx";
import { usePage, type Moment } from "../../state/page.ts";
import { askAboutWorld } from "../../state/world-dialog.ts";
import { worlds } from "../../state/worlds.ts";
import { lastUpTo } from "./model/entries.ts";
import { timeline } from "./timeline-store.ts";

const format = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium", hour12: false });

/** What is not read from the history. */
const notOfThePast = "Kinds, schemas, permissions, logs, settings and the ages in tables of kubectl are those of now.";

/** Says that the page shows a past revision, or that it cannot, and leads back. */
export function AsOfBand({ onNow }: { readonly onNow: () => void }) {
  const { at, lost, compacted, revision, entries, isRead } = timeline.use((state) => state);
  const { go } = timeline.use((state) => state);
  const now = (
    <Button size="small" tone="primary" onClick={onNow}>
      Back to now
    </Button>
  );
  if (lost !== undefined && isRead)
    return (
      <Band label="Revision that is not kept" tools={now}>
        <span className="grow">
          {lost > revision
            ? `There is no revision ${formatCount(lost)} yet: the newest one is ${formatCount(revision)}.`
            : `Revision ${formatCount(lost)} is compacted: the history keeps revisions ${formatCount(compacted)} to ${formatCount(revision)}.`}
        </span>
        {lost > revision ? null : (
          <Button size="small" onClick={() => go(compacted)}>
            Show the oldest
          </Button>
        )}
      </Band>
    );
  if (at === undefined) return null;
  const time = lastUpTo(entries, at)?.at;
  const tools = (
    <>
      {lost === undefined ? <ForkButton moment={{ revision: at, at: time }} /> : null}
      {now}
    </>
  );
  return (
    <Band label="Past revision" tools={tools}>
      <span className="grow" title={notOfThePast}>
        <strong>As of revision {formatCount(at)}</strong>
        {time === undefined ? "" : `, ${format.format(time)}`}
        <span className="kp-time-note"> · Nothing can be changed here. {notOfThePast}</span>
      </span>
    </Band>
  );
}

/** Opens a world that goes on from a revision, where the browser keeps worlds. */
function ForkButton({ moment }: { readonly moment: Moment }) {
  const page = usePage();
  const areKept = useStore(worlds.of(page.guests.own), (state) => state.areKept);
  return (
    <Button
      size="small"
      icon="world"
      disabled={!areKept}
      title={areKept ? undefined : "This browser keeps no worlds, so there is no second one."}
      onClick={() => askAboutWorld(page, { kind: "fork", of: page, moment })}
    >
      Go on from here…
    </Button>
  );
}

function Band({
  label,
  tools,
  children,
}: {
  readonly label: string;
  readonly tools: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className="kp-time-band" aria-label={label}>
      <Icon name="history" size={14} />
      {children}
      {tools}
    </section>
  );
}
