import { expect, type Page } from "@playwright/test";
import { test } from "../browser-test.ts";
import { axeProblems } from "./axe-problems.ts";
import { clickThrough, expectDone, foot, lessonWith, newcomersPath } from "./do-lesson.ts";
import { goTo, openApp } from "./open-page.ts";
import { run } from "./terminal-views.ts";

/** Courses: lessons in order, with an end to print; those of Kubepad, and those that others write. */

const lesson = (title: string): string => `---
title: ${title}
---

# ${title}

\`\`\`yaml create
apiVersion: v1
kind: ConfigMap
metadata: {name: colors}
\`\`\`
`;

const course = `---
title: My first course
course: true
level: beginner
---

Two lessons about ConfigMaps.

## Begin

- [Colours](lessons/colours.md)

## Go on

- [More colours](lessons/more.md)
`;

const file = (name: string, text: string) => ({ name, mimeType: "text/markdown", buffer: Buffer.from(text) });
const files = [
  file("course.md", course),
  file("colours.md", lesson("Colours")),
  file("more.md", lesson("More colours")),
];

async function openFiles(page: Page, chosen: typeof files): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open a course" }).click();
  await (await chooser).setFiles(chosen);
}

const view = (page: Page) => page.getByRole("region", { name: "Course", exact: true });

async function runStep(page: Page): Promise<void> {
  await foot(page).getByRole("button", { name: "Run step 1" }).click();
  await expectDone(page);
}

test("a course from files is done to its end, which has the reader’s name, and is there after a reload", async ({
  page,
}) => {
  await openApp(page, "#/lessons");
  await openFiles(page, files);
  await expect(view(page).getByRole("heading", { name: "My first course" })).toBeVisible();
  await expect(view(page)).toContainText("Two lessons about ConfigMaps.");
  await goTo(page, "#/lessons/course/opened/end");
  await expect(page.getByText("My first course: 0 of 2 lessons done.")).toBeVisible();
  await page.getByRole("link", { name: "Go on: Colours" }).click();
  await runStep(page);
  await foot(page).getByRole("link", { name: "Next: More colours" }).click();
  await page.reload();
  await page.getByRole("link", { name: "Course", exact: true }).click();
  await expect(view(page)).toContainText("1 of 2 lessons done");
  await view(page).getByRole("link", { name: "Go on: More colours" }).click();
  await runStep(page);
  await foot(page).getByRole("link", { name: "The end of the course" }).click();
  await page.getByRole("textbox", { name: "Your name" }).fill("Ada Lovelace");
  const end = page.getByRole("article");
  await expect(end).toContainText("Ada Lovelace");
  await expect(end).toContainText("has done 2 lessons with 2 steps");
  expect(await axeProblems(page, "all")).toEqual([]);
  await page.reload();
  await expect(end).toContainText("Ada Lovelace");
  await page.emulateMedia({ media: "print" });
  await expect(end).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Your name" })).toBeHidden();
  await expect(page.getByRole("navigation", { name: "Views" })).toBeHidden();
  // What does not fit on one page goes on, on the next one.
  await page.setViewportSize({ width: 600, height: 160 });
  const measure = () =>
    end.evaluate((sheet) => ({
      sheet: sheet.clientHeight,
      content: sheet.scrollHeight,
      document: document.documentElement.scrollHeight,
    }));
  await expect.poll(async () => (await measure()).sheet).toBeGreaterThan(160);
  const heights = await measure();
  expect(heights.content).toBeLessThanOrEqual(heights.sheet);
  expect(heights.document).toBeGreaterThanOrEqual(heights.sheet);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ media: null });
  // Beginning a lesson anew takes nothing away.
  await goTo(page, "#/lessons/course/opened");
  await view(page)
    .getByRole("link", { name: /More colours/ })
    .click();
  await page.getByRole("button", { name: "Start over" }).click();
  await expect(foot(page).getByRole("status")).toHaveText("0 of 1 step done");
  await goTo(page, "#/lessons/course/opened");
  await expect(view(page)).toContainText("2 of 2 lessons done");
  await view(page).getByRole("button", { name: "Close this course" }).click();
  await goTo(page, "#/lessons/course/opened");
  await expect(page.getByText("There is no course opened")).toBeVisible();
});

test("files that are no course are refused in words", async ({ page }) => {
  await openApp(page, "#/lessons");
  await openFiles(page, files.slice(0, 2));
  await expect(page.getByText(/lessons\/more\.md\. Choose the course and its lessons together/)).toBeVisible();
  await openFiles(page, [files[0] ?? file("", ""), file("colours.md", "# Nothing"), file("more.md", lesson("More"))]);
  await expect(page.getByText(/The course cannot be opened: colours\.md:1: /)).toBeVisible();
});

test("the courses of Kubepad lead from lesson to lesson, on a phone as well", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openApp(page, "#/lessons");
  await page.getByRole("link", { name: /^Troubleshooting: twelve broken worlds/ }).click();
  await expect(view(page).getByRole("link", { name: "Begin: An image that is not there" })).toBeVisible();
  await expect(view(page).getByRole("listitem")).toHaveCount(12);
  expect(await axeProblems(page, "all")).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await goTo(page, "#/lessons");
  const [first, second] = newcomersPath;
  if (first === undefined || second === undefined) throw new Error("the path has no lessons");
  await page.getByRole("link", { name: `Begin: ${first.lesson.title}` }).click();
  await clickThrough(page, lessonWith(first.slug));
  await foot(page)
    .getByRole("link", { name: `Next: ${second.lesson.title}` })
    .click();
  await expect(page).toHaveURL(new RegExp(`#/lessons/${second.slug}\\?course=path-of-twelve$`));
  await page.getByRole("link", { name: "Course", exact: true }).click();
  await expect(view(page)).toContainText("1 of 12 lessons done");
});

const scripted = `---
title: Colours
view: terminal
server: {controllers: ["*"], speed: 20}
programs:
  - {run: "redis-cli *", prints: PONG}
seed:
  - apiVersion: v1
    kind: Node
    metadata: {name: one, labels: {simulation.kubepad.dev/node: "true"}}
  - apiVersion: v1
    kind: Pod
    metadata: {name: cache}
    spec: {containers: [{name: c, image: "redis:7"}]}
---

\`\`\`console
$ kubectl wait --for=condition=Ready pod/cache
pod/cache condition met
\`\`\`
`;

test("the terminal beside a lesson prints what its author has containers print", async ({ page }) => {
  await openApp(page, "#/lessons");
  await openFiles(page, [file("course.md", course), file("colours.md", scripted), file("more.md", lesson("More"))]);
  await view(page)
    .getByRole("link", { name: /^Colours/ })
    .click();
  await runStep(page);
  const side = page.getByRole("complementary", { name: "The lesson’s server" });
  await side.getByRole("tab", { name: "Terminal" }).click();
  await expect(await run(side, "kubectl exec cache -- redis-cli ping")).toContainText("PONG");
});
