import { expect } from "@playwright/test";
import { test } from "../browser-test.ts";
import { docsPage, DocsHost, expectReady, frameOf } from "../embed/docs-host.ts";
import { allLessons, clickThrough, expectDone, foot, newcomersPath } from "../ui/do-lesson.ts";
import { enterApp, goTo, openApp } from "../ui/open-page.ts";

/**
 * Lessons in Chromium: a short one of each section, or with `npm run lessons -- --browser` all and the whole path for
 * newcomers, whose ends and links `e2e/ui/lessons.spec.ts` tries, or those lessons whose path contains a text.
 */
const wanted = process.env["KUBEPAD_LESSONS"]?.split(",");
const fewestSteps = 4;
const short = allLessons
  .filter(({ lesson }) => lesson.steps.length >= fewestSteps)
  .toSorted((a, b) => a.lesson.steps.length - b.lesson.steps.length);
const chosen =
  wanted === undefined
    ? short.filter(({ lesson }, i) => short.findIndex((other) => other.lesson.section === lesson.section) === i)
    : allLessons.filter(({ lesson }) => wanted.some((part) => lesson.file.includes(part)));

test.describe("in one world", () => {
  test.use({ world: "lessons" });

  for (const { slug, lesson } of chosen) {
    test(`${lesson.file} passes in the page`, async ({ page }) => {
      test.setTimeout(180_000);
      await enterApp(page, `#/lessons/${slug}`);
      await clickThrough(page, lesson);
      await expectDone(page);
    });
  }
});

/** Without a choice, `e2e/ui` and `e2e/embed` have tests of the same with fewer lessons. */
const testOfAll = wanted === undefined ? test.skip : test;

testOfAll("each lesson of the path for newcomers leads to the next", async ({ page }) => {
  test.setTimeout(300_000);
  const catalogue = page.getByRole("region", { name: "Lessons", exact: true });
  await openApp(page, "");
  await page.getByRole("button", { name: /^Learn in twelve lessons/ }).click();
  await catalogue.getByRole("link", { name: "Begin: Your first request" }).click();
  for (const [i, { lesson }] of newcomersPath.entries()) {
    await expect(page.getByRole("article", { name: lesson.title })).toBeVisible();
    await clickThrough(page, lesson);
    await expectDone(page);
    const next = newcomersPath[i + 1];
    await foot(page)
      .getByRole("link", { name: next === undefined ? "The end of the course" : `Next: ${next.lesson.title}` })
      .click();
  }
  await goTo(page, "#/lessons");
  await expect(catalogue).toContainText("12 of 12 done");
});

testOfAll("a lesson passes in an embed", async ({ page, baseURL }) => {
  const docs = new DocsHost();
  await docs.start();
  const [{ slug, lesson }] = chosen.length === 0 ? [{ slug: "", lesson: undefined }] : chosen;
  if (lesson === undefined) return test.skip();
  await page.goto(docs.add(docsPage(baseURL ?? "", [{ attributes: { view: "lesson", target: slug } }])));
  const frame = await frameOf(page);
  await expectReady(frame);
  await clickThrough(frame, lesson);
  await expectDone(frame);
  expect(page.workers()).toHaveLength(1);
  await docs.stop();
});
