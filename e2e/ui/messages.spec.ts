import { expect, type Page } from "@playwright/test";
import { test } from "../browser-test.ts";
import { axeProblems, changeTheme } from "./axe-problems.ts";
import { openApp } from "./open-page.ts";

const messages = (page: Page) => page.getByRole("region", { name: "Notifications" });
const addNode = (page: Page) => page.getByRole("button", { name: "Add a node", exact: true });

/** The buttons, links and fields that lie under a message where they are in sight, by their texts. */
const covered = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const [toasts] = document.getElementsByClassName("kp-toasts");
    const room = toasts?.getBoundingClientRect();
    if (toasts === undefined || room === undefined) throw new Error("there is no place for messages");
    const texts: string[] = [];
    for (const control of document.querySelectorAll<HTMLElement>(".kp-shell :is(a, button, input, select)")) {
      const { left, top, width, height } = control.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const isUnder = width > 0 && x > room.left && x < room.right && y > room.top && y < room.bottom;
      const onTop = isUnder ? document.elementFromPoint(x, y) : null;
      if (onTop !== null && toasts.contains(onTop)) texts.push(control.innerText);
    }
    return texts;
  });

test("a message is read out, reached and dismissed by the keyboard, and covers nothing on a phone", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 780 });
  await openApp(page, "#/world");
  await addNode(page).press("Enter");
  const message = messages(page).getByText("The node node-1 is there.");
  await expect(message).toBeVisible();
  await expect(messages(page)).toHaveAttribute("aria-live", "polite");
  await expect.poll(() => covered(page)).toEqual([]);
  expect(await axeProblems(page, "all")).toEqual([]);
  await changeTheme(page, "dark");
  expect(await axeProblems(page, "colours")).toEqual([]);
  await page.keyboard.press("F6");
  await page.keyboard.press("Escape");
  await expect(message).toHaveCount(0);
});

test("what is refused leads to the requests", async ({ page }) => {
  await openApp(page, "#/world");
  await page.evaluate(() => {
    const kubepad: unknown = Reflect.get(globalThis, "kubepad");
    const inspect: unknown = Reflect.get(Object(kubepad), "inspect");
    const setFaults: (rules: readonly object[]) => Promise<unknown> = Reflect.get(Object(inspect), "setFaults");
    return setFaults([{ fault: "ServiceUnavailable", verbs: ["create"], resources: ["nodes"] }]);
  });
  await addNode(page).press("Enter");
  const message = messages(page).getByRole("dialog", { name: "Message" });
  await expect(message).toContainText("service unavailable");
  expect(await axeProblems(page, "all")).toEqual([]);
  await page.keyboard.press("F6");
  await page.getByRole("button", { name: "Show the requests" }).press("Enter");
  await expect(page).toHaveURL(/#\/log$/);
  await expect(message).toHaveCount(0);
});

test("an address of no view says so", async ({ page }) => {
  await openApp(page, "#/nowhere/at/all");
  await expect(messages(page)).toContainText("There is no view nowhere: this is World.");
  await expect(page.getByRole("heading", { name: "World", level: 1 })).toBeAttached();
});

test("a long message on a phone ends the page above it, the bar of the controllers included", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 780 });
  await openApp(page, `#/${"x".repeat(120)}`);
  await expect(messages(page)).toContainText("There is no view xxx");
  const overlap = () =>
    page.evaluate(() => {
      const [main, toasts] = ["main", ".kp-toasts"].map((each) => document.querySelector(each));
      return (main?.getBoundingClientRect().bottom ?? 0) - (toasts?.getBoundingClientRect().top ?? 0);
    });
  await expect.poll(overlap).toBeLessThanOrEqual(0);
});
