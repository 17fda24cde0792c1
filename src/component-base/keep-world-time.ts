import type { KeptWorldTime, WorldClock } from "./world-clock.ts";

/** How often the time of a world with a speed of its own is kept while it runs. */
const everyMs = 5000;

/**
 * Keeps the time of a world for its next run: whenever somebody changes it, and every few seconds while it runs at a
 * speed of its own. The returned function keeps it once more and ends this.
 */
export function keepWorldTime(world: WorldClock, keep: (time: KeptWorldTime) => void): () => void {
  let cancel: (() => void) | undefined;
  const save = (): void => {
    cancel?.();
    cancel = undefined;
    const time = world.kept();
    if (time === undefined) return;
    keep(time);
    if (!time.paused && time.speed !== 1) cancel = world.host.after(everyMs, save);
  };
  const forget = world.onChange(save);
  save();
  return () => {
    forget();
    save();
    cancel?.();
  };
}

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

/** Reads what was kept, perhaps by another version of this program; undefined if it is not known. */
export function readKeptTime(value: unknown): KeptWorldTime | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { now, host, paused, speed } = value as Readonly<Record<string, unknown>>;
  if (!isNumber(now) || !isNumber(host) || !isNumber(speed) || speed <= 0 || typeof paused !== "boolean")
    return undefined;
  return { now, host, paused, speed };
}
