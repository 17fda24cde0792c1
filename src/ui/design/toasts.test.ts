import { expect, test } from "vitest";
import { createToasts } from "./toasts.tsx";

test("messages that are added before the page is drawn are shown once it is", () => {
  const toasts = createToasts();
  const id = toasts.add({ description: "objects live in memory" });
  toasts.close(toasts.add({ description: "no longer so" }));
  const seen: unknown[] = [];
  const leave = toasts[" subscribe"]((event) => seen.push(event));
  expect(seen).toEqual([
    { action: "add", options: expect.objectContaining({ id, description: "objects live in memory" }) },
  ]);
  toasts.add({ description: "now" });
  expect(seen).toHaveLength(2);
  leave();
  toasts[" subscribe"]((event) => seen.push(event));
  expect(seen).toHaveLength(2);
});
