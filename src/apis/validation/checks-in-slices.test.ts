import { expect, it } from "vitest";
import {
  countErrors,
  errorMessage,
  maxFieldErrors,
  rootPath,
  type FieldError,
} from "../../apimachinery/field-error.ts";
import { Turns } from "../../component-base/event-loop.ts";
import { keptObject, inSlices, sliceUnits, Work } from "../../component-base/work.ts";
import { unique } from "./checks.ts";
import { isRepeated, type SeenValues } from "./checks-in-slices.ts";
import { addForbidden, addRequired, collectErrors, eachItem, eachText, type Fields } from "./fields.ts";

const { signal } = new AbortController();

/** Runs checks in slices of a size; returns their errors, and the work that was done. */
async function checkedInSlices(record: object, check: (fields: Fields) => void, slice: number) {
  const work = new Work(slice);
  const owner = { work, turns: new Turns(), signal, isLarge: true };
  const errors = await inSlices(owner, () => collectErrors({ ...record }, rootPath, check));
  work.renew();
  return { errors, ...work.counts };
}

const messages = (errors: readonly FieldError[]): readonly string[] => errors.map(errorMessage);

/** Checks with all that may outlive a pause: values seen before, in and around lists, and errors in outer ones. */
function checkGroups(root: Fields): void {
  const names: SeenValues = new Map();
  const total = keptObject(() => ({ items: 0 }));
  eachItem(root, "groups", (group) => {
    unique(group, "name", names);
    const ids: SeenValues = new Map();
    eachItem(group, "items", (item) => {
      if (isRepeated(ids, item.record["id"], item)) addForbidden(group, "items", `${String(item.record["id"])} twice`);
      eachText(item, "texts", (text, path) => {
        if (text === "") addRequired({ ...item, path: path() }, "text");
      });
      total.items++; // after the inner loop, since what is before it may be done again
    });
    eachItem(group, "items", (item) => {
      if (item.record["id"] === undefined) addRequired(item, "id");
    });
    addRequired(group, "end");
  });
  addForbidden(root, "groups", `${total.items} items`);
}

const groups = {
  groups: Array.from({ length: 5 }, (_, i) => ({
    name: `group-${i % 3}`,
    items: Array.from({ length: 7 }, (__, j) => ({ ...(j > 0 && { id: j % 4 }), texts: ["", "a", ""] })),
  })),
};

it.each([7, 8, 11, 23, 100])("nested lists are checked in slices of %i units as at once", async (slice) => {
  const { errors } = await checkedInSlices(groups, checkGroups, slice);
  expect(messages(errors)).toEqual(messages(collectErrors(groups, rootPath, checkGroups)));
});

it("counts errors beyond those that it describes, and pauses after every slice", async () => {
  const list = Array.from({ length: maxFieldErrors + 5_000 }, () => ({}));
  const check = (root: Fields): void => {
    for (let i = 0; i < 3; i++) eachItem(root, "list", (item) => addRequired(item, "name"));
  };
  const { errors, done, longest } = await checkedInSlices({ list }, check, sliceUnits);
  expect(countErrors(errors)).toBe(3 * list.length);
  expect(errors).toEqual(collectErrors({ list }, rootPath, check));
  expect(longest).toBeLessThan(1.1 * sliceUnits);
  expect(done).toBeGreaterThan(3 * sliceUnits);
});

it("the same item many times has the errors of as many equal items, with less work", async () => {
  const calls = { number: 0 };
  const check = (root: Fields): void => {
    const names: SeenValues = new Map();
    eachItem(root, "items", (item) => {
      calls.number++;
      unique(item, "name", names);
      if (item.record["id"] === undefined) addRequired(item, "id");
    });
  };
  const repeated = Array.from({ length: 2 * maxFieldErrors }, (): object => ({}));
  const equal = { items: [{ name: "a", id: 1 }, ...repeated, { id: 1 }, ...repeated, { id: 1 }] };
  const { errors: expected } = await checkedInSlices(equal, check, sliceUnits);
  const before = calls.number;
  expect(before).toBe(equal.items.length);
  const same: object = {};
  const shared = { items: equal.items.map((item) => (Object.keys(item).length === 0 ? same : item)) };
  const { errors } = await checkedInSlices(shared, check, sliceUnits);
  expect(countErrors(errors)).toBe(countErrors(expected));
  expect(messages(errors)).toEqual(messages(expected));
  expect(calls.number - before).toBeLessThan(before / 2);
});
