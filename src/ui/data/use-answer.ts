import { useEffect, useState } from "react";
import type { Status } from "../../apimachinery/meta.ts";
import { statusOf } from "./send.ts";

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

interface Known<T> extends Omit<Answered<T>, "waiting"> {
  readonly key: string;
}

/** Sends a request whenever the key changes. Responses to earlier requests are dropped. */
export function useAnswer<T>(key: string, ask: (signal: AbortSignal) => Promise<T>): Answered<T> {
  const [known, setKnown] = useState<Known<T> | undefined>(undefined);
  useEffect(() => {
    const control = new AbortController();
    const tell = (part: Omit<Answered<T>, "waiting">) => {
      if (!control.signal.aborted) setKnown({ key, ...part });
    };
    ask(control.signal).then(
      (value) => tell({ value, refused: undefined }),
      (error: unknown) => tell({ value: undefined, refused: statusOf(error) }),
    );
    return () => control.abort();
  }, [key]); // oxlint-disable-line react-hooks/exhaustive-deps -- the key stands for the question
  return { value: known?.value, refused: known?.refused, waiting: known?.key !== key };
}
