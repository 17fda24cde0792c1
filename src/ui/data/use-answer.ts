import { useEffect, useState } from "react";
import type { Status } from "../../apimachinery/meta.ts";
import { statusOf } from "./send.ts";

/**
 * What came of a question: the answer, the refusal, or neither yet. The last answer stays until the next one is there.
 */
export interface Answered<T> {
  readonly value: T | undefined;
  readonly refused: Status | undefined;
  /** Neither answer nor refusal belongs to the present question yet. */
  readonly waiting: boolean;
}

interface Known<T> extends Omit<Answered<T>, "waiting"> {
  readonly key: string;
}

/** Asks again whenever the key changes; answers to earlier questions are dropped. */
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
