import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { flushSync } from "react-dom";
import { IconButton } from "../../design/button.tsx";
import { usePage } from "../../state/page.ts";
import { usePast } from "../../state/past.ts";
import { CompletionList } from "./completion-list.tsx";
import { take, takeCommon, type Completion, type Written } from "./model/completion.ts";
import { terminal } from "./store.ts";

const mostRows = 12;

/** The line for the next command, with history and completion. */
export function InputLine({ autoFocus }: { readonly autoFocus: boolean }) {
  const text = terminal.use((state) => state.text);
  const { setText, submit } = terminal.of(usePage()).getState();
  const waiting = terminal.use((state) => state.waiting);
  const past = usePast();
  const field = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const completion = useCompletion(field);
  const { found } = completion;
  useEffect(() => {
    if (autoFocus) field.current?.focus();
  }, [autoFocus]);
  const onKeyDown = useKeys(field, completion);
  return (
    <div className="kp-input-line">
      {found === undefined ? null : <CompletionList id={listId} completion={found} onTake={completion.choose} />}
      <span className="kp-prompt mono" aria-hidden="true" data-past={past === undefined ? undefined : ""}>
        {past === undefined ? "$" : `@${past.revision} $`}
      </span>
      <textarea
        ref={field}
        aria-label={past === undefined ? "Command line" : `Command line, reads revision ${past.revision}`}
        aria-autocomplete="list"
        aria-controls={found === undefined ? undefined : listId}
        aria-activedescendant={found === undefined ? undefined : `${listId}-${found.chosen}`}
        placeholder="kubectl get all"
        rows={Math.min(mostRows, text.split("\n").length)}
        spellCheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        autoComplete="off"
        enterKeyHint="go"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          completion.close();
        }}
        onKeyDown={onKeyDown}
        onBlur={completion.close}
      />
      {waiting === 0 ? null : <span className="quiet small">{waiting} waiting</span>}
      <IconButton icon="play" label="Run the command" disabled={text.trim() === ""} onClick={() => void submit()} />
      <span className="unseen" role="status">
        {found === undefined ? "" : `${found.words.length} completions`}
      </span>
    </div>
  );
}

type Field = React.RefObject<HTMLTextAreaElement | null>;
type CompletionState = ReturnType<typeof useCompletion>;

function useCompletion(field: Field) {
  const page = usePage();
  const [found, setFound] = useState<Completion | undefined>(undefined);
  const close = () => setFound(undefined);
  const write = ({ text, cursor }: Written) => {
    flushSync(() => terminal.of(page).getState().setText(text));
    field.current?.setSelectionRange(cursor, cursor);
  };
  /** Writes what is certain, and lists the words where there are several. */
  const ask = async () => {
    const area = field.current;
    if (area === null) return;
    const written = { text: area.value, cursor: area.selectionEnd };
    const words = await terminal.of(page).getState().complete(written.text, written.cursor);
    if (area.value !== written.text || words.length === 0) return;
    const [only] = words;
    if (words.length === 1 && only !== undefined) return write(take(written, only));
    const after = takeCommon(written, words);
    if (after.text !== written.text) write(after);
    setFound({ ...after, words, chosen: 0 });
  };
  const choose = (word: string) => {
    if (found !== undefined) write(take(found, word));
    close();
    field.current?.focus();
  };
  const move = (by: number) => {
    if (found === undefined) return;
    setFound({ ...found, chosen: (found.chosen + by + found.words.length) % found.words.length });
  };
  return { found, ask, choose, close, move };
}

/** The keys of the list of completions, where it is open. */
function completionKey(event: KeyboardEvent, { found, choose, close, move }: CompletionState): boolean {
  if (found === undefined) return false;
  const word = found.words[found.chosen];
  switch (event.key) {
    case "ArrowDown":
      move(1);
      return true;
    case "ArrowUp":
      move(-1);
      return true;
    case "Tab":
      if (event.shiftKey) return false;
      move(1);
      return true;
    case "Escape":
      close();
      return true;
    case "Enter":
      if (event.shiftKey || word === undefined) return false;
      choose(word);
      return true;
    default:
      return false;
  }
}

/**
 * The keys of the command line. Tab completes what is written; in an empty line and after Escape it moves on, so that
 * nobody is caught.
 */
function useKeys(field: Field, completion: CompletionState) {
  const page = usePage();
  const leaving = useRef(false);
  const { stop, clear, submit, recall, setText } = terminal.of(page).getState();
  return (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const area = event.currentTarget;
    const wasLeaving = leaving.current;
    leaving.current = false;
    if (event.nativeEvent.isComposing) return;
    if (completionKey(event, completion)) return event.preventDefault();
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (event.key === "Escape") leaving.current = true;
    else if (event.key === "Enter" && plain && !event.shiftKey) void submit();
    else if (event.key === "Tab" && plain && !event.shiftKey && area.value.trim() !== "" && !wasLeaving)
      void completion.ask();
    else if (event.key === "ArrowUp" && plain && isFirstLine(area)) recallInto(field, () => recall(-1));
    else if (event.key === "ArrowDown" && plain && isLastLine(area)) recallInto(field, () => recall(1));
    else if (isControl(event, "c") && area.selectionStart === area.selectionEnd && noSelection()) interrupt();
    else if (isControl(event, "l")) clear();
    else return;
    if (event.key !== "Escape") event.preventDefault();
  };

  /** Stops what runs, also before it is drawn; without it, gives up what is written. */
  function interrupt(): void {
    if (!stop()) setText("");
  }
}

const isControl = (event: KeyboardEvent, key: string): boolean =>
  event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey && event.key.toLowerCase() === key;

const noSelection = (): boolean => (document.getSelection()?.toString() ?? "") === "";

const isFirstLine = (area: HTMLTextAreaElement): boolean => !area.value.slice(0, area.selectionStart).includes("\n");
const isLastLine = (area: HTMLTextAreaElement): boolean => !area.value.slice(area.selectionEnd).includes("\n");

/** Writes an earlier line. The cursor is placed at once: later, more may have been typed. */
function recallInto(field: Field, recall: () => boolean): void {
  if (!flushSync(recall)) return;
  const area = field.current;
  area?.setSelectionRange(area.value.length, area.value.length);
}
