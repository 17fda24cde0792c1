import { useEffect, useState, type DependencyList } from "react";
import type { Status } from "../../apimachinery/meta.ts";
import { usePage } from "../state/page.ts";
import { usePast } from "../state/past.ts";
import { statusOf } from "./send.ts";

/** Asks for something; returns undefined where there is nothing to ask. The signal is aborted at the next question. */
type Ask<T> = (signal: AbortSignal) => Promise<T> | undefined;

interface Asked<T> {
  readonly answer: T;
  readonly deps: DependencyList;
}

function useAsked<T>(ask: Ask<T>, deps: DependencyList, pauseMs: number): Asked<T> | undefined {
  const { clock } = usePage();
  const revision = usePast()?.revision;
  const [asked, setAsked] = useState<Asked<T> | undefined>(undefined);
  useEffect(() => {
    const control = new AbortController();
    const run = (): void =>
      void ask(control.signal)?.then((answer) => {
        if (!control.signal.aborted) setAsked({ answer, deps });
      });
    const cancel = pauseMs === 0 ? undefined : clock.after(pauseMs, run);
    if (cancel === undefined) run();
    return () => {
      cancel?.();
      control.abort();
    };
  }, [...deps, revision]); // oxlint-disable-line react-hooks/exhaustive-deps -- those of callers are checked
  return asked;
}

/**
 * Asks whenever the dependencies change, after a pause, and returns the latest answer; undefined before the first.
 * Errors are for `ask` to handle.
 */
export const useLatestAnswer = <T>(ask: Ask<T>, deps: DependencyList, pauseMs = 0): T | undefined =>
  useAsked(ask, deps, pauseMs)?.answer;

/** Asks as `useLatestAnswer` does, and returns the answer only as long as it is to the current question. */
export function useCurrentAnswer<T>(ask: Ask<T>, deps: DependencyList, pauseMs = 0): T | undefined {
  const asked = useAsked(ask, deps, pauseMs);
  return asked?.deps.every((dep, i) => Object.is(dep, deps[i])) === true ? asked.answer : undefined;
}

/**
 * The state of a request: the response, the error, or neither yet. The last response is kept until the next one
 * arrives.
 */
export interface Answered<T> {
  readonly value: T | undefined;
  readonly refused: Status | undefined;
  /** Whether the response or error for the current request is still pending. */
  readonly waiting: boolean;
}

/** Sends a request whenever the key changes. Responses to earlier requests are dropped. */
export function useAnswer<T>(key: string, ask: (signal: AbortSignal) => Promise<T>): Answered<T> {
  const known = useLatestAnswer(
    (signal) =>
      ask(signal).then(
        (value) => ({ key, value, refused: undefined }),
        (error: unknown) => ({ key, value: undefined, refused: statusOf(error) }),
      ),
    [key], // oxlint-disable-line react-hooks/exhaustive-deps -- the key stands for the question
  );
  return { value: known?.value, refused: known?.refused, waiting: known?.key !== key };
}
