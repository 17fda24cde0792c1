import { expect } from "@playwright/test";
import { test } from "../browser-test.ts";
import { axeProblems } from "./axe-problems.ts";
import { clickThrough, lessonWith, stepAt } from "./do-lesson.ts";
import { openApp } from "./open-page.ts";

test("a lesson runs a race with its claims, and opens the race lab beside it", async ({ page }) => {
  const lesson = lessonWith("updates");
  const race = 1 + lesson.steps.findLastIndex(({ action }) => action.kind === "race");
  await openApp(page, "#/lessons/updates");
  await clickThrough(page, lesson);
  await expect(stepAt(page, race)).toContainText("11 claims hold");
  await stepAt(page, race).getByRole("button", { name: "Step through it in the race lab" }).press("Enter");
  const lab = page.getByRole("complementary", { name: "The lesson’s server" });
  await expect(lab.getByRole("table", { name: "Outcomes" })).toContainText("alice");
  await lab
    .getByRole("button", { name: /^Replay: / })
    .first()
    .click();
  await expect(lab.getByRole("region", { name: "Outcomes and steps" })).toContainText("bob");
  expect(await axeProblems(page, "all")).toEqual([]);
});

test("a lesson tells stories of the watch lab, and opens it beside", async ({ page }) => {
  const lesson = lessonWith("resume-a-watch");
  const story = 1 + lesson.steps.findIndex(({ action }) => action.kind === "watch-lab");
  await openApp(page, "#/lessons/resume-a-watch");
  await clickThrough(page, lesson);
  await stepAt(page, story).getByRole("button", { name: "Make the moves in the watch lab" }).press("Enter");
  const lab = page.getByRole("complementary", { name: "The lesson’s server" });
  await expect(lab.getByRole("combobox", { name: "Story" })).toHaveValue("lost-event");
  await lab.getByRole("button", { name: /^Next: / }).click();
  await expect(lab.getByRole("list", { name: "ConfigMaps of the informer" }).getByRole("listitem")).toHaveText([
    /^a/,
    /^b/,
  ]);
  await lab.getByRole("combobox", { name: "Story" }).selectOption("relist");
  await expect(lab.getByText("410 Gone, and a relist")).toBeAttached();
  expect(await axeProblems(page, "all")).toEqual([]);
});
