import { expect, type Page } from "@playwright/test";
import { test } from "../browser-test.ts";
import { axeProblems } from "../ui/axe-problems.ts";
import { clickThrough, countOf, expectDone, expectPassed, foot, lessonWith, stepAt } from "../ui/do-lesson.ts";
import { openApp } from "../ui/open-page.ts";
import { docsPage, DocsHost, expectReady, frameOf, type WrittenEmbed } from "./docs-host.ts";

/** Lessons in the pages of others. */
const docs = new DocsHost();

test.beforeAll(() => docs.start());
test.afterAll(() => docs.stop());

async function open(page: Page, site: string | undefined, embed: WrittenEmbed) {
  await page.goto(docs.add(docsPage(site ?? "", [embed])));
  const frame = await frameOf(page);
  await expectReady(frame);
  return frame;
}

test("a lesson is done in an embed, axe finds nothing, and it starts over", async ({ page, baseURL }) => {
  const frame = await open(page, baseURL, { attributes: { view: "lesson", target: "conflicts" } });
  const lesson = lessonWith("conflicts");
  await clickThrough(frame, lesson);
  await expectDone(frame);
  await expect.poll(() => page.workers().length).toBe(1);
  await frame.getByRole("tab", { name: "Object" }).click();
  await expect(frame.getByRole("region", { name: "Object of the lesson" })).toContainText("mode:");
  await frame.getByRole("tab", { name: "Lesson" }).click();
  await expectDone(frame);
  expect(await axeProblems(frame, "all")).toEqual([]);
  await frame.getByRole("button", { name: "Start over" }).click();
  await expect(foot(frame)).toContainText(`0 of ${countOf(lesson)} steps done`);
  await clickThrough(frame, lesson, 0, 1);
});

test("a step alone brings those before it, and leads to its lesson", async ({ page, baseURL }) => {
  const frame = await open(page, baseURL, { attributes: { view: "lesson", target: "watch/6" } });
  await expect(stepAt(frame, 5)).toHaveCount(0);
  await frame.getByRole("button", { name: "Run step 6" }).click();
  await expectPassed(frame, 6);
  await frame.getByRole("link", { name: "The whole lesson" }).click();
  await expectPassed(frame, 5);
  await expect(foot(frame)).toContainText(`6 of ${countOf(lessonWith("watch"))} steps done`);
});

const own = `---
title: "My <b>own</b>"
---

# Mine

<script>parent.hacked = 1</script> [x](javascript:parent.hacked=1)

\`\`\`http
GET /version
---
200 OK

{"major": "1"}
\`\`\`
`;

test("a page brings a lesson of its own, as an attribute or as the text of the element", async ({ page, baseURL }) => {
  const frame = await open(page, baseURL, { attributes: { view: "lesson", body: own } });
  await frame.getByRole("button", { name: "Run step 1", exact: true }).first().click();
  await expectPassed(frame, 1);
  await expect(frame.getByRole("article").locator("script, a")).toHaveCount(0);
  const inside = own.replace(/<script>.*<\/script>/, "");
  await page.goto(
    docs.add(
      docsPage(baseURL ?? "", [{ attributes: { view: "lesson" } }]).replace(
        "></kubepad-embed>",
        `><script type="text/markdown">\n${inside}</script></kubepad-embed>`,
      ),
    ),
  );
  const second = await frameOf(page);
  await expect(second.getByRole("heading", { name: "Mine" })).toBeVisible();
});

test("readers of a read-only lesson run its steps and change no text", async ({ page, baseURL }) => {
  const frame = await open(page, baseURL, { attributes: { view: "lesson", target: "one-object", readonly: "" } });
  await clickThrough(frame, lessonWith("one-object"), 0, 2);
  await expect(frame.getByRole("button", { name: /^Edit step/ })).toHaveCount(0);
  await frame.getByRole("button", { name: "Start over" }).click();
  await expect(foot(frame)).toContainText("0 of");
});

test("the snippet of a lesson shows it or one step of it", async ({ page }) => {
  await openApp(page, "#/lessons/watch/3");
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("menuitem", { name: "Embed this view…" }).click();
  const dialog = page.getByRole("dialog", { name: "Embed this view" });
  const html = dialog.getByRole("region", { name: "HTML of the embed" });
  await expect(html).toContainText('<kubepad-embed view="lesson" target="watch">');
  await dialog.getByText("Only step 3").click();
  await expect(html).toContainText('<kubepad-embed view="lesson" target="watch/3">');
});
