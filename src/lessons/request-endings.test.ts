import { expect, test } from "vitest";
import { RequestEndings } from "./request-endings.ts";

test("requests end with the lesson, and those that are over do not", () => {
  const lesson = new AbortController();
  const endings = new RequestEndings(lesson.signal);
  const [open, over] = [endings.open(), endings.open()];
  endings.release(over);
  lesson.abort("stopped");
  expect([open.signal.reason, over.signal.aborted]).toEqual(["stopped", false]);
  expect(endings.open().signal.aborted).toBe(true);
});
