import { useCallback, useEffect, useRef, useState } from "react";
import { messageOf } from "../../../apimachinery/message-of.ts";
import type { HitsCursor, PolicyHit, WrittenPolicy } from "../../../client/policies.ts";
import { usePage } from "../../state/page.ts";

/** A search for what a policy would hit. */
export interface HitSearch {
  readonly state: "idle" | "running" | "done" | "cancelled" | "failed";
  readonly hits: readonly PolicyHit[];
  readonly checked: number;
  readonly matched: number;
  readonly total: number;
  readonly trouble: string;
}

const idle: HitSearch = { state: "idle", hits: [], checked: 0, matched: 0, total: 0, trouble: "" };

export interface Hits {
  readonly search: HitSearch;
  readonly start: () => void;
  readonly cancel: () => void;
}

/** Searches part by part, so that the worker answers other requests in between, until it is cancelled. */
export function useHits(written: WrittenPolicy, over: "objects" | "log"): Hits {
  const page = usePage();
  const [search, setSearch] = useState<HitSearch>(idle);
  const running = useRef<AbortController | undefined>(undefined);
  const start = useCallback(() => {
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    const run = async (): Promise<void> => {
      let known: HitSearch = { ...idle, state: "running" };
      setSearch(known);
      let from: HitsCursor | undefined;
      do {
        const part = await page.inspect.policyHits(written, over, from);
        if (control.signal.aborted) return;
        from = part.next;
        known = {
          ...known,
          state: from === undefined ? "done" : "running",
          hits: [...known.hits, ...part.hits],
          checked: known.checked + part.checked,
          matched: known.matched + part.matched,
          total: part.total ?? known.total,
        };
        setSearch(known);
      } while (from !== undefined);
    };
    run().catch((error: unknown) => {
      if (!control.signal.aborted) setSearch({ ...idle, state: "failed", trouble: messageOf(error) });
    });
  }, [page, written, over]);
  useEffect(() => {
    const stop = page.clock.after(200, start);
    return () => {
      stop();
      running.current?.abort();
    };
  }, [page, start]);
  const cancel = useCallback(() => {
    running.current?.abort();
    setSearch((known) => ({ ...known, state: "cancelled" }));
  }, []);
  return { search, start, cancel };
}
