import { codeType } from "../platform/presenting.ts";
import { useEffect, useId, useRef, useState, type KeyboardEvent, type MouseEvent, type RefObject } from "react";
import { usePage } from "../state/page.ts";
import type { AssistCompletion, AssistHover, AssistItem, EditorAssist } from "../../assist/editor-assist.ts";
import type { CodeLanguage } from "./highlight.ts";

const padding = 8;

export interface FieldAssistOptions {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly language: CodeLanguage;
  readonly assist: EditorAssist | undefined;
}

interface Choice {
  readonly text: string;
  readonly completion: AssistCompletion;
  readonly chosen: number;
}

/** Provides completion and documentation in a plain text field, as in the Monaco editor. */
export function useFieldAssist({ field, language, assist }: FieldAssistOptions) {
  const [choice, setChoice] = useState<Choice | undefined>(undefined);
  const [hover, setHover] = useState<AssistHover | undefined>(undefined);
  const close = () => {
    setChoice(undefined);
    setHover(undefined);
  };
  const complete = (text: string, caret: number, asked: boolean) => {
    setHover(undefined);
    if (assist === undefined || (language !== "yaml" && language !== "json")) return;
    const show = (found: AssistCompletion | undefined) => {
      if (field.current?.value !== text) return;
      const completion = found && fitting(found, text.slice(found.start, caret), asked);
      setChoice(completion === undefined ? undefined : { text, completion, chosen: 0 });
    };
    assist.complete(text, language, caret).then(show, () => setChoice(undefined));
  };
  const take = (item: AssistItem) => {
    const area = field.current;
    if (area === null || choice === undefined) return;
    area.setRangeText(item.insert, choice.completion.start, choice.completion.end, "end");
    area.dispatchEvent(new Event("input", { bubbles: true }));
    setChoice(undefined);
  };
  /** Returns true if the key was handled by the completion list. */
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): boolean => {
    if (event.key === " " && event.ctrlKey) {
      event.preventDefault();
      complete(event.currentTarget.value, event.currentTarget.selectionEnd, true);
      return true;
    }
    if (choice === undefined) return false;
    const { items } = choice.completion;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const item = items[choice.chosen];
    if (step !== 0) setChoice({ ...choice, chosen: (choice.chosen + step + items.length) % items.length });
    else if (event.key === "Escape") close();
    else if ((event.key === "Enter" || event.key === "Tab") && !event.ctrlKey && !event.metaKey && item) take(item);
    else return false;
    event.preventDefault();
    return true;
  };
  return { choice, hover, setHover, close, complete, onKeyDown, take };
}

/**
 * Returns the items that start with the typed text, or undefined if nothing was typed, unless completion was requested
 * explicitly.
 */
function fitting(found: AssistCompletion, typed: string, asked: boolean): AssistCompletion | undefined {
  const word = typed.replace(/^["']/, "").toLowerCase();
  if (word === "" && !asked) return undefined;
  const items = found.items.filter(({ label }) => label.toLowerCase().startsWith(word));
  return items.length === 0 || (items.length === 1 && items[0]?.label.toLowerCase() === word)
    ? undefined
    : { ...found, items };
}

/** Line and column of an offset. */
function placeOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const lines = text.slice(0, offset).split("\n");
  return { line: lines.length - 1, column: lines.at(-1)?.length ?? 0 };
}

/** The list of completions, or the documentation for the text under the pointer. */
export function FieldAssist({
  state: { choice, hover, setHover, take },
  field,
  language,
  assist,
}: FieldAssistOptions & { readonly state: ReturnType<typeof useFieldAssist> }) {
  const list = useId();
  const ruler = useRef<HTMLSpanElement>(null);
  useHover(field, ruler, language, assist, setHover);
  const popup = choice?.completion ?? hover;
  const text = choice?.text ?? field.current?.value ?? "";
  const { line, column } = placeOf(text, popup?.start ?? 0);
  const style = { top: (line + 1) * codeType().line + padding + 2, left: `calc(${column}ch + ${padding}px)` };
  return (
    <div className="kp-assist-anchor">
      <span className="kp-assist-ruler" ref={ruler} />
      {choice === undefined ? null : (
        <div className="kp-popup kp-assist" role="listbox" aria-label="Completions" id={list} style={style}>
          {choice.completion.items.map((item, i) => (
            <div
              key={item.label}
              role="option"
              aria-selected={i === choice.chosen}
              className="kp-item"
              onPointerDown={(event) => {
                event.preventDefault();
                take(item);
              }}
            >
              <span className="mono clip">{item.label}</span>
              <span className="quiet small clip" style={{ marginLeft: "auto" }}>
                {item.detail}
              </span>
            </div>
          ))}
        </div>
      )}
      {choice === undefined && hover !== undefined ? (
        <div className="kp-popup kp-assist" role="tooltip" style={style}>
          <p>
            <b className="mono">{hover.title}</b>
          </p>
          {hover.words.map((words) => (
            <p key={words}>{words}</p>
          ))}
        </div>
      ) : null}
    </div>
  );
}

/** Requests the documentation for the text under the pointer. */
function useHover(
  field: RefObject<HTMLTextAreaElement | null>,
  ruler: RefObject<HTMLSpanElement | null>,
  language: CodeLanguage,
  assist: EditorAssist | undefined,
  show: (hover: AssistHover | undefined) => void,
): void {
  const page = usePage();
  useEffect(() => {
    const area = field.current;
    if (area === null || assist === undefined || (language !== "yaml" && language !== "json")) return;
    let cancel = () => {};
    const leave = () => {
      cancel();
      show(undefined);
    };
    const move = (event: MouseEvent | globalThis.MouseEvent) => {
      leave();
      const offset = offsetAt(area, ruler.current, event);
      if (offset === undefined) return;
      const text = area.value;
      cancel = page.clock.after(350, () => {
        assist.hover(text, language, offset).then(
          (hover) => area.value === text && show(hover),
          () => undefined,
        );
      });
    };
    area.addEventListener("mousemove", move);
    area.addEventListener("mouseleave", leave);
    return () => {
      cancel();
      area.removeEventListener("mousemove", move);
      area.removeEventListener("mouseleave", leave);
    };
  }, [page, field, ruler, language, assist, show]);
}

/** Returns the offset of the character under the pointer. Lines do not wrap and the font is monospaced. */
function offsetAt(
  area: HTMLTextAreaElement,
  ruler: HTMLElement | null,
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
): number | undefined {
  const box = area.getBoundingClientRect();
  const width = (ruler?.getBoundingClientRect().width ?? 0) / 100;
  const line = Math.floor((clientY - box.top - padding) / codeType().line);
  const left = Number.parseFloat(getComputedStyle(area).paddingLeft);
  const column = Math.floor((clientX - box.left - left) / width);
  const lines = area.value.split("\n");
  if (width === 0 || line < 0 || column < 0 || column >= (lines[line]?.length ?? 0)) return undefined;
  return lines.slice(0, line).reduce((sum, text) => sum + text.length + 1, 0) + column;
}
