import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "../browser-test.ts";
import type { Lesson, Prediction } from "../../src/lessons/lesson.ts";
import {
  clickThrough,
  countOf,
  expectDone,
  expectPassed,
  expectReached,
  foot,
  lessonWith,
  newcomersPath,
  stepAt,
} from "./do-lesson.ts";
import { ask, goTo, openApp } from "./open-page.ts";
import { run } from "./terminal-views.ts";

/** Lessons as readers do them. */
const catalogue = (page: Page) => page.getByRole("region", { name: "Lessons", exact: true });

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  for (let i = 0; i < 400; i++) {
    if (await element.evaluate((node) => node === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("Tab does not lead there");
}

/** Answers the question of a step, whose first answer has the focus, and runs the step. */
async function predict(page: Page, number: number, { choices }: Prediction): Promise<void> {
  const answers = page.locator(`#kp-question-${number}`).getByRole("radio");
  await expect(answers.first()).toBeFocused();
  await page.keyboard.press("Space");
  const right = choices.findIndex((choice) => choice.right);
  for (let i = 0; i < right; i++) await page.keyboard.press("ArrowDown");
  await expect(answers.nth(right)).toBeChecked();
  await page.keyboard.press("Enter");
}

/** Does a lesson whose address is open by the keyboard, and goes on to the next. */
async function doWithoutPointer(page: Page, lesson: Lesson): Promise<void> {
  await expect(page.getByRole("article", { name: lesson.title })).toBeVisible();
  const main = foot(page).getByRole("button");
  for (const { index, prediction } of lesson.steps) {
    const begun = lesson.goals.find(({ way }) => way.first === index);
    if (begun !== undefined) {
      await expect(main).toHaveText("Go to the goal");
      await tabTo(page, main);
      await page.keyboard.press("Enter");
      for (let i = 0; i <= begun.hints.length; i++) await page.keyboard.press("Enter");
    }
    await expect(main).toContainText(`step ${index + 1}`);
    await expect(main).not.toHaveAttribute("aria-disabled", "true");
    await tabTo(page, main);
    await page.keyboard.press("Enter");
    if (prediction !== undefined) await predict(page, index + 1, prediction);
    await expectPassed(page, index + 1);
    const ended = lesson.goals.find(({ way }) => way.end === index + 1);
    if (ended !== undefined) await expectReached(page, ended.index + 1);
  }
  await expectDone(page);
  await tabTo(page, foot(page).getByRole("link"));
  await page.keyboard.press("Enter");
}

/** Has the page know that a lesson is done, as another tab would. */
const knowAsDone = (page: Page, slug: string, steps: number): Promise<void> =>
  page.evaluate(
    ([name, count]) => {
      const known: unknown = JSON.parse(localStorage.getItem("kubepad.lessons") ?? "{}");
      const done = { [name]: { passed: count, steps: count, at: Date.now() } };
      localStorage.setItem("kubepad.lessons", JSON.stringify({ ...Object(known), ...done }));
    },
    [slug, steps] as const,
  );

/**
 * Of the twelve lessons, those at both ends, and those that show a reader requests, events and command lines for the
 * first time: what all of them claim is tried under Node, where `npm run lessons -- --browser` does all in the page.
 */
const walked = ["first-request", "one-object", "watch", "first-definition", "first-policy"];

test("a newcomer does the path of twelve from start to end without a pointer", async ({ page }) => {
  test.setTimeout(600_000);
  await openApp(page, "");
  await tabTo(page, page.getByRole("button", { name: /^Learn in twelve lessons/ }));
  await page.keyboard.press("Enter");
  await tabTo(page, catalogue(page).getByRole("link", { name: "Begin: Your first request" }));
  await page.keyboard.press("Enter");
  for (const [i, { slug, lesson }] of newcomersPath.entries()) {
    if (walked.includes(slug)) {
      await test.step(lesson.title, () => doWithoutPointer(page, lesson));
      continue;
    }
    await expect(page.getByRole("article", { name: lesson.title })).toBeVisible();
    await knowAsDone(page, slug, countOf(lesson));
    await goTo(page, `#/lessons/${newcomersPath[i + 1]?.slug}?course=path-of-twelve`);
  }
  await expect(page.getByRole("article")).toContainText("has done 12 lessons");
  await goTo(page, "#/lessons");
  await expect(catalogue(page)).toContainText("12 of 12 done");
  const { text } = await ask(page, "GET", "/api/v1/configmaps?fieldSelector=metadata.name!=kube-root-ca.crt");
  expect(JSON.parse(text).items.map((item: { metadata: { name: string } }) => item.metadata.name)).not.toContain(
    "test-cm",
  );
});

const conflicts = lessonWith("conflicts");

test("a reload in the middle loses nothing", async ({ page }) => {
  await openApp(page, "#/lessons/conflicts");
  await clickThrough(page, conflicts, 0, 3);
  await stepAt(page, 4).getByRole("button", { name: "Edit step 4" }).click();
  const own = page.getByRole("textbox", { name: "Text of step 4" });
  const text = `${conflicts.steps[3]?.source}\n# mine`;
  await own.fill(text);
  await page.reload();
  for (const number of [1, 2, 3]) await expectPassed(page, number);
  await expect(page).toHaveURL(/#\/lessons\/conflicts\/3$/);
  const question = page.locator("#kp-question-2");
  await expect(question).toContainText("You predicted it.");
  await expect(question.getByRole("radio", { name: "409 Conflict" })).toBeChecked();
  await expect(stepAt(page, 4)).toContainText("(your text)");
  await expect(stepAt(page, 4)).toContainText("# mine");
  await expect(foot(page)).toContainText(`3 of ${countOf(conflicts)} steps done`);
  await expect(page.getByRole("region", { name: "Object of the lesson" })).toContainText("mode: dark");
  await stepAt(page, 4).getByRole("button", { name: "Original" }).click();
  await clickThrough(page, conflicts, 3);
  await expectDone(page);
  await goTo(page, "#/lessons");
  await expect(
    catalogue(page)
      .getByRole("link", { name: `${conflicts.title} done` })
      .first(),
  ).toBeVisible();
});

test("a step is changed, differs, is put back, and the lesson starts over", async ({ page }) => {
  await openApp(page, "#/lessons/one-object");
  await clickThrough(page, lessonWith("one-object"), 0, 1);
  await stepAt(page, 2).getByRole("button", { name: "Edit step 2" }).click();
  const own = page.getByRole("textbox", { name: "Text of step 2" });
  const before = await own.inputValue();
  await own.fill(before.replace("configmaps/colors", "configmaps/none"));
  await own.press("ControlOrMeta+Enter");
  await expect(stepAt(page, 2)).toHaveAttribute("data-phase", "failed");
  await stepAt(page, 2).getByRole("button", { name: "Edit step 2" }).click();
  await expect(stepAt(page, 2)).toContainText("differs in the status: expected 200, got 404");
  await stepAt(page, 2).getByRole("button", { name: "Original" }).click();
  await stepAt(page, 2).getByRole("button", { name: "Run again: step 2" }).click();
  await expectPassed(page, 2);
  await page.getByRole("button", { name: "Start over" }).click();
  await expect(foot(page)).toContainText("0 of");
  await clickThrough(page, lessonWith("one-object"), 0, 2);
});

test("a text that is no step any more says so at its line", async ({ page }) => {
  await openApp(page, "#/lessons/one-object");
  await stepAt(page, 2).getByRole("button", { name: "Edit step 2" }).click();
  const own = page.getByRole("textbox", { name: "Text of step 2" });
  await own.fill("GET /api/v1/namespaces\nthis is no header");
  await expect(stepAt(page, 2)).toContainText("Line 2: this is no header");
  await own.fill("GET /api\n```\n\n```http\nDELETE /api/v1/namespaces/default");
  await expect(stepAt(page, 2)).toContainText("This has to stay one block that runs.");
  await stepAt(page, 2).getByRole("button", { name: "Run step 2" }).click();
  await expect(stepAt(page, 2)).toHaveAttribute("data-phase", "failed");
});

test("an address leads to a step, which brings those before it", async ({ page }) => {
  await openApp(page, "#/lessons/watch/6");
  await expect(stepAt(page, 6)).toBeInViewport();
  await stepAt(page, 6).getByRole("button", { name: "Run step 6" }).click();
  for (const number of [1, 2, 3, 4, 5, 6]) await expectPassed(page, number);
  await expect(page.getByRole("list", { name: "Events of the watch of step 3" })).toContainText("DELETED");
  const beside = page.getByRole("region", { name: "Watch on /api/v1/namespaces/default/configmaps?watch=true" });
  await expect(beside.getByText("DELETED")).toBeVisible();
  await goTo(page, "#/lessons/watch/6?only=1");
  await expect(stepAt(page, 6)).toBeVisible();
  await expect(stepAt(page, 5)).toHaveCount(0);
});

test("the lesson's requests, the last one's stages and a copy of its world are beside it", async ({ page }) => {
  await openApp(page, "#/lessons/first-policy");
  await clickThrough(page, lessonWith("first-policy"), 0, 5);
  const side = page.getByRole("complementary", { name: "The lesson’s server" });
  await expect(side).toContainText("object.spec.replicas <= 5");
  await side.getByRole("tab", { name: "Requests" }).click();
  await side.getByRole("row").filter({ hasText: "POST" }).filter({ hasText: "422" }).first().click();
  await expect(side.getByRole("region", { name: "What the server did" })).toContainText("ValidatingAdmissionPolicy");
  await side.getByRole("button", { name: "Explore a copy" }).click();
  await goTo(page, "#/objects/apps/v1/deployments");
  await expect(page.getByText("A copy of the world of the lesson")).toBeVisible();
  await page.getByRole("button", { name: "Back to mine" }).click();
  await page.goBack();
  await expect(page.getByText("It was opened again as it came.")).toBeVisible();
  await page.reload();
  await expect(page.getByText("It was opened again as it came.")).toBeVisible();
  await goTo(page, "#/objects/admissionregistration.k8s.io/v1/validatingadmissionpolicies");
  await expect(page.getByRole("table", { name: "ValidatingAdmissionPolicy", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Back to mine" }).click();
  await goTo(page, "#/lessons/first-policy");
  await expectPassed(page, 5);
});

test("the terminal beside a lesson has the files that its steps write", async ({ page }) => {
  await openApp(page, "#/lessons/from-client-side");
  await clickThrough(page, lessonWith("from-client-side"), 0, 2);
  const side = page.getByRole("complementary", { name: "The lesson’s server" });
  await side.getByRole("tab", { name: "Terminal" }).click();
  await expect(await run(side, "kubectl apply -f cm.yaml")).toContainText("configmap/settings unchanged");
  await run(side, "kubectl get configmap settings -o name > mine.txt");
  await side.getByRole("tab", { name: "Files" }).click();
  await expect(side.locator(".kp-monaco .view-lines")).toContainText("name: settings");
  await expect(side.getByRole("combobox", { name: "File" }).getByRole("option")).toHaveText(["cm.yaml", "mine.txt"]);
  await goTo(page, "#/terminal");
  await expect(await run(page, "cat cm.yaml", 1)).toContainText("No such file");
  await goTo(page, "#/lessons/from-client-side");
  await page.getByRole("button", { name: "Start over" }).click();
  await expect(foot(page)).toContainText("0 of");
  await side.getByRole("tab", { name: "Terminal" }).click();
  await expect(await run(side, "cat cm.yaml", 1)).toContainText("No such file");
});

test("lessons are found by search, in the palette, and from every view", async ({ page }) => {
  await openApp(page, "#/lessons");
  await page.getByRole("searchbox", { name: "Search lessons" }).fill("410");
  await expect(page.getByText("1 lesson found")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByPlaceholder("Search actions, kinds, objects").fill("lesson quotas");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#\/lessons\/quota/);
  await goTo(page, "#/watches");
  await page.getByRole("link", { name: "Lessons about this view" }).click();
  await expect(catalogue(page).getByRole("heading", { name: "About Watches" })).toBeVisible();
  await goTo(page, "#/cel");
  await page.getByRole("button", { name: "Help" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "A first rule" }).click();
  await expect(page.getByRole("article", { name: "A first rule" })).toBeVisible();
});

test("an author sees mistakes and differences at their lines, and drops a file", async ({ page }) => {
  await openApp(page, "#/lessons/write");
  const source = page.getByRole("textbox", { name: "Markdown of the lesson" });
  await page.getByRole("button", { name: "Run all steps" }).click();
  await expect(page.getByText("2 of 2 steps ran, 5 claims, 0 differ")).toBeVisible();
  const text = await source.inputValue();
  await source.fill(text.replace("data: {sky: blue}", "data: {sky: grey}"));
  await page.getByRole("button", { name: "Run all steps" }).click();
  const problems = page.getByRole("list", { name: "Problems" });
  await expect(problems).toContainText("Line 27 data.sky: expected grey, got blue");
  await source.fill(text.replace("```http\nPOST", "```http\nPOST\n"));
  await expect(problems).toContainText("a request begins with a method and a path");
  await problems.getByRole("button").click();
  await expect(source).toBeFocused();
  await page.reload();
  await expect(problems).toContainText("a request begins with a method and a path");
  await drop(page, "mine.md", "---\ntitle: Dropped\n---\n\n```http\nGET /version\n```\n");
  await expect(page.getByRole("article", { name: "Dropped" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(source).toHaveValue(/A lesson of my own/);
});

/** Drops a file on the page. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const files = await page.evaluateHandle(
    ([file, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([content], file, { type: "text/markdown" }));
      return data;
    },
    [name, text] as const,
  );
  await page.dispatchEvent("main", "drop", { dataTransfer: files });
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("a lesson is done, with its views as tabs", async ({ page }) => {
    await openApp(page, "#/lessons");
    await catalogue(page).getByRole("link", { name: "Begin: Your first request" }).click();
    const { lesson } = newcomersPath[0] ?? { lesson: conflicts };
    await clickThrough(page, lesson);
    await expectDone(page);
    await page.getByRole("tab", { name: "Requests" }).click();
    await expect(page.getByRole("table", { name: "Request log" })).toContainText("/api");
    await page.getByRole("tab", { name: "Lesson", exact: true }).click();
    await expectDone(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await goTo(page, "#/lessons/write");
    await page.getByRole("tab", { name: "Lesson" }).click();
    await expect(page.getByRole("article", { name: "A lesson of my own" })).toBeVisible();
  });
});

const hostile = `---
title: "<img src=x onerror=window.hacked=1>"
section: "<script>window.hacked=1</script>"
---

# <img src=x onerror="window.hacked=1"> A <b onclick="window.hacked=1">title</b>

<script>window.hacked = 1</script>
<iframe srcdoc="<script>parent.hacked=1</script>"></iframe>

[a](javascript:window.hacked=1) [b](JaVaScRiPt:window.hacked=1) [c](data:text/html,<script>window.hacked=1</script>)
[d][ref] <javascript:window.hacked=1> ![image](https://evil.example/x.png "t") [e](//evil.example/)

[ref]: javascript:window.hacked=1

| <svg onload=window.hacked=1> |
| ---------------------------- |
| <script>window.hacked=1</script> |

\`\`\`http
POST /api/v1/namespaces/default/configmaps

{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "hostile"}, "data": {"a": "<script>window.hacked=1</script>"}}
\`\`\`

\`\`\`http watch=endless
GET /api/v1/namespaces/default/configmaps?watch=1
\`\`\`

\`\`\`yaml events of=endless
type: ADDED
---
type: ADDED
---
type: ADDED
---
type: DELETED
\`\`\`
`;

test("a hostile lesson does nothing but what its steps show", async ({ page, baseURL }) => {
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(baseURL ?? "") && !/^(data|blob):/.test(request.url())) elsewhere.push(request.url());
  });
  page.on("dialog", (dialog) => elsewhere.push(dialog.message()));
  await openApp(page, "#/lessons");
  await drop(page, "hostile.md", hostile);
  const article = page.getByRole("article");
  await expect(article.getByRole("heading", { level: 2 })).toContainText("A title");
  await expect(article.locator("img, script, iframe, svg[onload], [onclick]")).toHaveCount(0);
  await expect(article.getByRole("link")).toHaveCount(0);
  await page.getByRole("button", { name: "Run all steps" }).click();
  await expect(stepAt(page, 3)).toHaveAttribute("data-phase", "failed");
  await expect(stepAt(page, 3)).toContainText("none in time");
  expect(await page.evaluate(() => Reflect.get(globalThis, "hacked"))).toBeUndefined();
  expect(elsewhere).toEqual([]);
  expect((await ask(page, "GET", "/api/v1/namespaces/default/configmaps/hostile")).status).toBe(404);
  await drop(page, "large.md", "x".repeat(5_000_000));
  await expect(page.getByText("large.md is larger than 1 MB")).toBeVisible();
  await expect(article.getByRole("heading", { level: 2 })).toContainText("A title");
});
