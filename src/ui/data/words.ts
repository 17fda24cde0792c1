import { counted } from "../../diagnosis/words.ts";

const units = ["B", "KB", "MB", "GB"] as const;

/** `820 B`, `1.4 KB`, `12 MB`. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${unit === 0 || value >= 10 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

/** `0.4 ms`, `12 ms`, `1.2 s`. */
export function formatMs(ms: number): string {
  if (ms < 0.1) return "< 0.1 ms"; // a browser's clock tells no less
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

const spans: readonly (readonly [seconds: number, unit: string])[] = [
  [86_400, "d"],
  [3600, "h"],
  [60, "m"],
  [1, "s"],
];

/** How long ago in one unit, as kubectl prints ages: `4s`, `12m`, `3d`. */
export function formatAge(from: number, now: number): string {
  const seconds = Math.max(0, Math.floor((now - from) / 1000));
  const span = spans.find(([size]) => seconds >= size);
  return span === undefined ? "0s" : `${Math.floor(seconds / span[0])}${span[1]}`;
}

// Creating a format is about a thousand times as expensive as using it.
const clockFormat = new Intl.DateTimeFormat(undefined, { timeStyle: "medium", hour12: false });
const dayFormat = new Intl.DateTimeFormat(undefined, { month: "short", day: "numeric" });

/** `12:03:07` in the person's own zone. */
export const formatClock = (at: number): string => clockFormat.format(at);

const dayOf = (at: number): string => dayFormat.format(at);

/** Formats a time: `12:03:07`, or `Nov 20, 12:03:07` on another day. */
export const formatMoment = (at: number, now: number): string =>
  dayOf(at) === dayOf(now) ? formatClock(at) : `${dayOf(at)}, ${formatClock(at)}`;

/** `1,204`. */
export const formatCount = (count: number): string => count.toLocaleString("en-US");

/** `1 object`, `2 objects`. */
export const plural = (count: number, word: string): string => counted(count, word);

const statusWords: Readonly<Record<number, string>> = {
  200: "OK",
  201: "Created",
  202: "Accepted",
  301: "Moved",
  304: "Not Modified",
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  406: "Not Acceptable",
  409: "Conflict",
  410: "Gone",
  413: "Too Large",
  415: "Unsupported Media Type",
  422: "Invalid",
  429: "Too Many Requests",
  499: "Aborted",
  500: "Server Error",
  503: "Unavailable",
  504: "Timeout",
};

/** `201 Created`. */
export const statusLine = (code: number): string => `${code} ${statusWords[code] ?? ""}`.trim();

/** Returns the colour category of a status code. */
export const statusTone = (code: number): "added" | "error" | "warning" =>
  code < 400 ? "added" : code < 500 ? "warning" : "error";
