import type { Trace } from "../../../component-base/trace.ts";
import { formatMs } from "../../data/words.ts";

/** Where the bar of a request is on the time axis of the requests around it: parts of the axis, and in words. */
export interface BarPlace {
  readonly left: number;
  readonly width: number;
  readonly words: string;
}

type Timed = Pick<Trace, "requestId" | "at" | "durationUs" | "streaming">;

/** Requests that are further apart have nothing to do with each other: each side has an axis of its own. */
const mostApartMs = 100;

/** When a request ended; a stream is still open. */
const endOf = ({ at, durationUs, streaming }: Timed): number => (streaming ? at : at + durationUs / 1000);

/**
 * Places requests, the newest first, on the time axes of the bursts that they came in: from the start of the first
 * request of a burst to the end of its last one. A request that came alone has no place.
 */
export function waterfallOf(newestFirst: readonly Timed[]): ReadonlyMap<string, BarPlace> {
  const places = new Map<string, BarPlace>();
  let burst: Timed[] = [];
  let end = -Infinity;
  const close = (): void => {
    if (burst.length > 1) placeBurst(burst, end, places);
    burst = [];
  };
  for (const request of newestFirst.toReversed().sort((a, b) => a.at - b.at)) {
    if (request.at - end > mostApartMs) {
      close();
      end = request.at;
    }
    burst.push(request);
    end = Math.max(end, endOf(request));
  }
  close();
  return places;
}

function placeBurst(burst: readonly Timed[], end: number, places: Map<string, BarPlace>): void {
  const start = burst[0]?.at ?? end;
  const span = Math.max(end - start, 0.1);
  for (const [i, request] of burst.entries()) {
    const left = (request.at - start) / span;
    const width = request.streaming ? 1 - left : (endOf(request) - request.at) / span;
    const after = i === 0 ? `the first of ${burst.length} requests` : `${formatMs(request.at - start)} after the first`;
    places.set(request.requestId, { left, width, words: after });
  }
}
