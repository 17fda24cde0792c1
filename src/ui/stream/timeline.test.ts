import { expect, test, vi } from "vitest";
import type { StreamEvent } from "../data/watch-stream.ts";
import { sharedFrame } from "../platform/browser-clock.ts";
import { createTimeline, type TimelineEntry, type TimelineView } from "./timeline.ts";

const event = (type: "ADDED" | "MODIFIED" | "DELETED", revision: string): StreamEvent => ({
  type,
  bytes: 1,
  object: { metadata: { name: "a", uid: "u", resourceVersion: revision } },
});

/** What a view shows, oldest first. */
const shown = (view: TimelineView | undefined): readonly TimelineEntry[] =>
  Array.from({ length: view?.entries.length ?? 0 }, (_, i) => view?.entries.newest(i))
    .filter((entry) => entry !== undefined)
    .toReversed();

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
  expect(shown(views[0])).toHaveLength(1000);
  expect(timeline.revision()).toBe("999");
});

test("each event knows the state before it; a deleted object begins anew", () => {
  const { timeline, views, frame } = started();
  timeline.push([event("ADDED", "1"), event("MODIFIED", "2"), event("DELETED", "3"), event("ADDED", "4")]);
  frame();
  expect(shown(views[0]).map((entry) => entry.before?.metadata.resourceVersion)).toEqual([
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
  expect(views.at(-1)).toMatchObject({ held: 1, total: 1, entries: { length: 0 } });
  timeline.setPaused(false);
  expect(shown(views.at(-1))).toHaveLength(1);
});

test("only the newest five thousand are kept", () => {
  const { timeline, views, frame } = started();
  timeline.push(Array.from({ length: 6000 }, (_, i) => event("MODIFIED", String(i))));
  frame();
  expect(shown(views[0])).toHaveLength(5000);
  expect(shown(views[0])[0]?.seq).toBe(1001);
  expect(shown(views[0]).at(-1)?.seq).toBe(6000);
  expect(views[0]?.entries.newest(5000)).toBeUndefined();
});

test("timelines that share their frames tell a few in each, and then not before the gap is over", () => {
  const { frames, after } = { frames: [] as (() => void)[], after: [] as (() => void)[] };
  const run = (what: (() => void)[]) => what.splice(0).forEach((callback) => callback());
  vi.stubGlobal("document", { hidden: false });
  vi.stubGlobal("requestAnimationFrame", (callback: () => void) => frames.push(callback));
  const clock = {
    now: () => 0,
    monotonic: () => 0,
    after: (_ms: number, callback: () => void) => (after.push(callback), () => {}),
  };
  const perFrame = sharedFrame(clock, 100, 2);
  const told: string[] = [];
  const timelines = ["a", "b", "c"].map((name) => createTimeline(clock.now, () => told.push(name), perFrame));
  for (const timeline of [...timelines, ...timelines]) timeline.push([event("ADDED", "1")]);
  expect(frames).toHaveLength(1);
  run(frames);
  expect(told).toEqual(["a", "b"]);
  run(frames);
  expect(told).toEqual(["a", "b", "c"]);
  for (let i = 0; i < 100; i += 1) timelines[1]?.push([event("MODIFIED", String(i))]);
  expect(frames).toHaveLength(0);
  run(after);
  run(frames);
  expect(told).toEqual(["a", "b", "c", "b"]);
  run(after);
  expect(frames).toHaveLength(0);
});
