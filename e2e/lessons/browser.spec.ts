import { expect, test } from "@playwright/test";
import { docsPage, DocsHost, expectReady, frameOf } from "../embed/docs-host.ts";
import { allLessons, clickThrough, expectDone } from "../ui/do-lesson.ts";
import { openApp } from "../ui/open-page.ts";

/**
 * Lessons in Chromium: one of each section, or with `npm run lessons -- --browser` all, or those whose path contains a
 * text.
 */
const wanted = process.env["KUBEPAD_LESSONS"]?.split(",");
const chosen =
  wanted === undefined
    ? allLessons.filter(({ lesson }, i) => allLessons[i + 1]?.lesson.section !== lesson.section)
    : allLessons.filter(({ lesson }) => wanted.some((part) => lesson.file.includes(part)));

for (const { slug, lesson } of chosen) {
  test(`${lesson.file} passes in the page`, async ({ page }) => {
    test.setTimeout(180_000);
    await openApp(page, `#/lessons/${slug}`);
    await clickThrough(page, lesson);
    await expectDone(page);
  });
}

test("a lesson passes in an embed", async ({ page, baseURL }) => {
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
