import { expect } from "@playwright/test";
import type { View } from "./policy-views.ts";

/** The views of the race lab. */
export const raceViews: readonly View[] = [
  {
    name: "races to begin with",
    address: "#/races",
    prepare: async (page) => expect(page.getByRole("link", { name: /^Lost update Two people/ })).toBeVisible(),
  },
  {
    name: "race with a replayed order",
    address: "#/races/example/lost-update?order=alice.bob.bob.bob.alice.alice&tab=race",
    prepare: async (page) => {
      await expect(page.getByRole("status", { name: "Ending" })).toContainText("Lost update: alice");
      await expect(page.getByRole("table", { name: "Outcomes" }).getByRole("row")).toHaveCount(4);
    },
  },
  {
    name: "race as a test",
    address: "#/races/mended/leader-election?tab=test",
    prepare: async (page) => expect(page.getByRole("region", { name: "Test" })).toContainText("interleavings"),
  },
];
