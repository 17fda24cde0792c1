import { useState, type ReactNode, type RefObject } from "react";
import { messageOf } from "../../apimachinery/message-of.ts";
import { CodeEditor } from "../code/code-editor.tsx";
import type { EditorAssist } from "../../assist/editor-assist.ts";
import type { EditorProps } from "../code/editor-props.ts";
import { plural } from "../data/words.ts";
import { RefusedWrite } from "../data/write-object.ts";
import { looksLikeJson } from "../../assist/language.ts";
import type { Page } from "../state/page.ts";
import type { LineMarks } from "../texts/line-marks.ts";
import { placeFindings, type LocatedText } from "../texts/place-findings.ts";
import { ProblemsPane } from "../texts/problem-list.tsx";
import { findingsOf, findingsOfWarnings, type Problem } from "../texts/problem.ts";

/** What the server says of a text. */
export interface TextCheck {
  readonly kind: "waiting" | "empty" | "unreadable" | "refused" | "accepted";
  readonly problems: readonly Problem[];
}

interface TextPaneProps extends Pick<EditorProps, "label" | "value" | "placeholder" | "onValue"> {
  readonly language?: EditorProps["language"];
  readonly assist: EditorAssist;
  readonly check: TextCheck;
  readonly marks: LineMarks;
  readonly host: RefObject<HTMLDivElement | null>;
  /** Goes to a problem in the views too. */
  readonly onGo?: (problem: Problem) => void;
  /** What stands above the editor. */
  readonly above?: ReactNode;
  /** What stands below the problems. */
  readonly children?: ReactNode;
}

/** The editor of a workbench, with the problems of its text below it. */
export function TextPane({ check, marks, host, onGo, above, children, language, ...editor }: TextPaneProps) {
  const go = (problem: Problem): void => {
    marks.goTo(problem.line);
    onGo?.(problem);
  };
  return (
    <div className="column fill">
      <div className="column fill" ref={host}>
        {above}
        <CodeEditor
          language={language ?? (looksLikeJson(editor.value) ? "json" : "yaml")}
          attach={marks.attach}
          {...editor}
        />
      </div>
      <ProblemsPane headline={headline(check)} problems={check.problems} onGo={go}>
        {children}
      </ProblemsPane>
    </div>
  );
}

/** For the assist of an editor whose whole text is checked elsewhere, with its problems marked. */
export const noMarks: EditorAssist["check"] = async () => [];

/** Returns how many of the problems are errors. */
export const errorsAmong = (problems: readonly Problem[]): number =>
  problems.filter(({ tone }) => tone === "error").length;

function headline({ kind, problems }: TextCheck): string {
  const errors = errorsAmong(problems);
  if (errors > 0) return plural(errors, "problem");
  if (problems.length > 0) return plural(problems.length, "warning");
  if (kind === "empty") return "Problems are listed here.";
  return kind === "waiting" ? "Asking the server…" : "No problems found.";
}

/** The problem of a document that cannot be parsed. */
export const unreadable = (trouble: Pick<Problem, "message" | "line">): Problem => ({
  tone: "error",
  field: "",
  steps: [],
  ...trouble,
});

/** Finds the places of what a failed write is about. */
export const problemsOfWrite = (page: Page, text: LocatedText, error: unknown): Promise<readonly Problem[]> =>
  placeFindings(
    page,
    text,
    error instanceof RefusedWrite
      ? [...findingsOf(error.status), ...findingsOfWarnings(error.warnings)]
      : [{ tone: "error", field: "", message: messageOf(error) }],
  );

/** Keeps the last documents that could be read, so that views stay stable while the user types. */
export function useLastReadable<T extends { readonly trouble?: unknown }>(current: T | undefined): T | undefined {
  const [readable, setReadable] = useState<T | undefined>(undefined);
  const isReadable = current !== undefined && current.trouble === undefined;
  if (isReadable && readable !== current) setReadable(current);
  return isReadable ? current : readable;
}
