import { createStore } from "zustand/vanilla";
import { isRecord } from "../../../apimachinery/is-record.ts";
import type { PolicyFixture } from "../../../scenarios/policies/policy-example.ts";
import { defineSlice } from "../../state/page.ts";
import { outcomes } from "./model/outcome-words.ts";

export interface PolicyDrafts {
  /** The texts by place: `own`, `example/ID`, `installed/KIND/NAME`. */
  readonly texts: Readonly<Record<string, string>>;
  readonly fixtures: Readonly<Record<string, readonly PolicyFixture[]>>;
  readonly edit: (place: string, text: string) => void;
  readonly setFixtures: (place: string, fixtures: readonly PolicyFixture[]) => void;
  readonly forget: (place: string) => void;
}

const isTexts = (value: unknown): value is PolicyDrafts["texts"] =>
  isRecord(value) && Object.values(value).every((text) => typeof text === "string");
const isFixture = (value: unknown): value is PolicyFixture =>
  isRecord(value) &&
  ["id", "name", "object"].every((member) => typeof value[member] === "string") &&
  ["old", "user"].every((member) => ["string", "undefined"].includes(typeof value[member])) &&
  ["CREATE", "UPDATE", "DELETE"].some((operation) => operation === value["operation"]) &&
  outcomes.some((outcome) => outcome === value["expect"]);
const isFixtures = (value: unknown): value is PolicyDrafts["fixtures"] =>
  isRecord(value) && Object.values(value).every((list) => Array.isArray(list) && list.every(isFixture));

const textsSetting = "policies.texts";
const fixturesSetting = "policies.fixtures";

const without = <T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> => {
  const { [key]: _, ...rest } = record;
  return rest;
};

/** The drafts of policies and their fixtures. They are persisted. */
export const policyDrafts = defineSlice<PolicyDrafts>((page) => {
  const store = createStore<PolicyDrafts>((set, get) => ({
    texts: page.memory.read(textsSetting, isTexts) ?? {},
    fixtures: page.memory.read(fixturesSetting, isFixtures) ?? {},
    edit: (place, text) => set({ texts: { ...get().texts, [place]: text } }),
    setFixtures: (place, fixtures) => set({ fixtures: { ...get().fixtures, [place]: fixtures } }),
    forget: (place) => set({ texts: without(get().texts, place), fixtures: without(get().fixtures, place) }),
  }));
  let due = false;
  const write = (): void => {
    due = false;
    page.memory.write(textsSetting, store.getState().texts);
    page.memory.write(fixturesSetting, store.getState().fixtures);
  };
  page.memory.onSave(write);
  store.subscribe(() => {
    if (!due) page.clock.after(500, write);
    due = true;
  });
  return store;
});
