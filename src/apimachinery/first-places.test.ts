import { expect, test } from "vitest";
import { firstPlaces, isBefore } from "./first-places.ts";

test("values that stood before are repeated, and nothing else is", () => {
  const values = ["a", "b", "a", "", "", "b", "c"];
  const places = firstPlaces(values);
  expect(values.map((value, i) => isBefore(places, value, i))).toEqual(
    values.map((value, i) => values.indexOf(value) < i),
  );
  expect(isBefore(places, "d", 3)).toBe(false);
});
