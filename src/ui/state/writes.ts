import { useEffect, useState } from "react";
import { onlyReads, type Trace } from "../../component-base/trace.ts";
import { readTarget } from "../kube/resource.ts";
import { usePage, type Page } from "./page.ts";

/** Writes within this interval are told together. */
const settleMs = 150;

/** What a request wrote to: `GROUP/RESOURCE`, or `GROUP/RESOURCE/SUBRESOURCE`; undefined if it changed nothing. */
export function writtenBy({ method, target, status }: Pick<Trace, "method" | "target" | "status">): string | undefined {
  if (onlyReads({ method, target }) || status >= 300 || target.includes("dryRun")) return undefined;
  const parts = readTarget(target);
  if (parts === undefined) return undefined;
  const key = `${parts.group}/${parts.resource}`;
  return parts.subresource === undefined ? key : `${key}/${parts.subresource}`;
}

/** What of a page tells of writes. */
export interface ToldPage extends Pick<Page, "clock" | "past"> {
  readonly inspect: Pick<Page["inspect"], "subscribe">;
}

/**
 * Tells what is written, whoever writes, by the server's traces, until the returned function is called. In the past,
 * that is what was written between the revisions that are shown one after the other.
 */
export function onWrites(page: ToldPage, told: (written: ReadonlySet<string>) => void): () => void {
  if (page.past !== undefined) return page.past.onWritten(told);
  let written = new Set<string>();
  let stop = () => {};
  let isOver = false;
  const tell = (): void => {
    const all = written;
    written = new Set();
    if (!isOver) told(all);
  };
  const hear = (traces: readonly Trace[]): void => {
    const before = written.size;
    for (const trace of traces) {
      const key = writtenBy(trace);
      if (key !== undefined) written.add(key);
    }
    if (before === 0 && written.size > 0) page.clock.after(settleMs, tell);
  };
  page.inspect.subscribe(hear).then(
    (unsubscribe) => {
      stop = unsubscribe;
      if (isOver) stop();
    },
    () => undefined,
  );
  return () => {
    isOver = true;
    stop();
  };
}

/** What was read is read again this long after the last time at the earliest, however much is written. */
const restMs = 1_000;

/** Returns a number that grows when objects of one of these resources, `GROUP/RESOURCE`, were written. */
export function useWritesTo(resources: readonly string[]): number {
  const page = usePage();
  const [count, setCount] = useState(0);
  const key = resources.join(" ");
  useEffect(() => {
    const wanted = new Set(key.split(" "));
    let [isResting, isDue, isOver] = [false, false, false];
    const tell = (): void => {
      [isResting, isDue] = [true, false];
      setCount((last) => last + 1);
      page.clock.after(restMs, () => {
        isResting = false;
        if (isDue && !isOver) tell();
      });
    };
    const stop = onWrites(page, (written) => {
      if (![...written].some((one) => wanted.has(one))) return;
      if (isResting) isDue = true;
      else tell();
    });
    return () => {
      isOver = true;
      stop();
    };
  }, [page, key]);
  return count;
}
