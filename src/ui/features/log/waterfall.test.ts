import { expect, test } from "vitest";
import { waterfallOf } from "./waterfall.ts";

const request = (requestId: string, at: number, ms: number, streaming = false) => ({
  requestId,
  at,
  durationUs: ms * 1000,
  streaming,
});

test("requests of a burst are on one axis, from the start of the first to the end of the last", () => {
  const places = waterfallOf([
    request("later", 1_201, 1),
    request("c", 1_080, 20),
    request("b", 1_050, 10),
    request("a", 1_000, 40),
  ]);
  expect([...places]).toEqual([
    ["a", { left: 0, width: 0.4, words: "the first of 3 requests" }],
    ["b", { left: 0.5, width: 0.1, words: "50 ms after the first" }],
    ["c", { left: 0.8, width: 0.2, words: "80 ms after the first" }],
  ]);
});

test("a watch reaches to the end of its burst, and holds no other requests in it", () => {
  const places = waterfallOf([
    request("later", 1_301, 1),
    request("b", 1_100, 100),
    request("watch", 1_050, 60_000, true),
    request("a", 1_000, 1),
  ]);
  expect(places.get("watch")).toEqual({ left: 0.25, width: 0.75, words: "50 ms after the first" });
  expect(places.has("later")).toBe(false);
});

test("requests that came within the resolution of the clock have places, too", () => {
  const places = waterfallOf([request("b", 1_000, 0), request("a", 1_000, 0)]);
  expect(places.get("b")).toEqual({ left: 0, width: 0, words: "< 0.1 ms after the first" });
  expect(waterfallOf([]).size).toBe(0);
});

test("requests are listed when they end, and placed by when they came", () => {
  const places = waterfallOf([request("long", 1_000, 100), request("short", 1_050, 10)]);
  expect(places.get("long")).toEqual({ left: 0, width: 1, words: "the first of 2 requests" });
  expect(places.get("short")).toEqual({ left: 0.5, width: 0.1, words: "50 ms after the first" });
});
