import { createApiServer, createSystemClock } from "kubepad";
import { openKubepad, type Kubepad } from "kubepad/browser";
import { defineKubepadEmbed } from "kubepad/embed";
import { LessonRun, parseLesson, type Lesson, type StepReport } from "kubepad/lessons";
import { openHttpHost } from "kubepad/node";
import { expect, test } from "kubepad/playwright";
import { createTestServer } from "kubepad/testing";
import { validate, type ValidationReport } from "kubepad/validate";

/** A page of the documentation opens a server with a deployment. */
export const openLesson = async (kubepad: Kubepad = openKubepad()): Promise<number> => {
  const lesson = await kubepad.openServer({ seed: [{ apiVersion: "v1", kind: "Namespace", metadata: { name: "a" } }] });
  return (await lesson.fetch("/api/v1/namespaces/a")).status;
};

/** A page of the documentation is tested on a server of its own. */
export async function testLesson(lesson: Lesson = parseLesson("a.md", "")): Promise<readonly StepReport[]> {
  await using server = await createTestServer({ seed: lesson.seed });
  return new LessonRun(lesson, { handle: server.handle, clock: createSystemClock() }).runAll();
}

/** A manifest is judged. */
export const judge = (text: string): Promise<ValidationReport> => validate({ files: [{ name: "a.yaml", text }] });

test.use({ kubepadOptions: { url: "/k8s" } });
test("the fixture is typed", async ({ kubepad, page }) => {
  await page.goto(kubepad.url);
  await expect(kubepad).toHaveRequested({ method: "GET", path: /pods/ });
  // @ts-expect-error a status is a number
  await expect(kubepad).toHaveRequested({ status: "200" });
});

export const everything = { createApiServer, defineKubepadEmbed, openHttpHost, createTestServer };
