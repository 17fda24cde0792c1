import { createStore, type StoreApi } from "zustand/vanilla";
import type { RevisionEntry } from "../../../client/history.ts";
import { revisionOfAddress } from "../../platform/address.ts";
import { defineSlice, type Page } from "../../state/page.ts";
import { authorOf, isHidden } from "./model/authors.ts";
import { groupFrom, lastUpTo, countUpTo } from "./model/entries.ts";
import { nextStep, type Pace } from "./model/pace.ts";
import { followRevisions, nothingRetained, type Retained } from "./revision-feed.ts";
import { Traveller } from "./traveller.ts";

export type WriteKind = RevisionEntry["kind"];

export interface Timeline extends Retained {
  /** The writes that the filters let through. */
  readonly shown: readonly RevisionEntry[];
  /** How many writes each author has made. */
  readonly authors: ReadonlyMap<string, number>;
  readonly hiddenAuthors: ReadonlySet<string>;
  readonly hiddenKinds: ReadonlySet<WriteKind>;
  /** The revision that the page shows; undefined for the newest one. */
  readonly at: number | undefined;
  /** A revision that was asked for and cannot be shown: it is compacted, or not there yet. */
  readonly lost: number | undefined;
  readonly isPlaying: boolean;
  readonly pace: Pace;
  readonly go: (revision: number | undefined) => void;
  /** Goes to the write before or after, or to the one at the end of a group of writes. */
  readonly step: (direction: 1 | -1, by: "write" | "group") => void;
  readonly play: (isPlaying: boolean) => void;
  readonly setPace: (pace: Pace) => void;
  readonly toggleAuthors: (authors: ReadonlySet<string>) => void;
  readonly toggleKind: (kind: WriteKind) => void;
  /** Follows the writes and the address until the returned function is called, which leads back to now. */
  readonly attend: () => () => void;
}

type Filters = Pick<Timeline, "hiddenAuthors" | "hiddenKinds">;

const passing = (entries: readonly RevisionEntry[], { hiddenAuthors, hiddenKinds }: Filters) =>
  hiddenAuthors.size + hiddenKinds.size === 0
    ? entries
    : entries.filter((entry) => !hiddenKinds.has(entry.kind) && !hiddenAuthors.has(authorOf(entry)));

function authorsOf(entries: readonly RevisionEntry[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const entry of entries) {
    const author = authorOf(entry);
    counts.set(author, (counts.get(author) ?? 0) + 1);
  }
  return counts;
}

function toggled<T>(set: ReadonlySet<T>, values: ReadonlySet<T>): ReadonlySet<T> {
  return new Set(isHidden(values, set) ? [...set].filter((value) => !values.has(value)) : [...set, ...values]);
}

/** The line of revisions of a page: the writes, and which revision is shown. */
export const timeline = defineSlice<Timeline>((page) => {
  const store: StoreApi<Timeline> = createStore<Timeline>((set, get) => {
    const traveller = new Traveller(page);
    const filter = (filters: Filters): void => set({ ...filters, shown: passing(get().entries, filters) });
    const show = (revision: number | undefined, isNamed: boolean): void => {
      const { compacted, revision: newest, entries } = get();
      const isLost = revision !== undefined && (revision < compacted || revision > newest);
      set({ at: isLost ? undefined : revision, lost: isLost ? revision : undefined });
      const moment = { revision: revision ?? newest, at: lastUpTo(entries, revision ?? newest)?.at };
      traveller.show(revision === undefined || isLost ? undefined : moment, isNamed || isLost);
    };
    const go = (revision: number | undefined): void => show(revision, false);
    const take = (retained: Retained, isFirst: boolean): void => {
      const { entries, at } = get();
      const isOther = retained.entries !== entries;
      set({
        ...retained,
        ...(isOther && { authors: authorsOf(retained.entries), shown: passing(retained.entries, get()) }),
      });
      if (isFirst) show(revisionOfAddress(), true);
      else if (at !== undefined && (at < retained.compacted || at > retained.revision)) set({ lost: at });
    };
    return {
      ...nothingRetained,
      shown: [],
      authors: new Map(),
      hiddenAuthors: new Set(),
      hiddenKinds: new Set(),
      at: undefined,
      lost: undefined,
      isPlaying: false,
      pace: 1,
      go(revision) {
        set({ isPlaying: false });
        go(revision);
      },
      step(direction, by) {
        const to = stepFrom(get(), direction, by);
        if (to !== "nowhere") get().go(to);
      },
      play(isPlaying) {
        if (isPlaying === get().isPlaying) return;
        set({ isPlaying });
        if (!isPlaying) return;
        const { at, compacted, shown } = get();
        if (at === undefined || countUpTo(shown, at) >= shown.length) go(compacted);
        playOn(page, store, go);
      },
      setPace: (pace) => set({ pace }),
      toggleAuthors: (authors) => filter({ ...get(), hiddenAuthors: toggled(get().hiddenAuthors, authors) }),
      toggleKind: (kind) => filter({ ...get(), hiddenKinds: toggled(get().hiddenKinds, new Set([kind])) }),
      attend() {
        const stop = followRevisions(page, (retained) => take(retained, !get().isRead && retained.isRead));
        const onAddress = (): void => {
          const asked = revisionOfAddress();
          if (get().isRead && !traveller.isNaming && asked !== get().at) show(asked, true);
        };
        window.addEventListener("popstate", onAddress);
        return () => {
          stop();
          window.removeEventListener("popstate", onAddress);
          get().go(undefined);
          set({ isRead: false });
        };
      },
    };
  });
  return store;
});

/** Where a step leads: forward from the last write, to now. */
function stepFrom(
  { shown, at, revision }: Timeline,
  direction: 1 | -1,
  by: "write" | "group",
): number | undefined | "nowhere" {
  if (shown.length === 0) return "nowhere";
  if (at === undefined && direction === 1) return "nowhere";
  const from = at ?? revision;
  const index = countUpTo(shown, from) - 1;
  if (direction === 1 && index >= shown.length - 1) return undefined;
  if (by === "group") return groupFrom(shown, from, direction)?.revision ?? "nowhere";
  return shown[Math.max(0, index + direction)]?.revision ?? "nowhere";
}

/** Shows one write after the other as long as it is played, and then what is now. */
function playOn(page: Page, store: StoreApi<Timeline>, go: (revision: number | undefined) => void): void {
  const { isPlaying, at, shown, pace } = store.getState();
  if (!isPlaying || at === undefined) return;
  const step = nextStep(shown, at, pace);
  if (step === undefined) {
    store.setState({ isPlaying: false });
    return go(undefined);
  }
  page.clock.after(step.afterMs, () => {
    if (!store.getState().isPlaying || store.getState().at !== at) return;
    go(step.entry.revision);
    playOn(page, store, go);
  });
}
