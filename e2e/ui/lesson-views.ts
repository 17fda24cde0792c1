import { expect } from "@playwright/test";
import { clickThrough, expectPassed, goalAt, lessonWith, showWay, stepAt } from "./do-lesson.ts";
import type { View } from "./policy-views.ts";

/** The lessons: the catalogue, lessons in all states beside all views, and where they are written. */
export const lessonViews: readonly View[] = [
  {
    name: "lessons",
    address: "#/lessons?about=watches",
    prepare: async (page) => expect(page.getByRole("heading", { name: "About Watches" })).toBeVisible(),
  },
  {
    name: "lesson with a question",
    address: "#/lessons/conflicts",
    prepare: async (page) => {
      await clickThrough(page, lessonWith("conflicts"), 0, 2);
      await page.getByRole("tab", { name: "Object" }).click();
      await expect(page.getByRole("region", { name: "Object of the lesson" })).toContainText("mode: dark");
    },
  },
  {
    name: "lesson with a watch",
    address: "#/lessons/watch",
    prepare: async (page) => {
      await clickThrough(page, lessonWith("watch"), 0, 3);
      await page.getByText("GET /api/v1/namespaces/default/configmaps?watch=1").last().click();
      await expect(page.getByRole("list", { name: "Events of the watch of step 3" })).toContainText("ADDED");
    },
  },
  {
    name: "lesson that differs",
    address: "#/lessons/tables",
    prepare: async (page) => {
      await clickThrough(page, lessonWith("tables"), 0, 2);
      await stepAt(page, 3).getByRole("button", { name: "Edit step 3" }).click();
      const own = page.getByRole("textbox", { name: "Text of step 3" });
      await own.fill((await own.inputValue()).replace("200 OK", "201 Created"));
      await own.press("ControlOrMeta+Enter");
      await expect(stepAt(page, 3)).toHaveAttribute("data-phase", "failed");
      await stepAt(page, 3).getByRole("button", { name: "Edit step 3" }).click();
    },
  },
  {
    name: "goal with its hints and way",
    address: "#/lessons/may-not-list",
    prepare: async (page) => {
      const [goal] = lessonWith("may-not-list").goals;
      await expect(goalAt(page, 1).getByRole("status")).toHaveText("3 of 4 parts hold");
      if (goal !== undefined) await showWay(page, goal);
    },
  },
  {
    name: "lesson beside a terminal",
    address: "#/lessons/first-request",
    prepare: async (page) => {
      await stepAt(page, 1).getByRole("button", { name: "Run step 1" }).click();
      await expectPassed(page, 1);
      await page.getByRole("tab", { name: "Terminal" }).click();
      await expect(page.getByRole("region", { name: "Terminal", exact: true })).toBeVisible();
    },
  },
  {
    name: "writing a lesson",
    address: "#/lessons/write",
    prepare: async (page) => {
      await page.getByRole("textbox", { name: "Markdown of the lesson" }).fill("no front matter");
      await expect(page.getByRole("list", { name: "Problems" })).toContainText("Line 1");
    },
  },
];
