import { useEffect, useId, useMemo, useState } from "react";
import { useStore } from "zustand";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { managersOf, type FieldManager } from "../../../client/managed-fields.ts";
import { formatClock, formatMoment } from "../../data/words.ts";
import { IconButton } from "../../design/button.tsx";
import { assignTones } from "../../kube/manager-tones.ts";
import { changeSentences, ownedSince, ownershipChanges } from "../../kube/ownership-changes.ts";
import { OwnershipPanel } from "../../ownership/ownership-panel.tsx";
import { useShownNow } from "../../state/past.ts";
import { usePage } from "../../state/page.ts";
import { navigate, withParameters } from "../../state/route.ts";
import type { SeenRevision } from "./object-store.ts";

/** Shows the owner of each field of the object, at any revision that the server still has. */
export function OwnershipTab({
  object,
  seen,
}: {
  readonly object: KubeObject;
  readonly seen: readonly SeenRevision[];
}) {
  const [wanted, setWanted] = useRevisionOfAddress();
  const now = useShownNow(30_000);
  const found = wanted === undefined ? -1 : seen.findIndex((item) => item.revision === wanted);
  const index = found < 0 ? seen.length - 1 : found;
  const tones = useMemo(() => assignTones(seen.flatMap((item) => managersOf(item.object).map(({ id }) => id))), [seen]);
  const life = useMemo(() => lifeOf(seen, index), [seen, index]);
  const since = (manager: FieldManager, path: string) => {
    const from = ownedSince(life.states, life.states.length - 1, manager.id, path, life.whole);
    return from === undefined || from.time === ""
      ? ""
      : `since ${formatMoment(Date.parse(from.time), now)}${from.known ? "" : " or longer"}`;
  };
  return (
    <div className="column fill">
      {seen.length === 0 ? null : (
        <Revisions
          seen={seen}
          index={index}
          onIndex={(to) => setWanted(to === seen.length - 1 ? undefined : seen[to]?.revision)}
        />
      )}
      <OwnershipPanel object={seen[index]?.object ?? object} tones={tones} since={since} />
    </div>
  );
}

/** The debounce interval for the address, because a slider changes faster than the address may. */
const settleMs = 150;

/** The selected revision; undefined for the latest. It is part of the address: `?tab=ownership&revision=12`. */
function useRevisionOfAddress(): readonly [string | undefined, (revision: string | undefined) => void] {
  const page = usePage();
  const named = useStore(page.route).parameters["revision"];
  const [moved, setMoved] = useState({ from: named, to: named });
  const wanted = moved.from === named ? moved.to : named;
  useEffect(
    () =>
      wanted === named
        ? undefined
        : page.clock.after(settleMs, () => navigate(withParameters(page.route.getState(), { revision: wanted }), true)),
    [page, wanted, named],
  );
  return [wanted, (to) => setMoved({ from: named, to })];
}

/**
 * Returns the states up to `index` of the same object. An object with the same name but another uid was deleted before
 * and does not count. `whole` is set if the creation is among the states.
 */
function lifeOf(
  seen: readonly SeenRevision[],
  index: number,
): { readonly states: readonly KubeObject[]; readonly whole: boolean } {
  const past = seen.slice(0, index + 1);
  const uid = past.at(-1)?.object.metadata.uid;
  const own = past.filter((item) => item.object.metadata.uid === uid);
  return { states: own.map((item) => item.object), whole: own[0]?.type === "ADDED" };
}

interface RevisionsProps {
  readonly seen: readonly SeenRevision[];
  readonly index: number;
  readonly onIndex: (index: number) => void;
}

/** A slider over the revisions, with the changes of ownership at the selected one. */
function Revisions({ seen, index, onIndex }: RevisionsProps) {
  const id = useId();
  const chosen = seen[index];
  const told = useMemo(() => sentencesAt(seen, index), [seen, index]);
  if (chosen === undefined) return null;
  const last = seen.length - 1;
  const words = `Revision ${chosen.revision}${chosen.at === undefined ? "" : `, ${formatClock(chosen.at)}`}: ${index + 1} of ${seen.length}${index === last ? ", the newest" : ""}`;
  return (
    <section className="kp-own-time small" aria-label="Revisions">
      <div className="row">
        <label htmlFor={id}>{words}</label>
        <div className="row">
          <input
            id={id}
            className="kp-range"
            type="range"
            min={0}
            max={last}
            value={index}
            disabled={last === 0}
            aria-valuetext={`${words}. ${told.join(" ")}`}
            onChange={(event) => onIndex(Number(event.target.value))}
          />
          <IconButton
            icon="left"
            size="small"
            label="Revision before"
            disabled={index === 0}
            onClick={() => onIndex(index - 1)}
          />
          <IconButton
            icon="right"
            size="small"
            label="Revision after"
            disabled={index === last}
            onClick={() => onIndex(index + 1)}
          />
        </div>
      </div>
      <ul role="list" aria-label="Ownership changes" tabIndex={0}>
        {told.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}

function sentencesAt(seen: readonly SeenRevision[], index: number): readonly string[] {
  const item = seen[index];
  if (item === undefined) return [];
  if (item.type === "DELETED") return ["The object was deleted. This is the ownership at the end."];
  const before = seen[index - 1];
  if (index === 0 && item.type !== "ADDED")
    return ["The oldest revision that the server still keeps. What it changed is not known."];
  const base = item.type === "ADDED" || before?.type === "DELETED" ? undefined : before?.object;
  const sentences = changeSentences(ownershipChanges(base, item.object));
  return sentences.length === 0 ? ["No manager gained or lost a field."] : sentences;
}
