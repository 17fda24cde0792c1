import { useEffect, useRef } from "react";
import type { Completion } from "./model/completion.ts";

export interface CompletionListProps {
  readonly id: string;
  readonly completion: Completion;
  readonly onTake: (word: string) => void;
}

/** The words that may stand at the cursor, above the command line. */
export function CompletionList({ id, completion: { words, chosen }, onTake }: CompletionListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [chosen, words]);
  return (
    <div ref={list} className="kp-popup kp-completions" role="listbox" aria-label="Completions" id={id}>
      {words.map((word, i) => (
        <div
          key={word}
          id={`${id}-${i}`}
          role="option"
          aria-selected={i === chosen}
          className="kp-item mono"
          onPointerDown={(event) => {
            event.preventDefault();
            onTake(word);
          }}
        >
          {word}
        </div>
      ))}
    </div>
  );
}
