import type { RefObject } from "react";
import type { editor } from "monaco-editor/editor/editor.api";
import type { EditorAttachment } from "../code/editor-props.ts";
import type { Problem } from "./problem.ts";
import "./texts.css";

/** Marks lines in the attached editor and navigates to them. */
export class LineMarks {
  #code: editor.IStandaloneCodeEditor | undefined;
  #marks: editor.IEditorDecorationsCollection | undefined;
  #problems: readonly Problem[] = [];
  readonly #host: RefObject<HTMLElement | null>;

  constructor(host: RefObject<HTMLElement | null>) {
    this.#host = host;
  }

  readonly attach: EditorAttachment = (code) => {
    this.#code = code;
    this.#marks = code.createDecorationsCollection();
    this.#draw();
    return () => {
      this.#code = undefined;
      this.#marks = undefined;
    };
  };

  show(problems: readonly Problem[]): void {
    this.#problems = problems;
    this.#draw();
  }

  #draw(): void {
    this.#marks?.set(
      this.#problems.map(({ line, tone, field, message }) => ({
        range: { startLineNumber: line + 1, startColumn: 1, endLineNumber: line + 1, endColumn: 1 },
        options: {
          isWholeLine: true,
          className: `kp-line-${tone}`,
          linesDecorationsClassName: `kp-line-sign-${tone}`,
          hoverMessage: { value: `${field === "" ? "" : `\`${field}\`: `}${message.slice(0, 2000)}` },
        },
      })),
    );
  }

  /** Moves the caret to a line and scrolls it into view. */
  goTo(line: number): void {
    const code = this.#code;
    if (code !== undefined) {
      code.setPosition({ lineNumber: line + 1, column: 1 });
      code.revealLineInCenter(line + 1);
      code.focus();
      return;
    }
    const area = this.#host.current?.querySelector("textarea");
    if (area) selectLine(area, line);
  }
}

function selectLine(area: HTMLTextAreaElement, line: number): void {
  const lines = area.value.split("\n");
  const start = lines.slice(0, line).reduce((sum, text) => sum + text.length + 1, 0);
  area.focus();
  area.setSelectionRange(start, start + (lines[line]?.length ?? 0));
  const box = area.closest(".kp-plain");
  if (box !== null) box.scrollTop = Math.max(0, line * 18 - box.clientHeight / 2);
}
