import { createStore } from "zustand/vanilla";
import { isRecord } from "../../apimachinery/is-record.ts";
import { defineSlice, type Slice } from "../state/page.ts";
import { remember } from "../state/remember.ts";

/** What is written at the places of a workbench, such as `own` or `gallery/ID`, and the fixtures beside it. */
export interface Drafts<Draft, Change, Fixture> {
  readonly drafts: Readonly<Record<string, Draft>>;
  readonly fixtures: Readonly<Record<string, readonly Fixture[]>>;
  readonly edit: (place: string, change: Change) => void;
  /**
   * Changes the fixtures of a place, or of the name of what they are of, as they are by now: what was shown when work
   * began may have changed until it is done. `otherwise` are those to begin with.
   */
  readonly changeFixtures: (key: string, change: ListChange<Fixture>, otherwise?: readonly Fixture[]) => void;
  /** Drops the draft and the fixtures of a place. Returns what brings them back. */
  readonly forget: (place: string) => () => void;
}

/** Makes another list of what is there by now. */
export type ListChange<T> = (before: readonly T[]) => readonly T[];

interface DraftKind<Draft, Change, Fixture> {
  /** The settings in which drafts and fixtures are kept. */
  readonly settings: { readonly drafts: string; readonly fixtures?: string };
  readonly isDraft: (value: unknown) => value is Draft;
  readonly isFixture: (value: unknown) => value is Fixture;
  readonly change: (draft: Draft | undefined, change: Change) => Draft;
}

const without = <T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> => {
  const { [key]: _, ...rest } = record;
  return rest;
};

/** A record with the entry that another one has at a key, if it has one. */
const withEntryOf = <T>(
  record: Readonly<Record<string, T>>,
  other: Readonly<Record<string, T>>,
  key: string,
): Readonly<Record<string, T>> => {
  const { [key]: item } = other;
  return item === undefined ? record : { ...record, [key]: item };
};

const isRecordOf =
  <T>(isItem: (value: unknown) => value is T) =>
  (value: unknown): value is Readonly<Record<string, T>> =>
    isRecord(value) && Object.values(value).every(isItem);

const isListOf =
  <T>(isItem: (value: unknown) => value is T) =>
  (value: unknown): value is readonly T[] =>
    Array.isArray(value) && value.every(isItem);

/** Declares the drafts of a workbench. They are persisted. */
export function defineDrafts<Draft, Change, Fixture>({
  settings,
  isDraft,
  isFixture,
  change,
}: DraftKind<Draft, Change, Fixture>): Slice<Drafts<Draft, Change, Fixture>> {
  const fixturesSetting = settings.fixtures;
  return defineSlice((page) => {
    const kept = fixturesSetting && page.memory.read(fixturesSetting, isRecordOf(isListOf(isFixture)));
    const store = createStore<Drafts<Draft, Change, Fixture>>((set, get) => ({
      drafts: page.memory.read(settings.drafts, isRecordOf(isDraft)) ?? {},
      fixtures: kept || {},
      edit: (place, next) => set(({ drafts }) => ({ drafts: { ...drafts, [place]: change(drafts[place], next) } })),
      changeFixtures: (key, made, otherwise = []) =>
        set(({ fixtures }) => ({ fixtures: { ...fixtures, [key]: made(fixtures[key] ?? otherwise) } })),
      forget(place) {
        const before = get();
        set({ drafts: without(before.drafts, place), fixtures: without(before.fixtures, place) });
        return () =>
          set(({ drafts, fixtures }) => ({
            drafts: withEntryOf(drafts, before.drafts, place),
            fixtures: withEntryOf(fixtures, before.fixtures, place),
          }));
      },
    }));
    remember(page, store, settings.drafts, ({ drafts }) => drafts);
    if (fixturesSetting !== undefined) remember(page, store, fixturesSetting, ({ fixtures }) => fixtures);
    return store;
  });
}
