import { useEffect, useState } from "react";
import { usePage } from "../state/page.ts";
import { usePast } from "../state/past.ts";

const everyMs = 2_000;

/** The time of the world, by which ages of objects are counted. It is asked of the Inspector, not by a request. */
export function useWorldNow(): number {
  const { inspect, clock } = usePage();
  const past = usePast();
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    let isOver = false;
    let cancel: (() => void) | undefined;
    const ask = async (): Promise<void> => {
      const time = await inspect.worldTime().catch(() => undefined);
      if (isOver) return;
      if (time !== undefined) setNow(time.now);
      cancel = clock.after(everyMs, () => void ask());
    };
    void ask();
    return () => {
      isOver = true;
      cancel?.();
    };
  }, [inspect, clock]);
  return past?.at ?? now;
}
