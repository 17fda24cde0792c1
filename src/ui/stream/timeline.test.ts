import { expect, test, vi } from "vitest";
import type { StreamEvent } from "../data/watch-stream.ts";
import { createTimeline, type TimelineView } from "./timeline.ts";

const event = (type: "ADDED" | "MODIFIED" | "DELETED", revision: string): StreamEvent => ({
  type,
  bytes: 1,
  object: { metadata: { name: "a", uid: "u", resourceVersion: revision } },
});

function started() {
  const frames: (() => void)[] = [];
  vi.stubGlobal("document", { hidden: false });
  vi.stubGlobal("requestAnimationFrame", (run: () => void) => frames.push(run));
  const views: TimelineView[] = [];
  const timeline = createTimeline(
    () => 7,
    (view) => views.push(view),
  );
  return { timeline, views, frame: () => frames.splice(0).forEach((run) => run()) };
}

test("a thousand events between two frames are told once", () => {
  const { timeline, views, frame } = started();
  for (let i = 0; i < 1000; i += 1) timeline.push([event("MODIFIED", String(i))]);
  expect(views).toHaveLength(0);
  frame();
  expect(views).toHaveLength(1);
  expect(views[0]?.entries).toHaveLength(1000);
  expect(timeline.revision()).toBe("999");
});

test("each event knows the state before it; a deleted object begins anew", () => {
  const { timeline, views, frame } = started();
  timeline.push([event("ADDED", "1"), event("MODIFIED", "2"), event("DELETED", "3"), event("ADDED", "4")]);
  frame();
  expect(views[0]?.entries.map((entry) => entry.before?.metadata.resourceVersion)).toEqual([
    undefined,
    "1",
    "2",
    undefined,
  ]);
});

test("while paused events wait, and none is lost", () => {
  const { timeline, views, frame } = started();
  timeline.setPaused(true);
  timeline.push([event("ADDED", "1")]);
  frame();
  expect(views.at(-1)).toMatchObject({ held: 1, total: 1, entries: [] });
  timeline.setPaused(false);
  expect(views.at(-1)?.entries).toHaveLength(1);
});

test("only the newest five thousand are kept", () => {
  const { timeline, views, frame } = started();
  timeline.push(Array.from({ length: 6000 }, (_, i) => event("MODIFIED", String(i))));
  frame();
  expect(views[0]?.entries).toHaveLength(5000);
  expect(views[0]?.entries.at(-1)?.seq).toBe(6000);
});
