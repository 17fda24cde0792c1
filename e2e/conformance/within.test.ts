import { expect, test } from "vitest";
import { NoAnswerError, within } from "./within.ts";

test("what is never answered is given up, and its signal aborted", async () => {
  let given: AbortSignal | undefined;
  const waiting = within(1, "GET /version", (signal) => {
    given = signal;
    return new Promise(() => undefined);
  });
  await expect(waiting).rejects.toThrow(new NoAnswerError("GET /version", 1));
  expect(given?.aborted).toBe(true);
  expect(await within(60_000, "GET /version", async () => "answer")).toBe("answer");
});
