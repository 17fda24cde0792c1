import { useEffect } from "react";
import type { Status } from "../../../apimachinery/meta.ts";
import { messageOf } from "../../../apimachinery/message-of.ts";
import { targetOf } from "../../kube/resource.ts";
import { catalog } from "../../state/catalog.ts";
import { usePage } from "../../state/page.ts";
import type { Actor } from "./bench.ts";
import { liveObjects, type LiveObject } from "./live-store.ts";
import type { Outcome } from "./outcome.ts";
import { readingOf, type Reading } from "./reading.ts";
import { benches } from "./store.ts";
import { whatIf } from "./what-if.ts";

/** The debounce interval before a changed manifest is parsed or a changed name is sent. */
const settleMs = 250;

const unreachable = (error: unknown): Status => ({
  kind: "Status",
  apiVersion: "v1",
  metadata: {},
  message: messageOf(error),
});

/**
 * Keeps an actor's parsed manifest and dry run up to date, after each edit (debounced) and each change of the object.
 * Manifests that a link brought are not sent.
 */
export function useWhatIf(actor: Actor): void {
  useReading(actor);
  const page = usePage();
  const linked = benches.use((state) => state.bench.linked === true);
  const reading = benches.use((state) => state.readings[actor.id]);
  const target = reading?.kind === "read" ? targetOf(reading.path) : "";
  const live = liveObjects.use((state) => state.objects[target]);
  const { id, manager } = actor;
  useEffect(() => {
    if (linked || reading?.kind !== "read" || live === undefined) return undefined;
    return whileCurrent(
      (signal) =>
        whatIf(page, reading, manager, live.object, signal).then(
          (outcome) => keep(signal, () => benches.of(page).getState().setOutcome(id, outcome)),
          (error: unknown) =>
            keep(signal, () =>
              benches
                .of(page)
                .getState()
                .setOutcome(id, { kind: "refused", text: reading.text, manager, status: unreachable(error) }),
            ),
        ),
      (run) => page.clock.after(settleMs / 2, run),
    );
  }, [page, id, manager, reading, live, linked]);
}

function useReading({ id, text }: Actor): void {
  const page = usePage();
  const resources = catalog.use((state) => state.resources);
  const ready = catalog.use((state) => state.state !== "loading");
  useEffect(() => {
    if (!ready) return undefined;
    const known = benches.of(page).getState().readings[id];
    if (known?.text === text && known.kind === "read") return undefined;
    return whileCurrent(
      (signal) =>
        readingOf(text, resources).then((reading) =>
          keep(signal, () => benches.of(page).getState().setReading(id, reading)),
        ),
      (run) => page.clock.after(known === undefined ? 0 : settleMs, run),
    );
  }, [page, id, text, resources, ready]);
}

function keep(signal: AbortSignal, set: () => void): void {
  if (!signal.aborted) set();
}

/** Schedules work and returns a function that cancels it, or aborts it if it has started. */
function whileCurrent(
  work: (signal: AbortSignal) => Promise<void>,
  later: (run: () => void) => () => void,
): () => void {
  const control = new AbortController();
  const cancel = later(() => void work(control.signal));
  return () => {
    cancel();
    control.abort();
  };
}

/** Reports whether an outcome refers to the current manifest and the current object. */
export const isCurrent = (
  outcome: Outcome | undefined,
  actor: Actor,
  reading: Reading | undefined,
  live: LiveObject | undefined,
): outcome is Outcome =>
  outcome !== undefined &&
  reading?.kind === "read" &&
  reading.text === actor.text &&
  outcome.text === actor.text &&
  outcome.manager === actor.manager &&
  (outcome.kind === "refused" || outcome.before === live?.object);
