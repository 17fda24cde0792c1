import { useEffect, useRef, useState } from "react";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Diagnosis } from "../../diagnosis/diagnosis.ts";
import { servedSurroundings } from "../../diagnosis/served-surroundings.ts";
import { readJson } from "../data/send.ts";
import { readTarget } from "../kube/resource.ts";
import { usePage, type Page } from "../state/page.ts";
import { onWrites } from "../state/writes.ts";

/** Changes within this time are concluded from together. */
const settleMs = 120;
/** A diagnosis is made again this long after the last one at the earliest, however much is written. */
const restMs = 700;

/** Diagnoses an object with a server's answers, and tells which resources it has read: `GROUP/RESOURCE`. */
async function diagnoseOn(
  page: Page,
  object: KubeObject,
  signal: AbortSignal,
): Promise<{ readonly diagnosis: Diagnosis; readonly read: ReadonlySet<string> }> {
  const { diagnose } = await import("../../diagnosis/diagnose.ts");
  const { now } = await page.inspect.worldTime();
  const read = new Set<string>();
  const surroundings = servedSurroundings({
    now: () => now,
    get(target) {
      const parts = readTarget(target);
      if (parts !== undefined) read.add(`${parts.group}/${parts.resource}`);
      return readJson(page.handle, target, signal);
    },
  });
  return { diagnosis: await diagnose(object, surroundings), read };
}

/** The resource that was written to, or of which a subresource was. */
const resourceOf = (written: string): string => written.split("/", 2).join("/");

/**
 * The state of an object and its cause, made again when the object changes, and when something is written to a resource
 * that the last diagnosis has read. Undefined until the first one is made. The object has its kind.
 */
export function useDiagnosis(object: KubeObject): Diagnosis | undefined {
  const page = usePage();
  const [found, setFound] = useState<{ readonly uid: string; readonly diagnosis: Diagnosis } | undefined>(undefined);
  const latest = useRef(object);
  const ask = useRef<() => void>(() => undefined);
  const { uid = "", resourceVersion = "" } = object.metadata;
  useEffect(() => {
    latest.current = object;
  }, [object]);
  useEffect(() => {
    const control = new AbortController();
    let read: ReadonlySet<string> = new Set();
    let [isWaiting, isRunning, isStale] = [false, false, false];
    const run = async (): Promise<void> => {
      [isWaiting, isRunning, isStale] = [false, true, false];
      const made = await diagnoseOn(page, latest.current, control.signal).catch(() => undefined);
      if (control.signal.aborted) return;
      if (made !== undefined) {
        ({ read } = made);
        setFound({ uid, diagnosis: made.diagnosis });
      }
      page.clock.after(restMs, () => {
        isRunning = false;
        if (isStale) soon(0);
      });
    };
    const soon = (ms: number): void => {
      if (control.signal.aborted) return;
      if (isRunning) isStale = true;
      if (isRunning || isWaiting) return;
      isWaiting = true;
      page.clock.after(ms, () => void (control.signal.aborted ? undefined : run()));
    };
    ask.current = () => soon(settleMs);
    soon(0);
    const stop = onWrites(page, (written) => {
      if ([...written].some((one) => read.has(resourceOf(one)))) soon(0);
    });
    return () => {
      control.abort();
      stop();
    };
  }, [page, uid]);
  useEffect(() => ask.current(), [resourceVersion]);
  return found?.uid === uid ? found.diagnosis : undefined;
}
