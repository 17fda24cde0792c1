import { expect, test } from "vitest";
import { lessonConverters } from "./conversions.ts";
import type { Lesson } from "./lesson.ts";
import { parseLesson } from "./parse-lesson.ts";
import { block } from "./testing/run-blocks.ts";
import { checkExpressions } from "./webhooks.ts";

test("conversions of a lesson say what another version changes", async () => {
  const lesson = (expression: string): Lesson =>
    parseLesson(
      "x.md",
      `---\ntitle: T\nserver:\n  conversions:\n    a.example.com: "${expression}"\n---\n${block("http", "GET /api")}`,
    );
  const convert = (expression: string): unknown =>
    lessonConverters(lesson(expression)).get("a.example.com")?.({
      desiredAPIVersion: "example.com/v2",
      objects: [{ apiVersion: "example.com/v1", kind: "A", metadata: { name: "x" }, spec: { host: "h:1", on: true } }],
    });
  expect(
    await convert(
      "desiredAPIVersion.endsWith('v2') ? {'spec': {'host': object.spec.host.split(':')[0], 'on': null}} : {}",
    ),
  ).toEqual([{ apiVersion: "example.com/v2", kind: "A", metadata: { name: "x" }, spec: { host: "h" } }]);
  await expect(convert("object.nothing")).rejects.toThrow("no such key: nothing");
  await expect(convert("[1]")).rejects.toThrow("returns no map");
  await expect(checkExpressions(lesson("object.("))).rejects.toThrow(/^x.md:5: server.conversions.a.example.com: /);
});
