import { codeType } from "../platform/presenting.ts";
import { Fragment, useEffect, useMemo, useRef, type RefObject } from "react";
import { AssistedField } from "./assisted-field.tsx";
import type { AssistMark } from "../../assist/editor-assist.ts";
import type { EditorProps } from "./editor-props.ts";
import { tokensOf } from "./highlight.ts";
import { useMarks } from "./use-marks.ts";
import "./marked-editor.css";

/** A marker next to a line: a symbol of one character, and its description. */
export interface LineMark {
  readonly tone: "conflict" | "gain" | "share" | "error";
  readonly sign: string;
  readonly words: string;
}

export interface MarkedEditorProps extends Omit<EditorProps, "autoFocus"> {
  /** The markers by line, counted from 0. */
  readonly marks: ReadonlyMap<number, LineMark>;
  readonly field: RefObject<HTMLTextAreaElement | null>;
}

/** A text field with syntax highlighting, line numbers and line markers, for texts of a few hundred lines. */
export function MarkedEditor({ marks: given, field, ...props }: MarkedEditorProps) {
  const { value, language, assist } = props;
  const wrong = useMarks(assist, value, language);
  const marks = useMemo(() => withWrong(given, wrong), [given, wrong]);
  const lines = useMemo(() => value.split("\n"), [value]);
  const viewport = useRef<HTMLDivElement>(null);
  useCaretInView(viewport, field, value);
  return (
    <div className="kp-plain kp-marked fill" ref={viewport}>
      <div>
        <div className="kp-marked-gutter" aria-hidden="true">
          {lines.map((_, i) => (
            <span key={i} data-tone={marks.get(i)?.tone} title={marks.get(i)?.words}>
              <b>{marks.get(i)?.sign}</b>
              {i + 1}
            </span>
          ))}
        </div>
        <pre aria-hidden="true">
          {lines.map((line, i) => (
            <Fragment key={i}>
              <span data-tone={marks.get(i)?.tone}>
                {tokensOf(line, language).map((token, at) => (
                  <span key={at} className={token.kind === "" ? undefined : `kp-t-${token.kind}`}>
                    {token.text}
                  </span>
                ))}
              </span>
              {"\n"}
            </Fragment>
          ))}
        </pre>
        <AssistedField field={field} {...props} />
      </div>
    </div>
  );
}

/** Merges markers: those of the server have priority, and other lines show schema errors. */
function withWrong(marks: ReadonlyMap<number, LineMark>, wrong: readonly AssistMark[]): ReadonlyMap<number, LineMark> {
  const all = new Map(marks);
  for (const { line, message } of wrong)
    if (!all.has(line)) all.set(line, { tone: "error", sign: "!", words: message });
  return all;
}

/**
 * Keeps the caret in view. The field is as tall as its text, so that its container scrolls and must follow the caret.
 */
function useCaretInView(
  viewport: RefObject<HTMLDivElement | null>,
  field: RefObject<HTMLTextAreaElement | null>,
  value: string,
): void {
  useEffect(() => {
    const [box, area] = [viewport.current, field.current];
    if (box === null || area === null || document.activeElement !== area) return;
    scrollToLine(box, area.value.slice(0, area.selectionEnd).split("\n").length - 1);
  }, [viewport, field, value]);
}

function scrollToLine(box: HTMLElement, line: number): void {
  const { line: lineHeight } = codeType();
  const top = line * lineHeight;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top + 3 * lineHeight > box.scrollTop + box.clientHeight)
    box.scrollTop = top + 3 * lineHeight - box.clientHeight;
}

/** Focuses a marked editor and selects a line. */
export function selectLine(area: HTMLTextAreaElement | null, line: number): void {
  if (area === null) return;
  const lines = area.value.split("\n");
  const start = lines.slice(0, line).join("\n").length + (line === 0 ? 0 : 1);
  area.focus();
  area.setSelectionRange(start, start + (lines[line]?.length ?? 0));
  const box = area.closest<HTMLElement>(".kp-marked");
  if (box !== null) scrollToLine(box, line);
}
