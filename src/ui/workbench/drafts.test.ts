import { expect, test } from "vitest";
import type { Page } from "../state/page.ts";
import { defineDrafts } from "./drafts.ts";

const isText = (value: unknown): value is string => typeof value === "string";

const page: Page = Object.assign(Object.create(null), {
  memory: { read: () => undefined, write: () => undefined, onSave: () => undefined },
  clock: { after: () => () => undefined },
});

test("a draft that is dropped comes back with its fixtures, beside what was written meanwhile", () => {
  const drafts = defineDrafts({
    settings: { drafts: "drafts", fixtures: "fixtures" },
    isDraft: isText,
    isFixture: isText,
    change: (_draft: string | undefined, text: string) => text,
  }).of(page);
  const { edit, changeFixtures, forget } = drafts.getState();
  edit("own", "a");
  changeFixtures("own", (before) => [...before, "one"], ["zero"]);
  changeFixtures("own", (before) => before.slice(1));
  // both begin before either is done
  const adding = ["two", "three"].map((name) => () => changeFixtures("own", (before) => [...before, name]));
  for (const add of adding) add();
  const bringBack = forget("own");
  expect(drafts.getState()).toMatchObject({ drafts: {}, fixtures: {} });
  edit("own/2", "b");
  bringBack();
  expect(drafts.getState().drafts).toEqual({ own: "a", "own/2": "b" });
  expect(drafts.getState().fixtures).toEqual({ own: ["one", "two", "three"] });
});

test("a draft without fixtures comes back without any", () => {
  const drafts = defineDrafts({
    settings: { drafts: "drafts" },
    isDraft: isText,
    isFixture: isText,
    change: (_draft: string | undefined, text: string) => text,
  }).of(page);
  drafts.getState().edit("own", "a");
  drafts.getState().forget("own")();
  expect(drafts.getState()).toMatchObject({ drafts: { own: "a" }, fixtures: {} });
});
