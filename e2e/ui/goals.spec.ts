import { expect, type Page } from "@playwright/test";
import { test } from "../browser-test.ts";
import { clickThrough, expectDone, expectReached, foot, goalAt, lessonWith, showWay, stepAt } from "./do-lesson.ts";
import { openApp } from "./open-page.ts";
import { run } from "./terminal-views.ts";

/** Goals of lessons, which readers reach in any way. */
const side = (page: Page) => page.getByRole("complementary", { name: "The lesson’s server" });

test("a goal is reached in the terminal, and stays reached", async ({ page }) => {
  await openApp(page, "#/lessons/tainted-node");
  const goal = goalAt(page, 1);
  await expect(goal.getByRole("status")).toHaveText("not yet reached");
  await expect(goal).toContainText("Both pods of the Deployment web are available.");
  await expect(goal).not.toContainText("availableReplicas");
  await run(side(page), "kubectl taint node one maintenance:NoSchedule-");
  await expectReached(page, 1);
  await expectDone(page);
  await run(side(page), "kubectl scale deployment web --replicas=1");
  await expect(goal.getByRole("status")).toHaveText("reached, but no longer so");
  await page.reload();
  await expect(goal).toHaveAttribute("data-reached", "");
  await page.getByRole("button", { name: "Start over" }).click();
  await expect(goal.getByRole("status")).toHaveText("not yet reached");
});

test("a goal is reached by a request of the reader", async ({ page }) => {
  const lesson = lessonWith("first-request");
  const [{ way } = { way: { first: 0 } }] = lesson.goals;
  await openApp(page, "#/lessons/first-request");
  await clickThrough(page, lesson, 0, way.first);
  await expect(goalAt(page, 1).getByRole("status")).toHaveText("not yet reached");
  await stepAt(page, 1).getByRole("button", { name: "Edit step 1" }).click();
  const hello = {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "hello" },
    data: { greeting: "hello, world" },
  };
  const own = page.getByRole("textbox", { name: "Text of step 1" });
  await own.fill(`POST /api/v1/namespaces/default/configmaps\n\n${JSON.stringify(hello)}`);
  await own.press("ControlOrMeta+Enter");
  await expectReached(page, 1);
  await expectDone(page);
});

test("a goal says which of its parts hold", async ({ page }) => {
  await openApp(page, "#/lessons/may-not-list");
  const goal = goalAt(page, 1);
  const part = goal.getByRole("listitem").filter({ hasText: "may list the pods of dev" });
  await expect(goal.getByRole("status")).toHaveText("3 of 4 parts hold");
  await expect(part).toContainText("not yet");
  await run(side(page), "kubectl create role pods --verb=list,delete --resource=pods -n dev");
  await run(side(page), "kubectl create rolebinding pods --role=pods --serviceaccount=dev:reporter -n dev");
  await expect(part).toContainText("holds");
  await expect(goal.getByRole("listitem").filter({ hasText: "not delete" })).toContainText("not yet");
  // what is asked for the goal stands among the page's reads, which the log leaves out at first
  await side(page).getByRole("tab", { name: "Requests" }).click();
  await expect(side(page).getByRole("row").filter({ hasText: "rolebindings" }).first()).toBeVisible();
  await expect(side(page).getByRole("row").filter({ hasText: "subjectaccessreviews" })).toHaveCount(0);
});

test("hints unfold one by one, the way as the last, and its steps reach the goal", async ({ page }) => {
  await openApp(page, "#/lessons/tainted-node");
  const goal = goalAt(page, 1);
  await expect(goal.getByRole("group", { name: /^Hint/ })).toHaveCount(0);
  await expect(stepAt(page, 1)).toHaveCount(0);
  await goal.getByRole("button", { name: "Show a hint" }).press("Enter");
  await expect(goal.getByRole("group", { name: /^Hint/ })).toHaveCount(1);
  await goal.getByRole("button", { name: "Show another hint" }).press("Enter");
  await goal.getByRole("button", { name: "Show a way" }).press("Enter");
  await expect(goal.getByRole("group", { name: "A way to the goal" })).toBeFocused();
  await expect(stepAt(page, 1)).not.toContainText("node/one untainted");
  await foot(page).getByRole("button", { name: "Run step 1" }).click();
  await expect(stepAt(page, 1)).toContainText("node/one untainted");
  await expectReached(page, 1);
  await expectDone(page);
});

test("a goal does not count before the steps above it have run", async ({ page }) => {
  await openApp(page, "#/lessons/stuck-namespace");
  const goal = goalAt(page, 1);
  await expect(goal.getByRole("status")).toHaveText("counts once the steps above have run");
  await foot(page).getByRole("button", { name: "Run step 1" }).click();
  await expect(goal.getByRole("status")).toHaveText("0 of 2 parts hold");
  const [written] = lessonWith("stuck-namespace").goals;
  if (written !== undefined) await showWay(page, written);
  await foot(page).getByRole("button", { name: "Run step 2" }).click();
  await expectReached(page, 1);
});
